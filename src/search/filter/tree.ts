/**
 * The common form of all filters: legacy filters, GraphQL's `orFilters` and the query language are read into it.
 */
export const CONDITIONS = [
  'EQUAL',
  'IEQUAL',
  'IN',
  'CONTAIN',
  'START_WITH',
  'END_WITH',
  'GREATER_THAN',
  'GREATER_THAN_OR_EQUAL_TO',
  'LESS_THAN',
  'LESS_THAN_OR_EQUAL_TO',
  'EXISTS',
  'IS_NULL',
  // Conditions on a hierarchy: catalog/write/hierarchy.ts replaces them with IN.
  'DESCENDANTS_INCL',
  'ANCESTORS_INCL',
  'RELATED_INCL',
] as const;

/**
 * The conditions that clients may use. Words, phrases, patterns (`*`, `?`) and ranges come from the query language; PREFIX, which minds the case,
 * from what policies show.
 */
export type Condition = (typeof CONDITIONS)[number] | 'WORD' | 'PHRASE' | 'LIKE' | 'RANGE' | 'PREFIX';

/** It holds if any value of the field meets it with any of `values`. Field '': any field that a plain query searches. */
export interface Criterion {
  readonly is: 'criterion';
  readonly field: string;
  readonly condition: Condition;
  readonly values: readonly string[];
  /** The two conditions of a RANGE. One value of the field must meet both. */
  readonly bounds?: readonly [from: Condition, to: Condition];
  /** This field alone, not those that clients mean by its name, too. */
  readonly exact?: true;
  /** Cairn adds it to the filter of a client: it does not count in the limit of that. */
  readonly added?: true;
}

export type Filter =
  /** `added`: Cairn adds all of it, beside the filter of a client (added.ts). */
  { readonly is: 'and' | 'or'; readonly of: readonly Filter[]; readonly added?: true } | { readonly is: 'not'; readonly of: Filter } | Criterion;

export const EVERYTHING: Filter = { is: 'and', of: [] };

export function criterion(field: string, condition: Condition, ...values: string[]): Criterion {
  return { is: 'criterion', field, condition, values };
}

export function both(...of: Filter[]): Filter {
  const parts = of.filter((each) => each !== EVERYTHING);
  return parts.length === 1 ? (parts[0] as Filter) : { is: 'and', of: parts };
}

/** All criteria of a filter. */
export function* criteriaOf(filter: Filter): Generator<Criterion> {
  if (filter.is === 'criterion') yield filter;
  else for (const each of [filter.of].flat()) yield* criteriaOf(each);
}

/** The same filter with every criterion replaced by the result of `change`. */
export function mapCriteria(filter: Filter, change: (criterion: Criterion) => Filter): Filter {
  if (filter.is === 'criterion') return change(filter);
  if (filter.is === 'not') return { is: 'not', of: mapCriteria(filter.of, change) };
  return { ...filter, of: filter.of.map((each) => mapCriteria(each, change)) };
}
