/**
 * What waits for the reader: changes of what they follow, incidents and forms on what they own, requests that they may grant, suggestions.
 */
import type { FacetFilterInput } from '../../generated/queries.ts';
import { DAY_MS } from '../data/days.ts';
import type { ActivityEvent } from '../data/events.ts';
import { stringsIn } from '../data/is-record.ts';
import { typeSettings } from '../settings.ts';
import { readActivity } from './activity.ts';
import { type Card, searchCards } from './cards.ts';
import { orIfRefused } from './client.ts';
import { filterOf } from './filter-of.ts';
import { type Follow, type MailWish, readFollowing } from './following.ts';
import { type AccessRequests, readRequests } from './requests.ts';
import { search } from './search.ts';
import { askOf } from './search-url.ts';
import { token } from './token.ts';
import { typeOfUrn } from './urn.ts';

interface News {
  readonly event: ActivityEvent;
  readonly unread: boolean;
}

/** The first of what waits, and how many more there are. */
export interface FirstCards {
  readonly cards: readonly Card[];
  readonly more: number;
}

interface Inbox {
  /** The newest first. */
  readonly news: readonly News[];
  /** Assets of the reader with open incidents, or with some that are assigned to the reader, and with forms that ask for something. */
  readonly incidents: FirstCards;
  readonly forms: FirstCards;
  readonly requests: AccessRequests;
  /** How many suggestions of others wait. */
  readonly suggestions: number;
  readonly follows: readonly Follow[];
  /** Titles of followed lists of which only the first entities are looked at. */
  readonly cutLists: readonly string[];
  readonly mail: MailWish;
  /** How much is left out for a while. */
  readonly snoozed: number;
}

/** Of a list, its first entities are followed. */
export const MOST_OF_LIST = 200;
const MOST_WAITING = 50;
const NO_CARDS: FirstCards = { cards: [], more: 0 };
const DAYS_MS = 30 * DAY_MS;

/** All of it, the changes of the last 30 days. */
export async function readInbox(signal?: AbortSignal): Promise<Inbox> {
  const { urn, groups, follows, readUntil, read, mail, snoozed } = await readFollowing();
  const me = [urn, ...groups];
  const mine: FacetFilterInput = { field: 'owners', values: me };
  const [{ since, cutLists }, incidents, forms, { requests, suggestions }] = await Promise.all([
    followedSince(follows, signal),
    // Whom some incidents are hidden from is refused what they tell of assets.
    waitingIncidents(me, mine, signal).catch(orIfRefused((): FirstCards => NO_CARDS)),
    waitingForms(me, mine, signal),
    readRequests(signal),
  ]);
  const known = new Set(read);
  const now = Date.now();
  const asleep = new Set(snoozed.filter(({ until }) => until > now).map(({ id }) => id));
  const awake = new Set(snoozed.filter(({ until }) => until <= now).map(({ id }) => id));
  const from = Math.max(Date.now() - DAYS_MS, Math.min(...since.values()));
  const events = since.size === 0 ? [] : (await readActivity({ urns: [...since.keys()], from }, undefined, signal)).events;
  const news = events
    .filter((event) => event.time >= (since.get(event.urn) ?? Number.POSITIVE_INFINITY))
    // Without tokens everybody is the same user.
    .filter(({ actor }) => token() === undefined || actor !== urn)
    .filter(({ key }) => !asleep.has(key))
    // What was snoozed is news again.
    .map((event) => ({ event, unread: (event.time > readUntil || awake.has(event.key)) && !known.has(event.key) }));
  const left = (kind: 'incident' | 'form', { cards, more }: FirstCards): FirstCards => {
    return { cards: cards.filter((card) => !asleep.has(waitingId(kind, card.urn))), more };
  };
  const waits = { incidents: left('incident', incidents), forms: left('form', forms), requests, suggestions };
  return { news, ...waits, follows, cutLists, mail, snoozed: asleep.size };
}

/** The id under which something that waits is snoozed. */
export function waitingId(kind: 'incident' | 'form', urn: string): string {
  return `${kind} ${urn}`;
}

/** How much of it is to be looked at. */
export function unreadOf({ news, incidents, forms, requests, suggestions }: Inbox): number {
  const cards = [incidents, forms].reduce((sum, { cards: { length }, more }) => sum + length + more, 0);
  return news.filter(({ unread }) => unread).length + cards + requests.toDecide.length + suggestions;
}

async function waiting(anyOf: readonly (readonly FacetFilterInput[])[], signal?: AbortSignal): Promise<FirstCards> {
  const { cards, total } = await searchCards({ query: '', anyOf, types: [], start: 0, count: MOST_WAITING }, signal);
  return { cards, more: total - cards.length };
}

/** Assets with open incidents, of the reader or assigned to the reader, described by what is wrong with them. */
async function waitingIncidents(me: readonly string[], mine: FacetFilterInput, signal?: AbortSignal): Promise<FirstCards> {
  const open = async (of: FacetFilterInput): Promise<readonly Card[]> => {
    const anyOf = [[of, { field: 'state', values: ['ACTIVE'] }]];
    return (await searchCards({ query: '', anyOf, types: ['INCIDENT'], start: 0, count: MOST_OF_LIST }, signal)).cards;
  };
  const assetsOf = ({ aspects }: Card): readonly string[] => stringsIn(aspects.incidentInfo?.entities);
  const assigned = (await open({ field: 'assignees', values: me })).flatMap(assetsOf);
  const own = [mine, { field: 'hasActiveIncidents', values: ['true'] }];
  const { cards: assets, more } = await waiting([own, ...(assigned.length > 0 ? [[{ field: 'urn', values: assigned }]] : [])], signal);
  if (assets.length === 0) return NO_CARDS;
  const incidents = await open({ field: 'entities', values: assets.map(({ urn }) => urn) });
  const cards = assets.map((asset) => {
    const wrong = incidents.filter((incident) => assetsOf(incident).includes(asset.urn));
    return { ...asset, description: wrong.map(({ name }) => name).join(' · ') };
  });
  return { cards, more };
}

/** Assets with an open form that is for their owners, among whom the reader is, or for the reader by name. */
async function waitingForms(me: readonly string[], mine: FacetFilterInput, signal?: AbortSignal): Promise<FirstCards> {
  const forms = async (...anyOf: FacetFilterInput[]): Promise<string[]> => {
    const ask = { query: '', anyOf: anyOf.map((each) => [each]), types: ['FORM'], start: 0, count: MOST_OF_LIST };
    return (await searchCards(ask, signal)).cards.map((card) => card.urn);
  };
  const [ofOwners, own] = await Promise.all([
    forms({ field: 'isOwnershipForm', values: ['true'] }),
    forms({ field: 'assignedUsers', values: me }, { field: 'assignedGroups', values: me }),
  ]);
  const open = (values: readonly string[]): FacetFilterInput => ({ field: 'incompleteForms', values });
  const anyOf = [...(ofOwners.length > 0 ? [[mine, open(ofOwners)]] : []), ...(own.length > 0 ? [[open(own)]] : [])];
  return anyOf.length === 0 ? NO_CARDS : waiting(anyOf, signal);
}

interface FollowedEntities {
  /** By entity, epoch ms. */
  readonly since: ReadonlyMap<string, number>;
  readonly cutLists: readonly string[];
}

/** The entities that are followed, and since when. Of a domain, a tag or the like also what it lists. */
async function followedSince(follows: readonly Follow[], signal?: AbortSignal): Promise<FollowedEntities> {
  const since = new Map<string, number>();
  const cutLists: string[] = [];
  const add = (urn: string, at: number): void => {
    since.set(urn, Math.min(at, since.get(urn) ?? at));
  };
  await Promise.all(
    follows.map(async ({ entity, page, title, since: at }) => {
      if (entity !== undefined) add(entity, at);
      const { urns, total } = page === undefined ? await listedBy(entity, signal) : await foundBy(page, signal);
      for (const urn of urns) add(urn, at);
      if (total > urns.length) cutLists.push(title);
    }),
  );
  return { since, cutLists: cutLists.sort() };
}

interface FirstOfList {
  readonly urns: readonly string[];
  readonly total: number;
}

async function listedBy(entity: string | undefined, signal?: AbortSignal): Promise<FirstOfList> {
  const fields = entity === undefined ? undefined : typeSettings(typeOfUrn(entity))?.listed?.fields;
  if (entity === undefined || fields === undefined) return { urns: [], total: 0 };
  const anyOf = fields.map((field) => [filterOf(field, [entity])]);
  const { cards, total } = await searchCards({ query: '', anyOf, types: [], start: 0, count: MOST_OF_LIST }, signal);
  return { urns: cards.map(({ urn }) => urn), total };
}

async function foundBy(page: string, signal?: AbortSignal): Promise<FirstOfList> {
  const [, text = ''] = page.split('?');
  const { hits, total } = await search({ ...askOf(new URLSearchParams(text), []), start: 0, count: MOST_OF_LIST }, signal);
  return { urns: hits.map(({ urn }) => urn), total };
}
