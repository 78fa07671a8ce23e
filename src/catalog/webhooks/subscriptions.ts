/**
 * Subscriptions: a person wants to hear about an entity, a domain, or what a query finds (docs/semantics.md 22.6). A webhook that sends
 * subscriptions delivers them, in the order of the changes.
 */
import { randomBytes } from 'node:crypto';
import { badBody, indexBuilding, noSuchSubscription, noSuchWebhook, tooManySubscriptions } from '../../errors.ts';
import { readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import { createSubscription, deleteSubscription, listSubscriptions, type Subscription, type SubscriptionSubject } from '../../graph/subscriptions.ts';
import { listWebhooks } from '../../graph/webhooks.ts';
import { DOMAINS } from '../../model/known-names.ts';
import { textsIn } from '../../model/pick.ts';
import type { Model } from '../../model/types.ts';
import { knownUrns, type Urn } from '../../model/urn.ts';
import { EVERYTHING, type Filter, type SearchRequest } from '../../search/index.ts';
import type { Makers } from '../access/makers.ts';
import { changeText } from '../changes/change-text.ts';
import type { Change } from '../changes/types.ts';
import type { Finder } from '../find/find.ts';
import type { EntityView } from '../read/read.ts';
import { valueIn } from '../state.ts';
import { cloudEventText, eventId, type OutgoingEvent } from './messages.ts';

/** The most subscriptions of a store. */
const MOST = 1_000;
/** How long the delivery waits until search shows the changes, ms. Then it tries again. */
const PATIENCE_MS = 10_000;

interface SubscriptionFilter {
  readonly person?: string | undefined;
  readonly webhook?: string | undefined;
  readonly entity?: string | undefined;
}

/** As clients see it. */
export type ShownSubscription = Omit<Subscription, 'makers'>;

export interface Subscriptions {
  /** @param makers by what it is made: nothing is sent for it after that has ended */
  create(webhook: string, person: Urn, about: SubscriptionSubject, actor: string, makers: Makers): Promise<ShownSubscription>;
  /** The oldest first. */
  list(filter: SubscriptionFilter): Promise<ShownSubscription[]>;
  remove(id: string): Promise<void>;
  /** The events that a webhook sends for these changes: for each change one for each subscription that it concerns. */
  events(webhook: string, log: string, changes: readonly Change[]): Promise<Iterable<OutgoingEvent>>;
}

interface SubscriptionsParts extends Pick<Finder, 'search' | 'searchable'> {
  readonly model: Model;
  readonly graph: Graph;
  read(urns: readonly Urn[], aspects: readonly string[]): Promise<EntityView[]>;
  /** Waits until search shows a commit. */
  reached(seq: number, ms: number): Promise<boolean>;
  /** Why what these have made does not count any more. */
  ended(makers: Makers | undefined): Promise<string | undefined>;
}

export function makeSubscriptions(parts: SubscriptionsParts): Subscriptions {
  const { model, graph } = parts;
  return {
    async create(webhook, person, about, actor, makers) {
      if (person.type.name !== 'corpuser') throw badBody('/person', 'the URN of a user', person.text);
      const hook = (await listWebhooks(graph)).find(({ id }) => id === webhook);
      if (!hook) throw noSuchWebhook(webhook);
      if (hook.settings.sends !== 'subscriptions') throw badBody('/webhook', 'a webhook that sends subscriptions', webhook);
      // The search itself refuses a query with a mistake, now rather than at the delivery.
      if ('query' in about) await parts.search(searchOf(parts, about.query, []));
      const { seq } = await readHead(graph);
      const made = { id: `sub_${randomBytes(9).toString('base64url')}`, webhook, person: person.text, about, after: seq };
      const subscription = { ...made, createdAt: Date.now(), createdBy: actor };
      const stored = { ...subscription, ...(makers.length > 0 && { makers }) };
      if (!(await createSubscription(graph, stored, MOST))) throw tooManySubscriptions(MOST);
      return subscription;
    },
    async list({ person, webhook, entity }) {
      const all = await listSubscriptions(graph);
      return all
        .filter((each) => (person === undefined || each.person === person) && (webhook === undefined || each.webhook === webhook))
        .filter(({ about }) => entity === undefined || ('entity' in about && about.entity === entity))
        .map(({ makers: _, ...shown }) => shown);
    },
    async remove(id) {
      if (!(await deleteSubscription(graph, id))) throw noSuchSubscription(id);
    },
    async events(webhook, log, changes) {
      if (changes.length === 0) return [];
      const all = (await listSubscriptions(graph)).filter((each) => each.webhook === webhook);
      const mine: Subscription[] = [];
      for (const each of all) if ((await parts.ended(each.makers)) === undefined) mine.push(each);
      const concerned = await matching(parts, mine, changes);
      return eventsFor(model, log, mine, concerned, changes);
    },
  };
}

/** Each event when it is asked for. */
function* eventsFor(
  model: Model,
  log: string,
  subscriptions: readonly Subscription[],
  concerned: ReadonlyMap<string, ReadonlySet<string>>,
  changes: readonly Change[],
): Generator<OutgoingEvent> {
  for (const change of changes)
    for (const each of subscriptions) if (each.after < change.seq && concerned.get(each.id)?.has(change.urn)) yield eventOf(model, log, each, change);
}

/** By id of the subscription: the changed entities that it concerns. */
async function matching(
  parts: SubscriptionsParts,
  subscriptions: readonly Subscription[],
  changes: readonly Change[],
): Promise<Map<string, ReadonlySet<string>>> {
  const urns = [...new Set(changes.map(({ urn }) => urn))];
  const last = changes.at(-1)?.seq ?? 0;
  const domains = subscriptions.some(({ about }) => 'domain' in about) ? await domainsOf(parts, urns) : new Map<string, readonly string[]>();
  const found = new Map<string, ReadonlySet<string>>();
  // Two people often subscribe to the same query.
  const searched = new Map<string, ReadonlySet<string>>();
  for (const { id, about, after } of subscriptions) {
    if (after >= last) continue;
    if ('entity' in about) found.set(id, new Set([about.entity]));
    else if ('domain' in about) found.set(id, new Set(urns.filter((urn) => domains.get(urn)?.includes(about.domain))));
    else {
      const hits = searched.get(about.query) ?? (await searchedAmong(parts, about.query, urns, last));
      searched.set(about.query, hits);
      found.set(id, hits);
    }
  }
  return found;
}

async function domainsOf({ model, read }: SubscriptionsParts, urns: readonly string[]): Promise<Map<string, readonly string[]>> {
  const views = await read(knownUrns(model, urns), [DOMAINS]);
  return new Map(views.map((view) => [view.urn.text, textsIn(valueIn(view, DOMAINS), 'domains')]));
}

/** @throws Refusal unavailable if search does not show the changes in time */
async function searchedAmong(parts: SubscriptionsParts, query: string, urns: readonly string[], seq: number): Promise<ReadonlySet<string>> {
  if (!(await parts.reached(seq, PATIENCE_MS))) throw indexBuilding('Cairn delivers to subscriptions as soon as it shows the changes');
  const { hits } = await parts.search(searchOf(parts, query, urns));
  return new Set(hits.map(({ urn }) => urn));
}

/** The query among these entities, also soft-deleted ones: that an entity was deleted is worth hearing, too. */
function searchOf({ searchable }: SubscriptionsParts, input: string, urns: readonly string[]): SearchRequest {
  const filter: Filter = urns.length === 0 ? EVERYTHING : { is: 'criterion', field: 'urn', condition: 'IN', values: urns };
  return { types: searchable, input, inputName: 'query', onlyFilter: true, filter, start: 0, count: Math.max(1, urns.length), includeRemoved: true };
}

function eventOf(model: Model, log: string, subscription: Subscription, change: Change): OutgoingEvent {
  const { seq, count, urn, at, type } = change;
  const { id, person, about } = subscription;
  const event = `${eventId(log, change)}/${id}`;
  const data = `{"subscription":${JSON.stringify({ id, person, about })},"change":${changeText(model, change)}}`;
  return { id: event, text: cloudEventText(log, { id: event, type: `cairn.subscription.${type}`, subject: urn, at }, data), seq, count };
}
