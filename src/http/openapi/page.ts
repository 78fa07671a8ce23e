/**
 * One page of a list or a scroll (docs/semantics.md 13.2). Everything in the order of URNs comes from the graph; a query, a filter and other
 * orders are asked of the search index, and the entities themselves are read from the graph all the same.
 */
import { type Catalog, type EntityView, EVERYTHING, isEverything, type Place, partOf, type SearchRequest, withValue } from '../../catalog/index.ts';
import { PROPERTY_DEFINITION, PROPERTY_TYPE } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import { sayInHeaders } from '../answer/search-headers.ts';
import { sendJson } from '../answer/send.ts';
import { ANY_NUMBER, cursorFrom, cursorText, type SearchPosition, searchPosition } from '../request/cursor.ts';
import { flagParam, textParam, wholeParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import { pageText } from './envelope.ts';
import { type EntityPage, type Listing, type PageRequest, pageQuestion } from './listing.ts';
import { readEntityAnswers } from './read-entity-answers.ts';
import { versionOf } from './target.ts';

/** Most entities of a page. A larger `count` gives this many, and the answer says so. */
const MOST = 5_000;
const DEFAULT = 10;

/** Answers with the page that the parameters of the URL describe. */
export async function sendPage(context: Context, catalog: Catalog, listing: Listing): Promise<void> {
  const asked = wholeParam(context, 'count', DEFAULT, 0, Number.MAX_SAFE_INTEGER);
  const request: PageRequest = {
    query: textParam(context, 'query')?.trim() ?? '*',
    scrollId: textParam(context, 'scrollId'),
    count: Math.min(asked, MOST),
    includeRemoved: flagParam(context, 'includeSoftDelete', false),
    slice: sliceOf(context),
  };
  const listed = isEverything(request.query) && listing.filter === EVERYTHING && listing.sorts.every(({ field }) => field === 'urn');
  const { urns, total, next, after } = listed ? await listedPage(catalog, listing, request) : await searchPage(context, catalog, listing, request);
  const withMetadata = flagParam(context, 'systemMetadata', false);
  const entities = await read(catalog, urns, listing.names, withMetadata, !listed);
  const places = flagParam(context, 'scrollIdPerEntity', false) ? new Map(urns.map((urn, at) => [urn.text, after(at)])) : undefined;
  const placed = places ? entities.map((entity) => ({ ...entity, scrollId: places.get(entity.urn) })) : entities;
  sendJson(context, await pageText(versionOf(context), placed, next, total, asked > MOST ? MOST : undefined));
}

/** Reads the entities that were found. One that no longer exists is left out. */
async function read(catalog: Catalog, urns: readonly Urn[], names: readonly string[] | undefined, withMetadata: boolean, found: boolean) {
  if (names?.length === 0 && !found) return urns.map((urn) => ({ urn: urn.text, aspects: [] }));
  const views = await catalog.read(urns, names);
  const there = views.filter(({ exists }) => exists || !found).map((view) => ({ view: listed(view), names }));
  return readEntityAnswers(catalog, there, withMetadata);
}

/** Lists say of each property whether it is immutable, also where its definition does not (docs/semantics.md 14.1). */
function listed(view: EntityView): EntityView {
  if (view.urn.type.name !== PROPERTY_TYPE) return view;
  const aspects = view.aspects.map((each) => {
    const { json, text } = each.state.value;
    if (each.aspect.name !== PROPERTY_DEFINITION || (isRecord(json) && 'immutable' in json)) return each;
    const value = { json: { immutable: false, ...(json as object) }, text: text.replace('{', '{"immutable":false,') };
    return { ...each, state: withValue(each.state, value) };
  });
  return { ...view, aspects };
}

async function listedPage(catalog: Catalog, listing: Listing, request: PageRequest): Promise<EntityPage> {
  const { types, sorts } = listing;
  const { scrollId, count, includeRemoved, slice } = request;
  const question = pageQuestion(catalog, listing, request);
  const cursor = scrollId === undefined ? undefined : cursorFrom(scrollId, question, { urn: 'text', total: ANY_NUMBER });
  const order = sorts[0]?.order ?? 'ASCENDING';
  const { urns, more } = await catalog.list({ types, after: cursor?.urn, count, order, includeRemoved, slice });
  const total = cursor?.total ?? (await catalog.count(types, includeRemoved));
  const after = (at: number): string => cursorText({ urn: urns[at]?.text ?? '', total }, question);
  return { urns, total, next: more && urns.length > 0 ? after(urns.length - 1) : undefined, after };
}

/** Part `sliceId` of `sliceMax` parts, which several clients scroll at the same time. */
function sliceOf(context: Context): PageRequest['slice'] {
  const of = wholeParam(context, 'sliceMax', 1, 1, 1024);
  const id = wholeParam(context, 'sliceId', 0, 0, of - 1);
  return of === 1 ? undefined : { id, of };
}

/**
 * The query is read as a filter, its words included: an entity is on the list or it is not, nothing is ranked.
 *
 * @throws Refusal malformed for a query that cannot be read, with its place, and for a soft-deleted property in it
 */
async function searchPage(context: Context, catalog: Catalog, listing: Listing, asked: PageRequest): Promise<EntityPage> {
  const { types, sorts, filter } = listing;
  const { query, scrollId, count, includeRemoved, slice } = asked;
  const question = pageQuestion(catalog, listing, asked);
  const request: SearchRequest = { types, input: query, inputName: 'query', onlyFilter: true, filter, sort: sorts, start: 0, count, includeRemoved };
  const urns: Urn[] = [];
  const places: string[] = [];
  for (let scroll = await placeAfter(catalog, request, searchPosition(scrollId, question)); ; ) {
    const { hits, total, unknown, next } = await catalog.search({ ...request, scroll, count: count - urns.length });
    for (const [at, { urn: text }] of hits.entries()) {
      const urn = parseUrn(catalog.model, text);
      if (isProblem(urn) || (slice && partOf(text, slice.of) !== slice.id)) continue;
      urns.push(urn);
      places.push(cursorText({ ...(scroll.after ?? BEGINNING), skip: at + 1 }, question));
    }
    scroll = { after: next };
    if (next && urns.length < count) continue;
    await sayInHeaders(context, catalog, unknown);
    return { urns, total, next: next && cursorText(next, question), after: (at) => places[at] };
  }
}

const BEGINNING = { section: 0, start: 0, key: '' };

/** The place of a scroll after the hits that the cursor of an entity skips: those of its page up to this entity. */
async function placeAfter(catalog: Catalog, request: SearchRequest, { after, skip }: SearchPosition): Promise<{ after: Place | undefined }> {
  if (skip === 0) return { after };
  const { next } = await catalog.search({ ...request, scroll: { after }, count: skip });
  return { after: next ?? END };
}

/** Behind all sections of a search. */
const END = { section: Number.MAX_SAFE_INTEGER, start: 0, key: '' };
