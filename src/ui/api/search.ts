/**
 * Searches, counts and suggests, through GraphQL.
 */
import {
  type CountedFragment,
  countedFragment,
  type FacetFilterInput,
  type FoundFragment,
  foundFragment,
  totalQuery,
  valuesQuery,
} from '../../generated/queries.ts';
import { aspectsOf } from '../data/described.ts';
import { settings } from '../settings.ts';
import { documentOf, graphql } from './client.ts';
import { filterOf } from './filter-of.ts';
import { byName, NAMING_ASPECTS } from './names.ts';

/** How one field narrows a search. */
export interface FieldFilter {
  readonly field: string;
  /** The field has any of these values. */
  readonly values?: readonly string[];
  /** The value is between these bounds, inclusive. */
  readonly from?: string;
  readonly to?: string;
}

export interface SearchAsk {
  readonly query: string;
  /** Constants of entity types. If empty, all that are searched by default. */
  readonly types: readonly string[];
  readonly filters: readonly FieldFilter[];
  readonly sort: { readonly field: string; readonly order: 'ASCENDING' | 'DESCENDING' } | undefined;
  readonly start: number;
  readonly count: number;
  /** Facets to read besides those of the model: `structuredProperties.<id>`. */
  readonly propertyFacets: readonly string[];
  readonly removed: boolean;
  /** Only what has all words. */
  readonly allWords: boolean;
}

export interface Hit {
  readonly urn: string;
  readonly aspects: Readonly<Record<string, Record<string, unknown>>>;
  readonly matched: readonly { readonly name: string; readonly value: string }[];
  /** Words of the search that it lacks. */
  readonly unmet: readonly string[];
  /** How many shards of the same table are left out. */
  readonly folded: number;
}

/** The result is a list of the best, of those that have any of the words. */
export interface BestOf {
  readonly unmet: readonly string[];
  readonly corrected: readonly { readonly word: string; readonly as: string }[];
  readonly withAllWords: number;
}

export interface FacetValue {
  readonly value: string;
  readonly count: number;
}

export interface Facet {
  readonly field: string;
  readonly title: string;
  readonly values: readonly FacetValue[];
  /** How many values there are in all; `values` has the most frequent ones. */
  readonly totalValues: number;
}

export interface SearchFindings {
  readonly total: number;
  readonly bestOf: BestOf | undefined;
  readonly hits: readonly Hit[];
  readonly facets: readonly Facet[];
}

/** The facet of the entity type. */
export const TYPE_FIELD = '_entityType';

/** What a card shows of an entity. */
export const CARD_ASPECTS = [
  ...new Set([...NAMING_ASPECTS, ...aspectsOf('descriptions')]),
  'dataPlatformInstance',
  'globalTags',
  'glossaryTerms',
  'ownership',
  'deprecation',
  'status',
  'subTypes',
  'domains',
  'browsePathsV2',
];

/**
 * Reads one page of a search and its facets. A facet that narrows the search is counted without its own filter, so that the reader can
 * choose further values.
 */
export async function search(ask: SearchAsk, signal?: AbortSignal): Promise<SearchFindings> {
  const own = narrowing(ask);
  const queries = own.map((_, at) => `f${at}: aggregateAcrossEntities(input: $f${at}) { ...counted }`);
  const parameters = own.map((_, at) => `, $f${at}: AggregateAcrossEntitiesInput!`).join('');
  const text = `query find($input: SearchAcrossEntitiesInput!, $card: [String!], $extra: AggregateAcrossEntitiesInput!, $props: Boolean!${parameters}) {
  found: searchAcrossEntities(input: $input) { ...found }
  extra: aggregateAcrossEntities(input: $extra) @include(if: $props) { ...counted }
  ${queries.join('\n  ')}
}`;
  type SearchAnswer = { found: FoundFragment; extra?: CountedFragment } & Record<string, CountedFragment>;
  const variables = {
    input: {
      ...scope(ask),
      start: ask.start,
      count: ask.count,
      ...(ask.sort ? { sortInput: { sortCriteria: [{ field: ask.sort.field, sortOrder: ask.sort.order }] } } : {}),
    },
    card: CARD_ASPECTS,
    props: ask.propertyFacets.length > 0,
    extra: { ...scope(ask), facets: ask.propertyFacets },
    ...Object.fromEntries(own.map((field, at) => [`f${at}`, { ...scope(without(ask, field)), facets: [field] }])),
  };
  const answer = await graphql(documentOf<SearchAnswer>(text, foundFragment, countedFragment), variables, signal);
  const counted = own.flatMap((_, at) => answer[`f${at}`]?.facets ?? []);
  return {
    total: answer.found.total,
    bestOf: answer.found.bestOf ?? undefined,
    hits: answer.found.searchResults.flatMap(({ entity, matchedFields, unmetWords, folded }) =>
      entity ? [{ urn: entity.urn, aspects: byName(entity), matched: matchedFields, unmet: unmetWords ?? [], folded: folded ?? 0 }] : [],
    ),
    facets: merged([...answer.found.facets, ...(answer.extra?.facets ?? [])], counted),
  };
}

/** The most values of a facet that are read to search among them. */
const MOST_VALUES = 2000;

/** All values of a facet, counted without its own filter, the most frequent first. */
export async function facetValues(ask: SearchAsk, field: string, signal?: AbortSignal): Promise<readonly FacetValue[]> {
  const { searchFlags, ...rest } = scope(without(ask, field));
  const input = { ...rest, facets: [field], searchFlags: { ...searchFlags, maxAggValues: MOST_VALUES } };
  const { counted } = await graphql(valuesQuery, { input }, signal);
  return counted.facets.find((each) => each.field === field)?.aggregations ?? [];
}

/** Fields that narrow the search to certain values. */
function narrowing({ types, filters }: SearchAsk): string[] {
  return [...(types.length > 0 ? [TYPE_FIELD] : []), ...new Set(filters.map(({ field }) => field))];
}

function without(ask: SearchAsk, field: string): SearchAsk {
  return field === TYPE_FIELD ? { ...ask, types: [] } : { ...ask, filters: ask.filters.filter((each) => each.field !== field) };
}

/**
 * A search as the server takes it. Types that are searched anyway narrow the result as any other facet does: a list of the best stays the
 * same list.
 */
export function scope({ query, types, filters, removed, allWords }: SearchAsk) {
  const narrows = types.length > 0 && types.every((type) => settings.searched.includes(type));
  const fields = narrows ? [{ field: TYPE_FIELD, values: types }, ...filters] : filters;
  const and = fields.flatMap(({ field, values, from, to }: FieldFilter) => [
    ...(values && values.length > 0 ? [filterOf(field, values)] : []),
    ...(from === undefined ? [] : [{ field, values: [from], condition: 'GREATER_THAN_OR_EQUAL_TO' as const }]),
    ...(to === undefined ? [] : [{ field, values: [to], condition: 'LESS_THAN_OR_EQUAL_TO' as const }]),
  ]);
  return {
    query: query.trim() === '' ? '*' : query,
    ...(types.length > 0 && !narrows ? { types } : {}),
    ...(and.length > 0 ? { orFilters: [{ and }] } : {}),
    searchFlags: { includeSoftDeleted: removed, maxAggValues: 20, allWords, nestedFacets: true },
  };
}

/** The facets of the narrowed result. Facets that were counted separately replace those of the same field. */
function merged(narrowed: CountedFragment['facets'], counted: CountedFragment['facets']): Facet[] {
  const all = new Map([...narrowed, ...counted].map((each) => [each.field, each]));
  return [...all.values()].map(({ field, displayName, totalValues, aggregations }) => ({
    field,
    title: displayName ?? field,
    values: aggregations,
    totalValues,
  }));
}

/** How many entities each type has, for the types that are searched by default. */
export async function countTypes(signal?: AbortSignal): Promise<FacetValue[]> {
  const input = { query: '*', facets: [TYPE_FIELD], searchFlags: { maxAggValues: 60 } };
  const { counted } = await graphql(valuesQuery, { input }, signal);
  return [...(counted.facets[0]?.aggregations ?? [])];
}

/** Only the number of matching entities. */
export async function countMatches(filters: readonly FacetFilterInput[], types: readonly string[], signal?: AbortSignal): Promise<number> {
  const input = {
    query: '*',
    count: 0,
    orFilters: [{ and: filters }],
    types,
    searchFlags: { skipAggregates: true, skipHighlighting: true, includeSoftDeleted: true },
  };
  const { found } = await graphql(totalQuery, { input }, signal);
  return found.total;
}
