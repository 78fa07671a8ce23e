/**
 * Filters as legacy clients write them (docs/semantics.md 9.4): `{or: [{and: [criterion]}]}`, in any nesting of
 * `or` and `and`, or the older `{criteria: [criterion]}`.
 */
import { badFilter, tooManyCriteria } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import { CONDITIONS, type Condition, EVERYTHING, type Filter } from './tree.ts';

const DEEPEST = 30;
/** Most criteria of one filter, and most values of all of them together. */
const MOST_CRITERIA = 1_000;
const MOST_VALUES = 10_000;
/** Most characters of the name of a field, and of one value. */
const LONGEST_FIELD = 1_000;
const LONGEST_VALUE = 10_000;
/** Most characters of a whole value, which is compared by its digest, so that long texts can be found. */
const LONGEST_WHOLE = 1_000_000;
const WHOLE: readonly Condition[] = ['EQUAL', 'IEQUAL', 'IN'];
const KNOWN = ['field', 'condition', 'value', 'values', 'negated'];

/**
 * Reads a filter. Refuses one that is too large before any other work.
 *
 * @param pointer the place of the filter in the request
 * @throws Refusal malformed, naming the place
 */
export function readFilter(raw: unknown, pointer = '/filter'): Filter {
  const size = sizeOf(raw, 0);
  if (size.criteria > MOST_CRITERIA) throw tooManyCriteria(pointer, `${MOST_CRITERIA} criteria`, size.criteria);
  if (size.values > MOST_VALUES) throw tooManyCriteria(pointer, `${MOST_VALUES} values in all`, size.values);
  return readPart(raw, pointer, 0);
}

interface FilterSize {
  criteria: number;
  values: number;
}

/** Counts criteria and values in one pass. Anything with another shape counts by what it costs. */
function sizeOf(raw: unknown, depth: number, size: FilterSize = { criteria: 0, values: 0 }): FilterSize {
  if (!isRecord(raw) || depth > DEEPEST) return size;
  if ('field' in raw) {
    size.criteria++;
    size.values += Array.isArray(raw.values) ? raw.values.length : 1;
  } else {
    for (const list of [raw.or, raw.and, raw.criteria]) {
      if (!Array.isArray(list)) continue;
      // A group without criteria costs something too.
      for (const each of list) if (isRecord(each) && !('field' in each)) size.criteria++;
      for (const each of list) sizeOf(each, depth + 1, size);
    }
  }
  return size;
}

function readPart(raw: unknown, pointer: string, depth: number): Filter {
  if (raw === undefined || raw === null) return EVERYTHING;
  if (!isRecord(raw)) throw badFilter(pointer, 'a filter {or: [{and: [criterion]}]}', raw);
  if (depth > DEEPEST) throw badFilter(pointer, `at most ${DEEPEST} levels`, undefined);
  if ('field' in raw) return readCriterion(raw, pointer);
  const groups = Object.entries(raw).filter(([, value]) => value !== undefined && value !== null);
  const parts = groups.map(([name, value]) => {
    if (name !== 'or' && name !== 'and' && name !== 'criteria')
      throw badFilter(`${pointer}/${name}`, 'or, and, criteria, or a criterion with its field', name);
    if (!Array.isArray(value)) throw badFilter(`${pointer}/${name}`, 'a list', value);
    return group(
      name === 'or' ? 'or' : 'and',
      value.map((each, index) => readPart(each, `${pointer}/${name}/${index}`, depth + 1)),
    );
  });
  return parts.length === 1 ? (parts[0] as Filter) : group('and', parts);
}

/** A criterion without a field or values is left out, and so is a group without others. */
function group(is: 'and' | 'or', of: readonly Filter[]): Filter {
  const parts = of.filter((each) => each !== EVERYTHING);
  if (parts.length === 0) return EVERYTHING;
  return parts.length === 1 ? (parts[0] as Filter) : { is, of: parts };
}

function readCriterion(raw: Record<string, unknown>, pointer: string): Filter {
  for (const name of Object.keys(raw)) if (!KNOWN.includes(name)) throw badFilter(`${pointer}/${name}`, `one of ${KNOWN.join(', ')}`, name);
  const field = readField(raw.field, `${pointer}/field`);
  const condition = readCondition(raw.condition, `${pointer}/condition`);
  const negated = readNegated(raw.negated, `${pointer}/negated`);
  const list = readValues(raw, condition, pointer);
  const asksForValues = condition !== 'EXISTS' && condition !== 'IS_NULL';
  if (asksForValues && list.length === 0) return EVERYTHING;
  const criterion: Filter = { is: 'criterion', field, condition, values: asksForValues ? list : [] };
  return negated ? { is: 'not', of: criterion } : criterion;
}

function readField(field: unknown, pointer: string): string {
  if (typeof field !== 'string' || field === '') throw badFilter(pointer, 'the name of a search field', field);
  if (field.length > LONGEST_FIELD) throw badFilter(pointer, `a name of at most ${LONGEST_FIELD} characters`, field);
  return field;
}

function readCondition(condition: unknown, pointer: string): Condition {
  const known = CONDITIONS.find((each) => each === (condition ?? 'EQUAL'));
  if (!known) throw badFilter(pointer, `one of ${CONDITIONS.join(', ')}`, condition);
  return known;
}

function readNegated(negated: unknown, pointer: string): boolean {
  if (negated !== undefined && negated !== null && typeof negated !== 'boolean') throw badFilter(pointer, 'true or false', negated);
  return negated === true;
}

/** `values`; where it is absent the one `value`, of which an empty text says nothing. */
function readValues({ value, values }: Record<string, unknown>, condition: Condition, pointer: string): string[] {
  const longest = WHOLE.includes(condition) ? LONGEST_WHOLE : LONGEST_VALUE;
  const one = value === undefined || value === '' ? undefined : [value];
  return texts(values, `${pointer}/values`, longest) ?? texts(one, `${pointer}/value`, longest) ?? [];
}

function texts(values: unknown, pointer: string, longest: number): string[] | undefined {
  if (values === undefined || values === null) return undefined;
  if (!Array.isArray(values)) throw badFilter(pointer, 'a list of values', values);
  return values.map((each, index) => {
    if (typeof each === 'string' && each.length > longest) throw badFilter(`${pointer}/${index}`, `at most ${longest} characters`, each);
    if (typeof each === 'string' || typeof each === 'number' || typeof each === 'boolean') return String(each);
    throw badFilter(`${pointer}/${index}`, 'a text, a number or true or false', each);
  });
}
