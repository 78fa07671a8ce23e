/**
 * Queries `search`, `searchAcrossEntities` and `aggregateAcrossEntities` (docs/semantics.md 9, 15.3).
 */
import type { Grouping, SearchRequest, SearchResult, Sort } from '../../../catalog/index.ts';
import { SEARCH_PLACES } from '../budget.ts';
import { costing, SEARCH } from '../cost.ts';
import type { GraphContext, Part, Resolve } from '../operation.ts';
import { type FilterInput, filterIn, type PageInput, pageIn, typesNamed } from '../types/search-inputs.ts';
import { facetsOf, hitsOf } from '../types/search-results.ts';
import { rankedInView } from '../types/views.ts';

/** The arguments of all searches. */
export interface SearchInput extends FilterInput, PageInput {
  readonly type?: string | null;
  readonly types?: readonly string[] | null;
  readonly query?: string | null;
  readonly viewUrn?: string | null;
  readonly facets?: readonly string[] | null;
  readonly searchFlags?: {
    readonly includeSoftDeleted?: boolean | null;
    readonly skipAggregates?: boolean | null;
    readonly skipHighlighting?: boolean | null;
    readonly maxAggValues?: number | null;
    readonly includeStructuredPropertyFacets?: boolean | null;
    readonly allWords?: boolean | null;
    readonly groupingSpec?: Grouping | null;
  } | null;
  readonly sortInput?: { readonly sortCriterion?: SortCriterion | null; readonly sortCriteria?: readonly SortCriterion[] | null } | null;
}

export interface SortCriterion {
  readonly field: string;
  readonly sortOrder: 'ASCENDING' | 'DESCENDING';
}

const FACET_VALUES = 20;
const MOST_FACET_VALUES = 10_000;

/** The request to the core. */
export function requestOf({ catalog }: GraphContext, input: SearchInput): SearchRequest {
  return {
    types: typesNamed(catalog.model, input.type ? [input.type] : input.types) ?? catalog.searchable,
    input: input.query ?? '',
    filter: filterIn(input),
    sort: sortsIn(input.sortInput),
    ...pageIn(input),
    ...flagged(input.searchFlags ?? {}),
  };
}

function sortsIn(input: SearchInput['sortInput']): Sort[] {
  const criteria = input?.sortCriteria ?? (input?.sortCriterion ? [input.sortCriterion] : []);
  return criteria.map(({ field, sortOrder }) => ({ field, order: sortOrder }));
}

/** What the flags of a search ask of the core. */
function flagged(
  flags: NonNullable<SearchInput['searchFlags']>,
): Pick<SearchRequest, 'includeRemoved' | 'facets' | 'facetValues' | 'propertyFacets' | 'matches' | 'allWords'> {
  return {
    includeRemoved: flags.includeSoftDeleted ?? false,
    ...(flags.skipAggregates ? {} : { facets: 'all' }),
    facetValues: Math.min(Math.max(0, flags.maxAggValues ?? FACET_VALUES), MOST_FACET_VALUES),
    propertyFacets: flags.includeStructuredPropertyFacets ?? false,
    matches: !flags.skipHighlighting,
    allWords: flags.allWords ?? false,
  };
}

/** Searches, and keeps what the headers of the answer say. */
export async function runSearch({ catalog, notes, budget }: GraphContext, request: SearchRequest): Promise<SearchResult> {
  const result = await budget.list(() => catalog.search(request), SEARCH, SEARCH_PLACES);
  notes.searched = true;
  notes.unknown.push(...result.unknown);
  budget.spend(result.hits.length);
  return result;
}

const search: Resolve<{ input: SearchInput }> = async (_, { input }, context) => {
  const request = await rankedInView(context, input.viewUrn, requestOf(context, input));
  const result = await runSearch(context, request);
  return {
    start: request.start,
    count: request.count,
    total: result.total,
    searchResults: hitsOf(result, context),
    facets: facetsOf(result, context),
    bestOf: result.bestOf ?? null,
    suggestions: [],
  };
};

/** Facets of the whole result. Without names, the facets of the model. */
const aggregate: Resolve<{ input: SearchInput }> = async (_, { input }, context) => {
  const facets = input.facets?.length ? input.facets : ('all' as const);
  const request = await rankedInView(context, input.viewUrn, requestOf(context, input));
  const result = await runSearch(context, { ...request, start: 0, count: 0, matches: false, facets });
  return { facets: facetsOf(result, context) };
};

export const searches: Part = {
  sdl: `
input SortCriterion { field: String! sortOrder: SortOrder! }
enum SortOrder { ASCENDING DESCENDING }
input SearchSortInput { sortCriteria: [SortCriterion!] sortCriterion: SortCriterion }
input SearchInput {
  type: EntityType! query: String start: Int count: Int filters: [FacetFilterInput!] orFilters: [AndFilterInput!] searchFlags: SearchFlags sortInput: SearchSortInput
}
input SearchAcrossEntitiesInput {
  "Absent: all that are searched by default." types: [EntityType!]
  "Words, or the query language; * or nothing: everything." query: String
  start: Int count: Int filters: [FacetFilterInput!] orFilters: [AndFilterInput!] viewUrn: String searchFlags: SearchFlags sortInput: SearchSortInput
}
input AggregateAcrossEntitiesInput {
  types: [EntityType!]
  "Names of fields, structuredProperties.<id> too; absent: those of the model." facets: [String!]
  query: String filters: [FacetFilterInput!] orFilters: [AndFilterInput!] viewUrn: String searchFlags: SearchFlags
}
"The result is a ranked list of the best entities, of those that have any of the words; total is its length."
type BestOf {
  "Words of the text that count." words: [String!]!
  "Words that nothing in the list has." unmet: [String!]!
  "Words that are read as another one." corrected: [CorrectedWord!]!
  "How many entities of the list have all words." withAllWords: Int!
}
type CorrectedWord { word: String! as: String! }
type SearchSuggestion { text: String! }
type SearchResults {
  start: Int! count: Int! total: Long! searchResults: [SearchResult!]! facets: [FacetMetadata!]! suggestions: [SearchSuggestion!]!
  bestOf: BestOf
}
type AggregateResults { facets: [FacetMetadata!]! }
extend type Query {
  search(input: SearchInput!): SearchResults
  searchAcrossEntities(input: SearchAcrossEntitiesInput!): SearchResults
  aggregateAcrossEntities(input: AggregateAcrossEntitiesInput!): AggregateResults
}`,
  resolvers: {
    Query: { search: costing(SEARCH, search), searchAcrossEntities: costing(SEARCH, search), aggregateAcrossEntities: costing(SEARCH, aggregate) },
  },
};
