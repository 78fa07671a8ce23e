/**
 * Counts entities: several facets and several totals in one request.
 */
import {
  type CountedFragment,
  type CoverageCountFragment,
  countedFragment,
  type FacetFilterInput,
  type FoundFragment,
} from '../../generated/queries.ts';
import { documentOf, graphql } from './client.ts';
import type { FacetValue } from './search.ts';

export interface Scope {
  /** Constants of entity types; absent: all that are searched by default. */
  readonly types?: readonly string[];
  /** An entity matches all filters of one of these lists. Absent: all entities. */
  readonly anyOf?: readonly (readonly FacetFilterInput[])[];
}

export interface FacetAsk extends Scope {
  readonly field: string;
  readonly most?: number;
}

/** How many assets there are, and how many of them have what. */
export type CoverageCount = Omit<CoverageCountFragment, '__typename'>;

export interface Counts {
  /** Values of each facet, the most frequent first. */
  readonly facets: readonly (readonly FacetValue[])[];
  readonly totals: readonly number[];
}

function scope({ types, anyOf }: Scope): Record<string, unknown> {
  return {
    query: '*',
    ...(types ? { types } : {}),
    ...(anyOf ? { orFilters: anyOf.map((and) => ({ and })) } : {}),
  };
}

type CountAnswers = Record<string, Partial<CountedFragment & Pick<FoundFragment, 'total'>>>;

export async function count(facets: readonly FacetAsk[], totals: readonly Scope[], signal?: AbortSignal): Promise<Counts> {
  const parameters = [
    ...facets.map((_, at) => `$f${at}: AggregateAcrossEntitiesInput!`),
    ...totals.map((_, at) => `$t${at}: SearchAcrossEntitiesInput!`),
  ];
  const fields = [
    ...facets.map((_, at) => `f${at}: aggregateAcrossEntities(input: $f${at}) { ...counted }`),
    ...totals.map((_, at) => `t${at}: searchAcrossEntities(input: $t${at}) { total }`),
  ];
  const variables = {
    ...Object.fromEntries(
      facets.map(({ field, most = 100, ...of }, at) => [`f${at}`, { ...scope(of), facets: [field], searchFlags: { maxAggValues: most } }]),
    ),
    ...Object.fromEntries(
      totals.map((of, at) => [`t${at}`, { ...scope(of), count: 0, searchFlags: { skipAggregates: true, skipHighlighting: true } }]),
    ),
  };
  const document = documentOf<CountAnswers>(
    `query count(${parameters.join(', ')}) { ${fields.join(' ')} }`,
    facets.length > 0 ? countedFragment : [],
  );
  const answer = await graphql(document, variables, signal);
  return {
    facets: facets.map(({ field }, at) => answer[`f${at}`]?.facets?.find((each) => each.field === field)?.aggregations ?? []),
    totals: totals.map((_, at) => answer[`t${at}`]?.total ?? 0),
  };
}
