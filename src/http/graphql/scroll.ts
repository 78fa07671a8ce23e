/**
 * Query `scrollAcrossEntities` (document 2; semantics 15): an exhaustive search, page by page.
 */
import { cursorFrom, cursorText } from '../openapi/cursor.ts';
import type { Part, Resolve } from './operation.ts';
import { requestOf, type SearchInput, searched } from './search.ts';
import { facetsOf, hitsOf } from './search-results.ts';

const scroll: Resolve<{ input: SearchInput & { readonly scrollId?: string | null } }> = async (_, { input }, context) => {
  const start = input.scrollId ? cursorFrom(input.scrollId, { start: 'number' }).start : 0;
  const request = { ...requestOf(context, input), start };
  const result = await searched(context, request);
  const next = start + result.hits.length;
  const more = result.hits.length > 0 && next < result.total;
  return {
    nextScrollId: more ? cursorText({ start: next }) : null,
    count: request.count,
    total: result.total,
    searchResults: hitsOf(result, context),
    facets: facetsOf(result, context),
  };
};

export const scrolls: Part = {
  sdl: `
input ScrollAcrossEntitiesInput {
  types: [EntityType!] query: String
  "nextScrollId of the page before; the rest of the input stays as it was." scrollId: String
  keepAlive: String count: Int filters: [FacetFilterInput!] orFilters: [AndFilterInput!] viewUrn: String searchFlags: SearchFlags sortInput: SearchSortInput
}
type ScrollResults {
  "Null at the end." nextScrollId: String
  count: Int! total: Long! searchResults: [SearchResult!]! facets: [FacetMetadata!]!
}
extend type Query { scrollAcrossEntities(input: ScrollAcrossEntitiesInput!): ScrollResults }`,
  resolvers: { Query: { scrollAcrossEntities: scroll } },
};
