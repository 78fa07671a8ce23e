/**
 * Saved views: the state of a page under a name. Each is an entity `dataHubView`: what the page filters by is its filter, so that searches of
 * the API can be narrowed by it (`viewUrn`); the address of the page is in its `json`.
 */
import { type FacetFilterInput, removeViewMutation, viewsQuery } from '../../generated/queries.ts';
import { compareNames } from '../data/words.ts';
import { settings } from '../settings.ts';
import { graphql } from './client.ts';
import { createEntity, isConflict, type Json, readAspect, stampNow, writeAspect } from './edit.ts';
import { byName } from './names.ts';
import { newId } from './new-id.ts';
import { scope } from './search.ts';
import { filtersOf } from './search-url.ts';

export interface SavedView {
  readonly urn: string;
  readonly name: string;
  /** Everybody finds it. */
  readonly shared: boolean;
  /** The reader has made it. */
  readonly mine: boolean;
  /** The page with its state, below the base path; undefined: another client made it, and no page can show its filter. */
  readonly href: string | undefined;
}

const ASPECT = 'dataHubViewInfo';
const MOST = 200;
let known: Promise<readonly SavedView[]> | undefined;
/** Search may still show these for a moment. */
const removed = new Set<string>();

/** The reader's own views and the shared ones, by name. Read once, and again after one has changed. */
export function savedViews(): Promise<readonly SavedView[]> {
  known ??= read();
  known.catch(() => {
    known = undefined;
  });
  return known;
}

async function read(): Promise<readonly SavedView[]> {
  const { mine, shared } = await graphql(viewsQuery, { page: MOST, card: [ASPECT] });
  const [ofMine, ofAll] = [mine.views ?? [], shared.views ?? []];
  const own = new Set(ofMine.map(({ urn }) => urn));
  const views = new Map([...ofMine, ...ofAll].map((view) => [view.urn, view]));
  return [...views.values()]
    .filter(({ urn }) => !removed.has(urn))
    .map((sent) => viewOf(sent.urn, byName(sent)[ASPECT] ?? {}, sent.definition?.entityTypes ?? [], own.has(sent.urn)))
    .sort((one, other) => compareNames(one.name, other.name));
}

/** @param types constants of its entity types; the aspect has their names */
function viewOf(urn: string, info: Json, types: readonly string[], mine: boolean): SavedView {
  return { urn, name: String(info.name ?? ''), shared: info.type === 'GLOBAL', mine, href: hrefOf(urn, types, (info.definition ?? {}) as Json) };
}

/** The address that the pages have stored, or a search for a filter of simple conditions. */
function hrefOf(urn: string, types: readonly string[], { json, filter }: Json): string | undefined {
  const page = pageIn(json) ?? searchFor(types, filter);
  return page === undefined ? undefined : `${page}${page.includes('?') ? '&' : '?'}view=${encodeURIComponent(urn)}`;
}

function pageIn(json: unknown): string | undefined {
  try {
    const { page } = JSON.parse(String(json)) as { page?: unknown };
    return typeof page === 'string' && page.startsWith('/') ? page : undefined;
  } catch {
    return undefined;
  }
}

function searchFor(types: readonly string[], filter: unknown): string | undefined {
  const { or = [] } = (filter ?? {}) as { or?: readonly { and: readonly FacetFilterInput[] }[] };
  const conditions = or[0]?.and ?? [];
  if (or.length > 1 || conditions.some(({ condition = 'EQUAL', negated = false }) => negated || condition !== 'EQUAL')) return undefined;
  const query = new URLSearchParams();
  for (const type of types) query.append('type', type);
  for (const { field, values } of conditions) for (const value of values ?? []) query.append(`is.${field}`, value);
  return `/search?${query}`;
}

/**
 * Saves the state of a page.
 *
 * @param page path and query below the base path
 * @returns the new view
 */
export async function saveView(name: string, page: string, shared: boolean): Promise<SavedView> {
  const urn = `${settings.urnPrefix}dataHubView:${newId()}`;
  const now = await stampNow();
  const definition = definitionOf(page);
  const value = { name, type: shared ? 'GLOBAL' : 'PERSONAL', definition, created: now, lastModified: now };
  await createEntity(urn, ASPECT, value);
  known = undefined;
  return viewOf(urn, value, [], true);
}

/** What is stored of the state of a page: its filter as one of the model, and the address. */
function definitionOf(page: string): Json {
  const [path = '', text = ''] = page.split('?');
  const query = new URLSearchParams(text);
  query.delete('view');
  query.delete('page');
  query.delete('start');
  const own = [...query].length === 0 ? path : `${path}?${query}`;
  if (path !== '/search') return { entityTypes: [], filter: { or: [] }, json: JSON.stringify({ page: own }) };
  const types = query.getAll('type');
  const { orFilters = [] } = scope({
    query: '',
    types: [],
    filters: filtersOf(query),
    sort: undefined,
    start: 0,
    count: 0,
    propertyFacets: [],
    removed: false,
    allWords: false,
  });
  return { entityTypes: types, filter: { or: orFilters }, json: JSON.stringify({ page: own }) };
}

interface ViewChange {
  readonly name?: string;
  readonly shared?: boolean;
  /** Its new state. */
  readonly page?: string;
}

const TRIES = 3;

/** Renames it, shares it, or gives it another state. What others change of it meanwhile stays. */
export async function changeView(urn: string, { name, shared, page }: ViewChange): Promise<void> {
  const now = await stampNow();
  for (let left = TRIES; ; left--) {
    const stored = await readAspect(urn, ASPECT);
    if (!stored) throw new Error('This view is not in the catalog any more.');
    try {
      await writeAspect(urn, ASPECT, stored.version, {
        value: {
          ...stored.value,
          ...(name === undefined ? {} : { name }),
          ...(shared === undefined ? {} : { type: shared ? 'GLOBAL' : 'PERSONAL' }),
          ...(page === undefined ? {} : { definition: definitionOf(page) }),
          lastModified: now,
        },
      });
      break;
    } catch (error) {
      if (!isConflict(error) || left === 0) throw error;
    }
  }
  known = undefined;
}

export async function removeView(urn: string): Promise<void> {
  await graphql(removeViewMutation, { urn });
  removed.add(urn);
  known = undefined;
}

/** Views whose name has all words of a text. */
export function viewsNamed(views: readonly SavedView[], text: string): SavedView[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? [] : views.filter(({ name, href }) => href !== undefined && words.every((word) => name.toLowerCase().includes(word)));
}
