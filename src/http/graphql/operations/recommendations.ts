/**
 * `listRecommendations`: what a home page leads to. Each module is a facet of everything that is searched; the most common values come first.
 */
import { EVERYTHING, type FacetResult, type SearchRequest } from '../../../catalog/index.ts';
import type { Arguments } from '../../../generated/arguments.ts';
import { costing, SEARCH } from '../cost.ts';
import { type GraphContext, type Resolve, type Resolvers, refNamed } from '../operation.ts';
import { inView } from '../types/views.ts';
import { runSearch } from './search.ts';

/** By the search field. Ids and render types are those that known clients look for. */
const MODULES = [
  { field: 'platform', moduleId: 'Platforms', title: 'Platforms', renderType: 'PLATFORM_SEARCH_LIST' },
  { field: 'domains', moduleId: 'Domains', title: 'Domains', renderType: 'DOMAIN_SEARCH_LIST' },
  { field: 'tags', moduleId: 'TopTags', title: 'Popular Tags', renderType: 'TAG_SEARCH_LIST' },
  { field: 'glossaryTerms', moduleId: 'TopTerms', title: 'Popular Glossary Terms', renderType: 'GLOSSARY_TERM_SEARCH_LIST' },
] as const;
const LIMIT = 10;
const MOST = 100;

/** Only for the home page: elsewhere the answer has no modules. */
const recommendations: Resolve<Arguments['listRecommendations']> = async (_, { input }, context) => {
  if (input.requestContext && input.requestContext.scenario !== 'HOME') return { modules: [] };
  const everything: SearchRequest = {
    types: context.catalog.searchable,
    input: '',
    filter: EVERYTHING,
    start: 0,
    count: 0,
    facets: MODULES.map(({ field }) => field),
    facetValues: Math.min(Math.max(1, input.limit ?? LIMIT), MOST),
  };
  const { facets } = await runSearch(context, await inView(context, input.viewUrn, everything));
  const modules = MODULES.map(({ field, ...module }) => ({ ...module, content: contentOf(context, field, facets) }));
  return { modules: modules.filter(({ content }) => content.length > 0) };
};

function contentOf({ catalog, budget }: GraphContext, field: string, facets: readonly FacetResult[]): object[] {
  const values = facets.find((facet) => facet.field === field)?.values ?? [];
  budget.spend(values.length);
  return values.map(({ value, count }) => ({
    value,
    entity: refNamed(catalog.model, value),
    params: { searchParams: { query: '*', filters: [{ field, values: [value] }] }, contentParams: { count } },
  }));
}

export const recommended: Resolvers = { Query: { listRecommendations: costing(SEARCH, recommendations) } };
