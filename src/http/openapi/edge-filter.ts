/**
 * Filters of relationship scrolls: `{and: [{criteria: [{field: "urn", condition, values}]}]}`, or the search form `{or: [{and: [...]}]}`.
 */
import { badFilter, tooMany } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';

const MOST_URNS = 10_000;

/**
 * The values of a field that a filter lists: URNs of ends, or relationship types; clients mean the outer list as an OR. `undefined`: it lists
 * none, everything is let through.
 *
 * @throws Refusal malformed for other fields and conditions
 */
export function valuesIn(filter: unknown, pointer: string, field: 'urn' | 'relationshipType'): string[] | undefined {
  if (filter === undefined || filter === null) return undefined;
  if (!isRecord(filter)) throw badFilter(pointer, 'an object', filter);
  const groups = filter.and ?? filter.or ?? [];
  if (!Array.isArray(groups)) throw badFilter(pointer, 'a list of criteria', groups);
  const values = groups.flatMap((group: unknown) => {
    const criteria = isRecord(group) ? (group.criteria ?? group.and ?? []) : undefined;
    if (!Array.isArray(criteria)) throw badFilter(pointer, 'a list of criteria', group);
    return criteria.flatMap((criterion) => valuesOf(criterion, pointer, field));
  });
  if (values.length > MOST_URNS) throw tooMany(pointer, `${MOST_URNS} values`, values.length);
  return values.length === 0 ? undefined : values;
}

function valuesOf(criterion: unknown, pointer: string, field: string): string[] {
  if (!isRecord(criterion) || criterion.field !== field)
    throw badFilter(pointer, `the field ${field}`, isRecord(criterion) ? criterion.field : criterion);
  if (criterion.negated === true || ![undefined, 'EQUAL', 'IN'].includes(criterion.condition as string | undefined))
    throw badFilter(pointer, 'the condition EQUAL', criterion.condition);
  const values: unknown = criterion.values ?? [criterion.value];
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) throw badFilter(pointer, 'a list of texts', values);
  return values as string[];
}
