/**
 * Query `scrollAcrossEntities` (docs/semantics.md 1.6, 15.3): an exhaustive search, page by page.
 */
import type { SearchRequest } from '../../../catalog/index.ts';
import { cursorText, searchPosition, searchQuestion } from '../../request/cursor.ts';
import { costing, SEARCH } from '../cost.ts';
import type { GraphContext, Resolve, Resolvers } from '../operation.ts';
import { facetsOf, hitsOf } from '../types/search-results.ts';
import { inView } from '../types/views.ts';
import { requestOf, runSearch, type SearchInput } from './search.ts';

/** @param none nothing can be found, so nothing is searched */
export async function scrolled(context: GraphContext, asked: SearchRequest, scrollId?: string | null, none = false): Promise<object> {
  if (none) return { nextScrollId: null, count: 0, total: 0, searchResults: [], facets: [] };
  const question = searchQuestion(context.catalog, asked);
  const result = await runSearch(context, { ...asked, scroll: searchPosition(scrollId, question) });
  return {
    nextScrollId: result.next ? cursorText(result.next, question) : null,
    count: asked.count,
    total: result.total,
    searchResults: hitsOf(result, context),
    facets: facetsOf(result, context),
  };
}

const scroll: Resolve<{ input: SearchInput & { readonly scrollId?: string | null } }> = async (_, { input }, context) =>
  scrolled(context, await inView(context, input.viewUrn, requestOf(context, input)), input.scrollId);

export const scrolls: Resolvers = { Query: { scrollAcrossEntities: costing(SEARCH, scroll) } };
