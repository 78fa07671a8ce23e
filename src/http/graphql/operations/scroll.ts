/**
 * Query `scrollAcrossEntities` (docs/semantics.md 1.6, 15.3): an exhaustive search, page by page.
 */
import { cursorText, searchPosition, searchQuestion } from '../../request/cursor.ts';
import { costing, SEARCH } from '../cost.ts';
import type { Part, Resolve } from '../operation.ts';
import { facetsOf, hitsOf } from '../types/search-results.ts';
import { inView } from '../types/views.ts';
import { requestOf, runSearch, type SearchInput } from './search.ts';

const scroll: Resolve<{ input: SearchInput & { readonly scrollId?: string | null } }> = async (_, { input }, context) => {
  const asked = await inView(context, input.viewUrn, requestOf(context, input));
  const question = searchQuestion(context.catalog, asked);
  const request = { ...asked, scroll: searchPosition(input.scrollId, question) };
  const result = await runSearch(context, request);
  return {
    nextScrollId: result.next ? cursorText(result.next, question) : null,
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
  resolvers: { Query: { scrollAcrossEntities: costing(SEARCH, scroll) } },
};
