/**
 * `POST /entities?action=search`, `searchAcrossEntities`, `scrollAcrossEntities`, `list`, `filter` (docs/semantics.md 9).
 */
import { type Catalog, readFilter, type SearchRequest, type SearchResult } from '../../catalog/index.ts';
import { sayInHeaders } from '../answer/search-headers.ts';
import { cursorText, searchPosition, searchQuestion } from '../request/cursor.ts';
import { appliedCount } from '../request/page.ts';
import { boolean, longText, paramsOf, text } from '../request/params.ts';
import type { Context } from '../types.ts';
import { metadataOf, rankedIn } from './find-answer.ts';
import { DEFAULT_COUNT, ENTITY, FILTER, FLAGS, flagged, PAGING, SORTING, someTypes, sortsOf, typesNamed } from './find-params.ts';

const SHARED = { filter: FILTER, ...PAGING, ...SORTING, searchFlags: FLAGS };
const ACROSS = { entities: ENTITY, entity: ENTITY, ...SHARED };
const readSearch = paramsOf('search', { input: longText }, { entity: ENTITY, fulltext: boolean, ...SHARED });
const readAcross = paramsOf('searchAcrossEntities', { input: longText }, ACROSS);
const readScroll = paramsOf('scrollAcrossEntities', { input: longText }, { ...ACROSS, scrollId: text, keepAlive: text });
const readList = paramsOf('list', { entity: ENTITY }, SHARED);
const readOnlyFilter = paramsOf('filter', { entity: ENTITY, filter: FILTER }, SHARED);

type SearchParams = Partial<ReturnType<typeof readAcross>>;
type TypesOf = typeof typesNamed;

/** Also what a stage hides? */
interface StageOption {
  readonly includeHidden?: boolean;
}

/** @param typesOf which types a request without names of types means */
function requestOf(catalog: Catalog, params: SearchParams, typesOf: TypesOf = typesNamed): SearchRequest & StageOption {
  return {
    types: params.entities ? typesOf(catalog, params.entities, '/entities') : typesOf(catalog, params.entity),
    input: params.input ?? '*',
    filter: readFilter(params.filter),
    sort: sortsOf(params),
    start: params.start ?? 0,
    count: appliedCount(params.count, DEFAULT_COUNT),
    ...flagged(params.searchFlags),
    includeHidden: params.searchFlags?.includeHiddenLifecycleStages ?? false,
    matches: true,
  };
}

async function answer(context: Context, catalog: Catalog, asked: SearchRequest & StageOption): Promise<SearchResult> {
  const { includeHidden, ...request } = asked;
  const result = await catalog.search({ ...request, viewer: includeHidden ? undefined : context.state.actor });
  await sayInHeaders(context, catalog, result.unknown);
  return result;
}

export async function search(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  return sendFound(context, catalog, requestOf(catalog, readSearch(body), someTypes));
}

export async function searchAcrossEntities(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  return sendFound(context, catalog, requestOf(catalog, readAcross(body), typesNamed));
}

export async function filter(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  return sendFound(context, catalog, requestOf(catalog, readOnlyFilter(body), someTypes));
}

async function sendFound(context: Context, catalog: Catalog, request: SearchRequest & StageOption): Promise<void> {
  const result = await answer(context, catalog, request);
  context.body = { value: { ...pageOf(catalog, request, result), from: request.start } };
}

/** The next page of an exhaustive search; the last page has no `scrollId`. */
export async function scrollAcrossEntities(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { scrollId, ...params } = readScroll(body);
  const asked = requestOf(catalog, params);
  const question = searchQuestion(catalog, asked);
  const request = { ...asked, scroll: searchPosition(scrollId, question) };
  const result = await answer(context, catalog, request);
  context.body = { value: { ...pageOf(catalog, request, result), ...(result.next ? { scrollId: cursorText(result.next, question) } : {}) } };
}

/** `{value: {start, count, total, entities: [urn]}}` */
export async function listFound(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { facets: _, ...request } = requestOf(catalog, readList(body), someTypes);
  const { hits, total } = await answer(context, catalog, request);
  context.body = { value: { start: request.start, count: hits.length, total, entities: hits.map(({ urn }) => urn) } };
}

function pageOf(catalog: Catalog, { count }: SearchRequest, { total, hits, facets, bestOf }: SearchResult) {
  const objects = catalog.model.names.objectsInSearch;
  const metadata = metadataOf(catalog, hits, facets, bestOf);
  return {
    numEntities: total,
    pageSize: count,
    metadata,
    entities: objects
      ? hits.map(({ urn, matchedFields, ...rest }) => ({ entity: urn, matchedFields, features: {}, ...rankedIn(rest) }))
      : metadata.urns,
  };
}
