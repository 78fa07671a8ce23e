/**
 * Who wants mail, and which changes concern them: the aspect `corpUserFollowing` of users (docs/semantics.md 22.7).
 */
import type { Catalog } from '../../catalog/catalog.ts';
import type { Change } from '../../catalog/changes/types.ts';
import { valueIn } from '../../catalog/state.ts';
import { indexBuilding } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import { numberIn, recordsIn, textIn } from '../../model/pick.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, knownUrns, parseUrn, type Urn } from '../../model/urn.ts';
import { both, criterion, type Filter, type SearchRequest } from '../../search/index.ts';
import { listOf } from './list-address.ts';

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
/** Of the lists that one person follows, so many are searched for each page of changes. */
const MOST_LISTS = 50;

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
 * Those of the changes that concern a person, of what the person may see.
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
  let waited = false;
  for (const follow of follows.slice(0, MOST_LISTS)) {
    const request = searchFor(core.model, follow, urns);
    if (!request) continue;
    if (!waited) await refuseUnseen(core, urns);
    waited = true;
    for (const { urn } of (await seen.search(request)).hits) add(urn, follow.since);
  }
  const visible = await visibleAmong(core.model, seen, [...since.keys()]);
  return others.filter(({ urn, at }) => visible.has(urn) && at >= (since.get(urn) ?? Number.POSITIVE_INFINITY));
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

/** The search that finds, among these entities, those of a list; undefined if the follow is of no list. */
function searchFor(model: Model, { entity, page }: FollowRule, urns: readonly string[]): SearchRequest | undefined {
  const among = criterion('urn', 'IN', ...urns);
  const searchable = [...model.entityTypes.values()].filter(({ searchable: is }) => is);
  const request = (types: SearchRequest['types'], input: string, filter: Filter): SearchRequest => {
    return { types, input, filter: both(filter, among), start: 0, count: urns.length, includeRemoved: true, anyOrder: true };
  };
  if (page !== undefined) {
    const { types, input, filter } = listOf(model, page);
    return request(types.length > 0 ? types : searchable, input, filter);
  }
  const urn = entity === undefined ? undefined : parseUrn(model, entity);
  if (!urn || isProblem(urn)) return undefined;
  const fields = urn.type.page.listed?.fields ?? [];
  if (fields.length === 0) return undefined;
  return request(searchable, '*', { is: 'or', of: fields.map((field) => criterion(field, 'EQUAL', urn.text)) });
}
