/**
 * Who wants mail, and which changes concern them: the aspect `corpUserFollowing` of users (docs/semantics.md 22.7).
 */
import type { Catalog } from '../../catalog/catalog.ts';
import type { Change } from '../../catalog/changes/types.ts';
import { valueIn } from '../../catalog/state.ts';
import { indexBuilding, Refusal } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import { numberIn, recordsIn, textIn } from '../../model/pick.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { isProblem, knownUrns, parseUrn, type Urn } from '../../model/urn.ts';
import { both, criterion, type Filter, type SearchRequest } from '../../search/index.ts';
import { asSeen } from './as-seen.ts';

export const FOLLOWING = 'corpUserFollowing';

interface FollowRule {
  /** Epoch ms: nothing older is news. */
  readonly since: number;
  readonly entity: string | undefined;
  readonly page: string | undefined;
}

export interface Follower {
  readonly person: Urn;
  readonly wish: 'each' | 'daily';
  readonly follows: readonly FollowRule[];
}

type Reader = Pick<Catalog, 'model' | 'read' | 'urnsOf' | 'seenBy' | 'pending'>;

const USERS_AT_ONCE = 500;
/** What is in so many places, such as domains that somebody follows, one search finds together. */
const AT_ONCE = 50;

/** Everybody who wants mail, by URN. */
export async function readFollowers(core: Reader): Promise<Map<string, Follower>> {
  const found = new Map<string, Follower>();
  const type = core.model.entityTypes.get('corpuser');
  if (!type) return found;
  for (let start = 0; ; start += USERS_AT_ONCE) {
    const urns = await core.urnsOf(type, start, USERS_AT_ONCE);
    for (const follower of await followersAmong(core, urns)) found.set(follower.person.text, follower);
    if (urns.length < USERS_AT_ONCE) return found;
  }
}

/** Those of these users who want mail. */
export async function followersAmong({ model, read }: Pick<Reader, 'model' | 'read'>, urns: readonly string[]): Promise<Follower[]> {
  const views = await read(knownUrns(model, urns), [FOLLOWING]);
  return views.flatMap((view) => {
    const value = valueIn(view, FOLLOWING);
    const wish = isRecord(value) ? value.mail : undefined;
    if (wish !== 'each' && wish !== 'daily') return [];
    const follows = recordsIn(value, 'follows').map((each) => ({
      since: numberIn(each, 'since') ?? 0,
      entity: textIn(each, 'entity'),
      page: textIn(each, 'page'),
    }));
    return [{ person: view.urn, wish, follows }];
  });
}

/**
 * Those of the changes that concern a person, of what the person may see, and as the person may know them.
 *
 * @param own leave out what the person has done
 * @throws Refusal unavailable while search does not show the changes
 */
export async function concerning(core: Reader, { person, follows }: Follower, changes: readonly Change[], own: boolean): Promise<Change[]> {
  const others = own ? changes.filter(({ actor }) => actor !== person.text) : changes;
  if (others.length === 0 || follows.length === 0) return [];
  const seen = await core.seenBy({ user: person.text });
  const urns = [...new Set(others.map(({ urn }) => urn))];
  const since = new Map<string, number>();
  const add = (urn: string, at: number): void => void since.set(urn, Math.min(at, since.get(urn) ?? at));
  for (const { entity, since: at } of follows) if (entity !== undefined && urns.includes(entity)) add(entity, at);
  const searches = searchesFor(core.model, follows, urns, Math.min(...others.map(({ at }) => at)));
  if (searches.length > 0) await refuseUnseen(core, urns);
  for (const { since: at, request } of searches) for (const urn of await foundBy(seen, request)) add(urn, at);
  const visible = await visibleAmong(core.model, seen, [...since.keys()]);
  return asSeen(
    seen,
    others.filter(({ urn, at }) => visible.has(urn) && at >= (since.get(urn) ?? Number.POSITIVE_INFINITY)),
  );
}

/** People write the addresses of their lists. One that search refuses finds nothing, and stops the mails of nobody. */
async function foundBy({ search }: Pick<Catalog, 'search'>, request: SearchRequest): Promise<string[]> {
  try {
    return (await search(request)).hits.map(({ urn }) => urn);
  } catch (error) {
    if (error instanceof Refusal && error.status < 500 && error.retryAfter === undefined) return [];
    throw error;
  }
}

async function refuseUnseen({ model, pending }: Reader, urns: readonly string[]): Promise<void> {
  if ((await pending(knownUrns(model, urns))).some((each) => each)) throw indexBuilding('mail waits until search shows the changes');
}

/** Who sees everything also hears of what is gone. */
async function visibleAmong(model: Model, seen: Catalog, urns: readonly string[]): Promise<ReadonlySet<string>> {
  if (seen.partial === undefined) return new Set(urns);
  const parsed = knownUrns(model, urns);
  const there = await seen.exists(parsed, true);
  return new Set(parsed.filter((_, at) => there[at]).map(({ text }) => text));
}

interface ListSearch {
  readonly since: number;
  readonly request: SearchRequest;
}

/**
 * The searches that find, among these entities, those of the lists: one for each list of the pages, and for lists of entities, such as what is in a
 * domain, one for many of them by the same field.
 *
 * @param first the time of the first change, epoch ms: what is followed since before is followed alike
 */
function searchesFor(model: Model, follows: readonly FollowRule[], urns: readonly string[], first: number): ListSearch[] {
  const among = criterion('urn', 'IN', ...urns);
  const searchable = [...model.entityTypes.values()].filter(({ searchable: is }) => is);
  const request = (types: SearchRequest['types'], input: string, filter: Filter): SearchRequest => {
    return { types, input, filter: both(filter, among), start: 0, count: urns.length, includeRemoved: true, anyOrder: true };
  };
  const pages = follows.flatMap(({ since, page }): ListSearch[] => {
    if (page === undefined) return [];
    const { types, input, filter } = listOf(model, page);
    return [{ since, request: request(types.length > 0 ? types : searchable, input, filter) }];
  });
  const places = new Map<string, { readonly since: number; readonly field: string; readonly of: string[] }>();
  for (const { since, entity, page } of follows) {
    const urn = entity === undefined || page !== undefined ? undefined : parseUrn(model, entity);
    if (!urn || isProblem(urn)) continue;
    const from = Math.max(since, first);
    for (const field of urn.type.page.listed?.fields ?? []) {
      const key = `${from} ${field}`;
      const place = places.get(key) ?? { since: from, field, of: [] };
      places.set(key, place);
      place.of.push(urn.text);
    }
  }
  const lists = [...places.values()].flatMap(({ since, field, of }) =>
    Array.from({ length: Math.ceil(of.length / AT_ONCE) }, (_, at) => {
      const some = of.slice(at * AT_ONCE, (at + 1) * AT_ONCE);
      return { since, request: request(searchable, '*', criterion(field, 'IN', ...some)) };
    }),
  );
  return [...lists, ...pages];
}

interface List {
  /** None: all that are searched by default. */
  readonly types: readonly EntityTypeSpec[];
  readonly input: string;
  readonly filter: Filter;
}

function listOf(model: Model, address: string): List {
  const query = new URLSearchParams(address.split('?')[1] ?? '');
  const constants = new Set(query.getAll('type'));
  const values = new Map<string, string[]>();
  const ranges: Filter[] = [];
  for (const [name, value] of query) {
    const [, kind, field] = /^(is|from|to)\.(.+)$/.exec(name) ?? [];
    if (field === undefined || value === '') continue;
    if (kind === 'is') values.set(field, [...(values.get(field) ?? []), value]);
    else ranges.push(criterion(field, kind === 'from' ? 'GREATER_THAN_OR_EQUAL_TO' : 'LESS_THAN_OR_EQUAL_TO', value));
  }
  return {
    types: [...model.entityTypes.values()].filter(({ graphql }) => constants.has(graphql)),
    input: query.get('query')?.trim() || '*',
    filter: both(...[...values].map(([field, some]) => criterion(field, 'IN', ...some)), ...ranges),
  };
}
