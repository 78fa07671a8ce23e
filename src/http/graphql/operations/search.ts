/**
 * Queries `search`, `searchAcrossEntities` and `aggregateAcrossEntities` (docs/semantics.md 9, 15.3).
 */
import { MOST_RECOUNTED, type SearchRequest, type SearchResult, type Sort } from '../../../catalog/index.ts';
import type { AggregateAcrossEntitiesInput, SearchAcrossEntitiesInput, SearchFlags } from '../../../generated/arguments.ts';
import { SEARCH_PLACES } from '../budget.ts';
import { costing, SEARCH } from '../cost.ts';
import type { GraphContext, Resolve, Resolvers } from '../operation.ts';
import { filterIn, pageIn, typesNamed } from '../types/search-inputs.ts';
import { facetsOf, hitsOf } from '../types/search-results.ts';
import { rankedInView } from '../types/views.ts';

/** The arguments of all searches. */
export type SearchInput = { readonly type?: string | null } & SearchAcrossEntitiesInput & Pick<AggregateAcrossEntitiesInput, 'facets'>;

/** To group siblings, up to three further searches read hits. */
const GROUPING = 3 * SEARCH;
const FACET_VALUES = 20;
const MOST_FACET_VALUES = 10_000;

/** Also what a stage hides? */
interface Hiding {
  readonly includeHidden?: boolean;
  /** Count with domains and the like what is below them? */
  readonly nestedFacets?: boolean;
  readonly groupSiblings?: boolean;
}

/** The request to the core. */
export function requestOf({ catalog }: GraphContext, input: SearchInput): SearchRequest & Hiding {
  return {
    types: typesNamed(catalog.model, input.type ? [input.type] : input.types) ?? catalog.searchable,
    input: input.query ?? '',
    filter: filterIn(input),
    sort: sortsIn(input.sortInput),
    ...pageIn(input),
    ...flagged(input.searchFlags ?? {}),
    includeHidden: input.searchFlags?.includeHiddenLifecycleStages ?? false,
    nestedFacets: input.searchFlags?.nestedFacets ?? false,
    groupSiblings: input.searchFlags?.groupSiblings ?? false,
  };
}

function sortsIn(input: SearchInput['sortInput']): Sort[] {
  const criteria = input?.sortCriteria ?? (input?.sortCriterion ? [input.sortCriterion] : []);
  return criteria.map(({ field, sortOrder }) => ({ field, order: sortOrder }));
}

/** What the flags of a search ask of the core. */
function flagged(flags: SearchFlags): Partial<SearchRequest> {
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
export async function runSearch({ catalog, notes, budget, actor }: GraphContext, asked: SearchRequest & Hiding): Promise<SearchResult> {
  const { includeHidden, ...request } = asked;
  const viewer = includeHidden ? undefined : actor;
  // Each value that is counted anew is a search without hits.
  const cost = (request.groupSiblings ? SEARCH + GROUPING : SEARCH) + (request.nestedFacets ? MOST_RECOUNTED : 0);
  const result = await budget.list(() => catalog.search({ ...request, viewer }), cost, SEARCH_PLACES);
  notes.searched = true;
  notes.unknown.push(...result.unknown);
  budget.spend(result.hits.length);
  return result;
}

/** @param none nothing can be found, so nothing is searched */
export async function searched(context: GraphContext, request: SearchRequest, none = false): Promise<object> {
  const { start, count } = request;
  if (none) return { start, count: 0, total: 0, searchResults: [], facets: [], suggestions: [] };
  const result = await runSearch(context, request);
  const [searchResults, facets] = [hitsOf(result, context), facetsOf(result, context)];
  return { start, count, total: result.total, searchResults, facets, bestOf: result.bestOf ?? null, suggestions: [] };
}

const search: Resolve<{ input: SearchInput }> = async (_, { input }, context) =>
  searched(context, await rankedInView(context, input.viewUrn, requestOf(context, input)));

const semanticSearch: Resolve<{ input: SearchInput }> = (parent, args, context, info) => {
  context.warn('Cairn has no search by meaning; semanticSearchAcrossEntities has searched by words');
  return search(parent, args, context, info);
};

/** Facets of the whole result. Without names, the facets of the model. */
const aggregate: Resolve<{ input: SearchInput }> = async (_, { input }, context) => {
  const facets = input.facets?.length ? input.facets : ('all' as const);
  const request = await rankedInView(context, input.viewUrn, requestOf(context, input));
  const result = await runSearch(context, { ...request, start: 0, count: 0, matches: false, facets });
  return { facets: facetsOf(result, context) };
};

export const searches: Resolvers = {
  Query: {
    search: costing(SEARCH, search),
    searchAcrossEntities: costing(SEARCH, search),
    aggregateAcrossEntities: costing(SEARCH, aggregate),
    semanticSearchAcrossEntities: costing(SEARCH, semanticSearch),
  },
};
