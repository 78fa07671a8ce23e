/**
 * From a filter to Typesense's own, made of encoded tokens and numbers only. Negation goes down to the criteria (it has no `!( )`);
 * what it cannot compare is looked up: which values are there, and which of them meet the condition.
 */
import { malformed } from '../../errors.ts';
import type { Fields, NamedField } from '../../model/fields.ts';
import { pathDigest, segments } from '../document/browse-paths.ts';
import { code, foldedDigest, orderedBits } from '../document/encode.ts';
import { equality, hasWords } from '../document/index-fields.ts';
import { withoutHeads, wordsOf, wordToken } from '../document/words.ts';
import { booleansIn, isAboutText, limitsOf, numbersIn } from './exact.ts';
import { type Criterion, criterion, type Filter } from './tree.ts';

/** A filter text, or what is so for every document, or for none. */
export type Clause = string | boolean;

/** What the index knows that a filter needs. */
export interface Lookup {
  /** Does any document have this field? */
  has(physical: string): Promise<boolean>;
  /** The field's values that meet the criterion, as tokens of its equality field. */
  valuesOf(field: NamedField, criterion: Criterion): Promise<string[]>;
  /** Ids of documents of which any text that a plain query looks at meets the criterion. */
  documentsOf(criterion: Criterion): Promise<string[]>;
  /** The same, but only values and documents that meet this clause matter: what need not be looked at costs nothing. */
  within(clause: Clause): Lookup;
}

/** Typesense takes 100 comparisons, operators and parentheses in a filter, all counted: some are left for types, names and ids. */
export const MOST_OPERATIONS = 96;
const MOST_OF_FILTER = 84;

/** How much of what Typesense takes in a filter: its comparisons, operators and parentheses. */
export function operationsOf(clause: Clause): number {
  if (typeof clause !== 'string') return 0;
  return 2 * clause.split(OPERATOR).length - 1 + clause.replaceAll(/[^()]/g, '').length;
}

const OPERATOR = / && | \|\| /;

/**
 * @param lookup within what the search is limited to anyway
 * @throws Refusal malformed for a value that does not fit its field, or a filter with too many criteria
 */
export async function compile(lookup: Lookup, fields: Fields, filter: Filter): Promise<Clause> {
  const clause = await clauseOf(lookup, fields, filter, false);
  const size = operationsOf(clause);
  if (size > MOST_OF_FILTER) {
    const expected = `at most ${MOST_OF_FILTER} comparisons, operators and parentheses together`;
    throw malformed(
      `The filter has too many criteria: the search engine takes ${expected}, these come to ${size}; several values of one field count once`,
      [{ pointer: '/filter', expected, got: size }],
    );
  }
  return clause;
}

async function clauseOf(lookup: Lookup, fields: Fields, filter: Filter, negated: boolean): Promise<Clause> {
  if (filter.is === 'not') return clauseOf(lookup, fields, filter.of, !negated);
  if (filter.is === 'criterion') return criterionClause(lookup, fields.get(filter.field), filter, negated);
  const compiled = (of: readonly Filter[], through: Lookup): Promise<Clause[]> =>
    Promise.all(of.map((each) => clauseOf(through, fields, each, negated)));
  if ((filter.is === 'and') === negated) return joined('||', await compiled(filter.of, lookup));
  // What is compared by the engine goes first: values need only be looked up among the documents that it leaves.
  const cheap = await compiled(
    filter.of.filter((each) => !looksUp(fields, each)),
    lookup,
  );
  const rest = filter.of.filter((each) => looksUp(fields, each));
  return joined('&&', [...cheap, ...(await compiled(rest, lookup.within(joined('&&', cheap))))]);
}

/** Does it take values that are looked up? */
function looksUp(fields: Fields, filter: Filter): boolean {
  if (filter.is === 'not') return looksUp(fields, filter.of);
  if (filter.is !== 'criterion') return filter.of.some((each) => looksUp(fields, each));
  const { condition } = filter;
  const field = fields.get(filter.field);
  if (condition === 'RANGE') return field?.kind === 'text' || (field?.many ?? false);
  if (isAboutText(condition) || condition === 'WORD') return true;
  return !['EQUAL', 'IEQUAL', 'IN', 'EXISTS', 'IS_NULL'].includes(condition) && field?.kind === 'text';
}

/** `&&` or `||` of clauses, with what is always so or never so worked in. */
export function joined(by: '&&' | '||', parts: readonly Clause[]): Clause {
  const deciding = by === '||';
  if (parts.includes(deciding)) return deciding;
  const texts = parts
    .filter((each): each is string => typeof each === 'string')
    .flatMap((each) => (isChain(each, by) ? each.split(` ${by} `) : [each]));
  if (texts.length === 0) return !deciding;
  const merged = listed(by, texts);
  return merged.length === 1 ? (merged[0] as string) : merged.map((each) => (OPERATOR.test(each) ? `(${each})` : each)).join(` ${by} `);
}

/** Comparisons with nothing but this operator between them: they need no parentheses within more of it. */
function isChain(clause: string, by: '&&' | '||'): boolean {
  return !clause.includes('(') && !clause.includes(by === '&&' ? ' || ' : ' && ');
}

/** Comparisons of one field that may stand in one list: any of its tokens, or none of them. Each list counts once. */
function listed(by: '&&' | '||', texts: readonly string[]): string[] {
  const comparison = by === '||' ? /^([^:() ]+:=)([^()&|<>]+)$/ : /^([^:() ]+:!=)([^()&|<>]+)$/;
  const tokens = new Map<string, Set<string>>();
  for (const text of texts) {
    const [, head = text, list] = comparison.exec(text) ?? [];
    const found = tokens.get(head) ?? new Set();
    tokens.set(head, found);
    for (const token of list?.replace(/^\[(.*)\]$/, '$1').split(',') ?? []) found.add(token);
  }
  return [...tokens].map(([head, found]) => (found.size > 1 ? `${head}[${[...found].join(',')}]` : `${head}${[...found].join()}`));
}

async function criterionClause(lookup: Lookup, field: NamedField | undefined, each: Criterion, negated: boolean): Promise<Clause> {
  if (each.field === '') return anywhere(lookup, each, negated);
  if (!field) return negated;
  if (each.condition === 'IS_NULL') return criterionClause(lookup, field, criterion(field.name, 'EXISTS'), !negated);
  if (each.condition === 'EXISTS') return one('exists', code(field.name), negated);
  if (each.condition === 'RANGE' && field.kind === 'number') return rangeClause(lookup, field, each, negated);
  if (field.kind === 'number' && !isAboutText(each.condition)) return numberClause(lookup, field, each, negated);
  if (field.kind === 'boolean' && !isAboutText(each.condition)) return booleanClause(lookup, field, each, negated);
  return textClause(lookup, field, each, negated);
}

function one(physical: string, token: string, negated: boolean): string {
  return `${physical}:${negated ? '!=' : '='}${token}`;
}

/** Any of the tokens, or none of them, in a field that documents may not have at all. */
async function anyOf(lookup: Lookup, physical: string, tokens: readonly string[], negated: boolean): Promise<Clause> {
  if (tokens.length === 0 || !(await lookup.has(physical))) return negated;
  const list = [...new Set(tokens)];
  return one(physical, list.length === 1 ? (list[0] as string) : `[${list.join(',')}]`, negated);
}

function equalTo(lookup: Lookup, field: NamedField, values: readonly string[], negated: boolean): Promise<Clause> {
  const tokens = values.map((value) => equality(field, value));
  return anyOf(
    lookup,
    tokens[0]?.field ?? '',
    tokens.map(({ token }) => token),
    negated,
  );
}

async function numberClause(lookup: Lookup, field: NamedField, { condition, values }: Criterion, negated: boolean): Promise<Clause> {
  const numbers = numbersIn(field, values);
  const bits = orderedBits(numbers[0] ?? 0);
  const range = async (physical: string, sign: string, opposite: string): Promise<Clause> => {
    if (!(await lookup.has(`${physical}_${field.name}`))) return negated;
    if (!negated) return `${physical}_${field.name}:${sign}${bits}`;
    return `${physical}_${field.name}:${opposite}${bits} || ${one('exists', code(field.name), true)}`;
  };
  // Of several values the largest decides whether any is above, the smallest whether any is below.
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

/** Of one value both limits can be asked for side by side; of several, it is looked up which lie between them. */
async function rangeClause(lookup: Lookup, field: NamedField, each: Criterion, negated: boolean): Promise<Clause> {
  const limits = (not: boolean) => Promise.all(limitsOf(each).map((limit) => numberClause(lookup, field, limit, not)));
  if (!field.many) return joined(negated ? '||' : '&&', await limits(negated));
  const between = lookup.within(joined('&&', await limits(false)));
  return equalTokens(lookup, field, await between.valuesOf(field, each), negated);
}

function booleanClause(lookup: Lookup, field: NamedField, { condition, values }: Criterion, negated: boolean): Promise<Clause> {
  if (!['EQUAL', 'IEQUAL', 'IN', 'WORD'].includes(condition)) {
    throw malformed(`${field.name} is true or false: ${condition} does not apply`, [
      { pointer: '/filter', expected: `EQUAL for ${field.name}`, got: condition },
    ]);
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
    return equalTo(lookup, field, values, negated);
  }
  if (condition === 'IEQUAL') return anyOf(lookup, `l_${field.name}`, values.map(foldedDigest), negated);
  if (condition === 'WORD') return wordClause(lookup, field, each, negated);
  return equalTokens(lookup, field, await lookup.valuesOf(field, each), negated);
}

function equalTokens(lookup: Lookup, field: NamedField, tokens: readonly string[], negated: boolean): Promise<Clause> {
  return anyOf(lookup, equality(field, '').field, tokens, negated);
}

/** `field:word`: one of the field's words; the whole value, in any case, where the field has no words, or where it is meant so. */
async function wordClause(lookup: Lookup, field: NamedField, each: Criterion, negated: boolean): Promise<Clause> {
  const parts = await Promise.all(
    each.values.map(async (value) => {
      const whole = await anyOf(lookup, `l_${field.name}`, [foldedDigest(value)], negated);
      if (!hasWords(field) || value.startsWith('urn:')) return whole;
      const words = wordsOf(withoutHeads(value));
      if (words.length === 1) return anyOf(lookup, `w_${field.name}`, words.map(wordToken), negated);
      if (words.length === 0) return whole;
      return joined(negated ? '&&' : '||', [
        whole,
        await equalTokens(lookup, field, await lookup.valuesOf(field, criterion(field.name, 'PHRASE', value)), negated),
      ]);
    }),
  );
  return joined(negated ? '&&' : '||', parts);
}

/** Words, phrases, patterns and URNs in any text that a plain query looks at. */
async function anywhere(lookup: Lookup, each: Criterion, negated: boolean): Promise<Clause> {
  const parts = await Promise.all(
    each.values.map(async (value): Promise<Clause> => {
      if (value.startsWith('urn:') && each.condition === 'WORD') return anyOf(lookup, 'u_', [equality(URNS, value).token], negated);
      const words = wordsOf(value);
      if (each.condition === 'WORD' && words.length === 1) return anyOf(lookup, 'w_', words.map(wordToken), negated);
      const ids = await lookup.documentsOf({ ...each, condition: each.condition === 'WORD' ? 'PHRASE' : each.condition, values: [value] });
      // Ids cannot be excluded; their digests are in every document as a field too.
      return anyOf(lookup, 'h_urn', ids, negated);
    }),
  );
  return joined(negated ? '&&' : '||', parts);
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
