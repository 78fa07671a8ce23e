/**
 * `POST /entities?action=searchAcrossLineage` and `scrollAcrossLineage` (docs/semantics.md 8.3, 9.7): stored entities upstream or downstream,
 * found by text and filter.
 */
import { type Catalog, type LineageSearchRequest, type LineageSearchResult, readFilter, wantsColumns } from '../../catalog/index.ts';
import { urnFrom } from '../../model/named.ts';
import { sayInHeaders } from '../answer/search-headers.ts';
import { cursorText, lineagePosition, lineageQuestion } from '../request/cursor.ts';
import { integer, listOf, longText, MOST_NAMES, oneOf, paramsOf, someText, start, text, time } from '../request/params.ts';
import type { Context } from '../types.ts';
import { metadataOf } from './find-answer.ts';
import { FILTER, FLAGS, flagged, SORTING, sortsOf } from './find-params.ts';
import { entityTypesNamed, MOST_HOPS, MOST_REACHED } from './read-lineage.ts';

const SHARED = {
  entities: listOf(someText, MOST_NAMES),
  input: longText,
  maxHops: integer({ minimum: 1, maximum: MOST_HOPS }),
  filter: FILTER,
  ...SORTING,
  count: integer({ minimum: 0, maximum: MOST_REACHED }),
  startTimeMillis: time,
  endTimeMillis: time,
  searchFlags: FLAGS,
};
const OF = { urn: someText, direction: oneOf(['UPSTREAM', 'DOWNSTREAM']) };
const readSearch = paramsOf('searchAcrossLineage', OF, { ...SHARED, start });
const readScroll = paramsOf('scrollAcrossLineage', OF, { ...SHARED, scrollId: text, keepAlive: text });
type AcrossParams = ReturnType<typeof readSearch>;

function requestOf(catalog: Catalog, params: AcrossParams): LineageSearchRequest {
  const { entities = [] } = params;
  return {
    urn: urnFrom(catalog.model, params.urn),
    direction: params.direction,
    hops: params.maxHops,
    types: entities.length === 0 ? undefined : entityTypesNamed(catalog.model, entities, '/entities'),
    from: params.startTimeMillis,
    to: params.endTimeMillis,
    input: params.input ?? '*',
    filter: readFilter(params.filter),
    sort: sortsOf(params),
    start: params.start ?? 0,
    count: params.count ?? 10,
    ...flagged(params.searchFlags),
    columns: wantsColumns(params.searchFlags?.groupingSpec),
    matches: true,
  };
}

/** Hits come by degree; if the search has words, the best come first. Each has one shortest path in `paths`, or several from a column. */
export async function searchAcrossLineage(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const request = requestOf(catalog, readSearch(body));
  const result = await catalog.searchLineage(request);
  await sayInHeaders(context, catalog, result.unknown);
  context.body = { value: { ...answer(catalog, request, result), from: request.start } };
}

/** All pages show the lineage at the time of the first one, by degree. The last page has no `scrollId`. */
export async function scrollAcrossLineage(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { scrollId, ...params } = readScroll(body);
  const asked = requestOf(catalog, params);
  const question = lineageQuestion(catalog, asked);
  const request = { ...asked, scroll: lineagePosition(scrollId, question) };
  const result = await catalog.searchLineage(request);
  await sayInHeaders(context, catalog, result.unknown);
  context.body = { value: { ...answer(catalog, request, result), ...(result.next ? { scrollId: cursorText(result.next, question) } : {}) } };
}

function answer(catalog: Catalog, { count }: LineageSearchRequest, { total, filtered, hits, facets }: LineageSearchResult) {
  return {
    pageSize: count,
    numEntities: total,
    metadata: { ...metadataOf(catalog, hits, facets), filtered },
    entities: hits.map(({ urn, degree, degrees, paths, relationships, matchedFields, missing }) => ({
      entity: urn,
      degree,
      degrees,
      paths,
      relationships,
      matchedFields,
      ...(missing && { missing }),
    })),
  };
}
