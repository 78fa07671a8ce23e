/**
 * A page of what a query, a filter or a sort order finds (docs/semantics.md 9.2, 13.2).
 */
import { type Catalog, partOf, type SearchRequest } from '../../catalog/index.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import { sayInHeaders } from '../answer/search-headers.ts';
import { cursorText, searchPosition } from '../request/cursor.ts';
import type { Context } from '../types.ts';
import { type Listing, type Page, type PageRequest, pageQuestion } from './listing.ts';

/**
 * The query is read as a filter, its words included: an entity is on the list or it is not, nothing is ranked.
 *
 * @throws Refusal malformed for a query that cannot be read, with its place, and for a soft-deleted property in it
 */
export async function searchPage(context: Context, catalog: Catalog, listing: Listing, asked: PageRequest): Promise<Page> {
  const { types, sorts, filter } = listing;
  const { query, scrollId, count, includeRemoved, slice } = asked;
  const question = pageQuestion(catalog, listing, asked);
  const request: SearchRequest = { types, input: query, inputName: 'query', onlyFilter: true, filter, sort: sorts, start: 0, count, includeRemoved };
  const urns: Urn[] = [];
  for (let scroll = searchPosition(scrollId, question); ; ) {
    const { hits, total, unknown, next } = await catalog.search({ ...request, scroll, count: count - urns.length });
    for (const { urn: text } of hits) {
      const urn = parseUrn(catalog.model, text);
      if (!isProblem(urn) && (!slice || partOf(text, slice.of) === slice.id)) urns.push(urn);
    }
    scroll = { after: next };
    if (next && urns.length < count) continue;
    await sayInHeaders(context, catalog, unknown);
    return { urns, total, next: next && cursorText(next, question) };
  }
}
