/**
 * Compiles a filter into a Typesense filter that contains encoded tokens and numbers only. Typesense has no `!( )`, so negation moves down
 * to the criteria. What Typesense cannot compare is looked up first: which values exist, and which of them match.
 */
import { badFilterCondition } from '../../errors.ts';
import type { Fields, NamedField } from '../../model/fields.ts';
import { pathDigest, segments } from '../document/browse-paths.ts';
import { code, folded, orderedBits } from '../document/encode.ts';
import { digestIn, equality, hasWords, isFacet, isOwnText, isProse } from '../document/index-fields.ts';
import { withoutHeads, wordsOf, wordToken } from '../document/words.ts';
import { type Clause, joined } from './clause.ts';
import { booleansIn, isAboutText, limitsOf, numbersIn } from './exact.ts';
import { type Criterion, criterion, type Filter } from './tree.ts';

/** What a filter needs to know of the index. */
export interface Lookup {
  /** Does any document have this Typesense field? */
  has(physical: string): Promise<boolean>;
  /** The values of the field that meet the criterion, as tokens of its equality field. */
  valuesOf(field: NamedField, criterion: Criterion): Promise<string[]>;
  /**
   * The tokens of the words that meet the criterion; `undefined` if it is not about single words. A word that is too long has no token of its
   * own: documents that have one must be read.
   */
  wordsOf(criterion: Criterion, field?: NamedField): Promise<readonly string[] | undefined>;
  /**
   * The tokens (`ownToken`) of documents with a text that meets the criterion, in a field, or among the texts that a plain query searches.
   *
   * @param long only of documents with words that are too long
   */
  documentsOf(criterion: Criterion, field?: NamedField, long?: boolean): Promise<string[]>;
  /** The same of documents that match this clause. */
  idsOf(clause: string): Promise<string[]>;
  /** The same lookup, limited to documents that match this clause. */
  within(clause: Clause): Lookup;
  /**
   * Makes a clause among all documents with as many lookups as it needs, and remembers it as long as the documents stay the same.
   *
   * @param name says all that the clause follows from
   */
  kept(name: string, make: (all: Lookup) => Promise<Clause>): Promise<Clause>;
}

/**
 * The clause of a filter, of any size (added.ts limits it).
 *
 * @param lookup limited to the documents that the search can match anyway
 * @throws Refusal malformed for a value that does not fit its field
 */
export async function clauseOf(lookup: Lookup, fields: Fields, filter: Filter, negated = false): Promise<Clause> {
  if (filter.is === 'not') return clauseOf(lookup, fields, filter.of, !negated);
  if (filter.is === 'criterion') return criterionClause(lookup, fields, filter, negated);
  const compiled = (of: readonly Filter[], through: Lookup): Promise<Clause[]> =>
    Promise.all(of.map((each) => clauseOf(through, fields, each, negated)));
  if ((filter.is === 'and') === negated) return joined('||', await compiled(filter.of, lookup));
  // First come criteria that the engine compares: then values are looked up only among the documents that remain.
  const cheap = await compiled(
    filter.of.filter((each) => !needsLookup(fields, each)),
    lookup,
  );
  const rest = filter.of.filter((each) => needsLookup(fields, each));
  return joined('&&', [...cheap, ...(await compiled(rest, lookup.within(joined('&&', cheap))))]);
}

/** Must values be looked up for this filter? */
function needsLookup(fields: Fields, filter: Filter): boolean {
  if (filter.is === 'not') return needsLookup(fields, filter.of);
  if (filter.is !== 'criterion') return filter.of.some((each) => needsLookup(fields, each));
  const { condition } = filter;
  const field = fields.get(filter.field);
  if (condition === 'RANGE') return field?.kind === 'text' || (field?.many ?? false);
  if (isAboutText(condition) || condition === 'WORD' || (field && isProse(field) && isAboutWhole(condition))) return true;
  return !['EQUAL', 'IEQUAL', 'IN', 'EXISTS', 'IS_NULL'].includes(condition) && field?.kind === 'text';
}

async function criterionClause(lookup: Lookup, fields: Fields, each: Criterion, negated: boolean): Promise<Clause> {
  const field = fields.get(each.field);
  if (each.field === '') return anywhere(lookup, fields, each, negated);
  if (!field) return negated;
  if (each.condition === 'IS_NULL') return criterionClause(lookup, fields, criterion(field.name, 'EXISTS'), !negated);
  if (each.condition === 'EXISTS') return one('exists', code(field.name), negated);
  if (each.condition === 'RANGE' && field.kind === 'number') return rangeClause(lookup, field, each, negated);
  if (field.kind === 'number' && !isAboutText(each.condition)) return numberClause(lookup, field, each, negated);
  if (field.kind === 'boolean' && !isAboutText(each.condition)) return booleanClause(lookup, field, each, negated);
  return textClause(lookup, field, each, negated);
}

function one(physical: string, token: string, negated: boolean): string {
  return `${physical}:${negated ? '!=' : '='}${token}`;
}

function list(tokens: readonly string[]): string {
  const each = [...new Set(tokens)];
  return each.length === 1 ? (each[0] as string) : `[${each.join(',')}]`;
}

/** Matches any of the tokens, or none of them, in a field that may not exist in any document. */
async function anyOf(lookup: Lookup, physical: string, tokens: readonly string[], negated: boolean): Promise<Clause> {
  if (tokens.length === 0 || !(await lookup.has(physical))) return negated;
  return one(physical, list(tokens), negated);
}

/** The same in a field of which all tokens are one text (index-fields.ts). */
async function anyWithin(lookup: Lookup, physical: string, tokens: readonly string[], negated: boolean): Promise<Clause> {
  if (tokens.length === 0 || !(await lookup.has(physical))) return negated;
  const clause = `${physical}:${list(tokens)}`;
  return negated ? idClause(lookup, await lookup.idsOf(clause), true) : clause;
}

/** Matches any of the tokens in one of the kinds of fields of a search field, or none of them. */
function anyIn(lookup: Lookup, kind: 'h' | 'k' | 'l' | 'w', field: NamedField, tokens: readonly string[], negated: boolean): Promise<Clause> {
  return (isOwnText(field) ? anyWithin : anyOf)(lookup, `${kind}_${field.name}`, tokens, negated);
}

function equalTo(lookup: Lookup, field: NamedField, values: readonly string[], negated: boolean): Promise<Clause> {
  const tokens = values.map((value) => equality(field, value).token);
  return equalTokens(lookup, field, tokens, negated);
}

async function numberClause(lookup: Lookup, field: NamedField, { condition, values }: Criterion, negated: boolean): Promise<Clause> {
  const numbers = numbersIn(field, values);
  const bits = orderedBits(numbers[0] ?? 0);
  const range = async (physical: string, sign: string, opposite: string): Promise<Clause> => {
    if (!(await lookup.has(`${physical}_${field.name}`))) return negated;
    if (!negated) return `${physical}_${field.name}:${sign}${bits}`;
    return `${physical}_${field.name}:${opposite}${bits} || ${one('exists', code(field.name), true)}`;
  };
  // The largest of several values decides whether any is above a limit, the smallest whether any is below.
  switch (condition) {
    case 'GREATER_THAN':
      return range('hi', '>', '<=');
    case 'GREATER_THAN_OR_EQUAL_TO':
      return range('hi', '>=', '<');
    case 'LESS_THAN':
      return range('lo', '<', '>=');
    case 'LESS_THAN_OR_EQUAL_TO':
      return range('lo', '<=', '>');
    default:
      return equalTo(
        lookup,
        field,
        numbers.map((number) => String(number === 0 ? 0 : number)),
        negated,
      );
  }
}

/** With one value, both limits can be compared separately. With several, the values between the limits are looked up. */
async function rangeClause(lookup: Lookup, field: NamedField, each: Criterion, negated: boolean): Promise<Clause> {
  const limits = (not: boolean) => Promise.all(limitsOf(each).map((limit) => numberClause(lookup, field, limit, not)));
  if (!field.many) return joined(negated ? '||' : '&&', await limits(negated));
  const between = lookup.within(joined('&&', await limits(false)));
  return equalTokens(lookup, field, await between.valuesOf(field, each), negated);
}

function booleanClause(lookup: Lookup, field: NamedField, { condition, values }: Criterion, negated: boolean): Promise<Clause> {
  if (!['EQUAL', 'IEQUAL', 'IN', 'WORD'].includes(condition)) {
    throw badFilterCondition(field.name, ` is true or false: ${condition} does not apply`, `EQUAL for ${field.name}`, condition);
  }
  return equalTo(lookup, field, booleansIn(field, values), negated);
}

async function textClause(lookup: Lookup, field: NamedField, each: Criterion, negated: boolean): Promise<Clause> {
  const { condition, values } = each;
  if (condition === 'EQUAL' || condition === 'IN') {
    if (field.types.has('browsePath') || field.types.has('browsePathV2'))
      return anyOf(
        lookup,
        `bi_${field.name}`,
        values.map((value) => pathDigest(segments(value))),
        negated,
      );
  }
  if (isAboutWhole(condition)) return wholeClause(lookup, field, each, negated);
  if (condition === 'WORD') return wordClause(lookup, field, each, negated);
  return lookUpClause(lookup, field, each, negated);
}

function isAboutWhole(condition: Criterion['condition']): boolean {
  return condition === 'EQUAL' || condition === 'IN' || condition === 'IEQUAL';
}

/** Matches whole values, as written or in any case. */
async function wholeClause(lookup: Lookup, field: NamedField, each: Criterion, negated: boolean): Promise<Clause> {
  const digests = (each.condition === 'IEQUAL' ? inAnyCase : equalTo)(lookup, field, each.values, negated);
  if (!isProse(field)) return digests;
  return joined(negated ? '&&' : '||', await Promise.all([digests, lookUpClause(lookup, field, each, negated)]));
}

/** Values without capitals have no token beside the one for equality. */
async function inAnyCase(lookup: Lookup, field: NamedField, values: readonly string[], negated: boolean): Promise<Clause> {
  const small = values.map(folded);
  const tokens = small.map((value) => digestIn(field, value));
  const parts = await Promise.all([equalTo(lookup, field, small, negated), anyIn(lookup, 'l', field, tokens, negated)]);
  return joined(negated ? '&&' : '||', parts);
}

/** What Typesense cannot compare: of a facet the values that meet the criterion are few, of other fields the documents are looked up. */
async function lookUpClause(lookup: Lookup, field: NamedField, each: Criterion, negated: boolean): Promise<Clause> {
  if (isFacet(field) || field.kind !== 'text') return equalTokens(lookup, field, await lookup.valuesOf(field, each), negated);
  const words = await lookup.wordsOf(each, field);
  const ids = await idClause(lookup, await lookup.documentsOf(each, field, words !== undefined), negated);
  return words ? joined(negated ? '&&' : '||', [await anyIn(lookup, 'w', field, words, negated), ids]) : ids;
}

/** Typesense cannot exclude ids, but every document has its id as a field too. */
function idClause(lookup: Lookup, ids: readonly string[], negated: boolean): Promise<Clause> {
  return anyOf(lookup, 'h_urn', ids, negated);
}

function equalTokens(lookup: Lookup, field: NamedField, tokens: readonly string[], negated: boolean): Promise<Clause> {
  return anyIn(lookup, isFacet(field) ? 'k' : 'h', field, tokens, negated);
}

/** `field:word` matches one of the field's words. If the field has no words, or the criterion says so, it matches the whole value in any case. */
async function wordClause(lookup: Lookup, field: NamedField, each: Criterion, negated: boolean): Promise<Clause> {
  const parts = await Promise.all(
    each.values.map(async (value) => {
      const whole = (): Promise<Clause> => wholeClause(lookup, field, criterion(field.name, 'IEQUAL', value), negated);
      const words = wordsOf(withoutHeads(value));
      if (!hasWords(field) || value.startsWith('urn:') || words.length === 0) return whole();
      if (words.length === 1) return anyIn(lookup, 'w', field, words.map(wordToken), negated);
      const phrase = await lookUpClause(lookup, field, criterion(field.name, 'PHRASE', value), negated);
      return isProse(field) ? phrase : joined(negated ? '&&' : '||', [await whole(), phrase]);
    }),
  );
  return joined(negated ? '&&' : '||', parts);
}

/** Matches words, phrases, patterns and URNs in any text that a plain query searches. */
async function anywhere(lookup: Lookup, fields: Fields, each: Criterion, negated: boolean): Promise<Clause> {
  const by = negated ? '&&' : '||';
  const parts = await Promise.all(
    each.values.map(async (value): Promise<Clause> => {
      if (value.startsWith('urn:') && each.condition === 'WORD') {
        const columns = besideTexts(fields).filter((field) => !isOwnText(field));
        const inColumns = columns.map((field) => equalTo(lookup, field, [value], negated));
        return joined(by, await Promise.all([anyOf(lookup, 'u_', [equality(URNS, value).token], negated), ...inColumns]));
      }
      const words = wordsOf(value);
      if (each.condition === 'WORD' && words.length === 1) return withWord(lookup, fields, words.map(wordToken), negated);
      const one = { ...each, condition: each.condition === 'WORD' ? ('PHRASE' as const) : each.condition, values: [value] };
      const tokens = await lookup.wordsOf(one);
      const ids = await idClause(lookup, await lookup.documentsOf(one, undefined, tokens !== undefined), negated);
      return tokens ? joined(by, [await withWord(lookup, fields, tokens, negated), ids]) : ids;
    }),
  );
  return joined(by, parts);
}

/** Matches any of these words in any text that a plain query searches. */
async function withWord(lookup: Lookup, fields: Fields, tokens: readonly string[], negated: boolean): Promise<Clause> {
  const lists = besideTexts(fields).map((field) => anyIn(lookup, 'w', field, tokens, negated));
  return joined(negated ? '&&' : '||', await Promise.all([anyOf(lookup, 'w_', tokens, negated), ...lists]));
}

/** The long lists of texts that a plain query searches. */
export function ownTexts(fields: Fields): NamedField[] {
  return [...fields.values()].filter((field) => isOwnText(field) && field.standsFor.length === 0);
}

/** What a plain query searches beside the texts that share fields: long lists, and what is said of columns. */
export function besideTexts(fields: Fields): NamedField[] {
  return [...fields.values()].filter((field) => field.queried && (isOwnText(field) || field.ofColumns) && field.standsFor.length === 0);
}

const URNS: NamedField = {
  name: 'urn',
  kind: 'text',
  types: new Set(['urnPartial']),
  many: false,
  facet: undefined,
  queried: true,
  autocomplete: false,
  weight: 1,
  standsFor: [],
};
