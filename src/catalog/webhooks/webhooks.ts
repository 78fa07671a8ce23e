/**
 * Webhooks: the calls of the core that register and change them (docs/semantics.md 22). The job in jobs/webhooks/ delivers.
 */
import { randomBytes } from 'node:crypto';
import { badBody, logCut, noSuchWebhook, privateTarget, tooManyWebhooks, webhookChanges } from '../../errors.ts';
import { type LogHead, nextCommit, readHead } from '../../graph/commit-log.ts';
import { type Graph, refuseFull } from '../../graph/driver.ts';
import {
  createWebhook,
  type Delivery,
  deleteWebhook,
  listWebhooks,
  type StoredWebhook,
  saveWebhook,
  type WebhookFilter,
  type WebhookProgress,
  type WebhookSettings,
} from '../../graph/webhooks.ts';
import type { Authors } from '../access/authors.ts';
import type { Makers } from '../access/makers.ts';
import { changeCursorText, lastWhole, refuseOtherEpoch } from '../changes/change-cursor.ts';
import type { ChangeCursor } from '../changes/types.ts';
import { cloudEventText } from './messages.ts';
import { isSecret, newSecret, rotated, SECRET_FORM, signedHeaders } from './secrets.ts';
import { type SendResult, send } from './send.ts';
import { privateAddressOf } from './targets.ts';

/** The most webhooks of a store. */
const MOST = 100;
const LONGEST_URL = 2_000;
const LONGEST_NAME = 200;
const MOST_BATCH = 100;
/** How often a change is tried again because the delivery has saved its progress meanwhile. */
const ATTEMPTS = 20;

/** What a client may set. An absent part keeps its value, or has its default. */
export interface WebhookInput {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly sends?: WebhookSettings['sends'] | undefined;
  readonly filter?: WebhookFilter | undefined;
  readonly format?: WebhookSettings['format'] | undefined;
  readonly values?: boolean | undefined;
  readonly batch?: number | undefined;
}

interface NewWebhook extends WebhookInput {
  readonly url: string;
}

/** A webhook as clients see it: without its secrets, and without the query of its URL; for those who may not change it, also without its path. */
export interface Webhook extends Omit<WebhookSettings, 'createdAt' | 'createdBy' | 'isUser' | 'makers'>, Omit<WebhookProgress, 'deliveries'> {
  readonly id: string;
  readonly createdAt: number;
  readonly createdBy: string;
  /** How many commits the target is behind: also the one of which it has a part. */
  readonly behind: number;
  /** When earlier secrets stop to sign, epoch ms. */
  readonly rotatingUntil?: number;
  readonly lastDelivery?: Delivery;
}

export interface Webhooks {
  /**
   * @param makers by what it is made: it is suspended when that ends
   * @param secret absent: Cairn makes one
   * @param after the first event is after this place; absent: after the newest commit
   */
  create(input: NewWebhook, actor: string, makers: Makers, secret?: string, after?: ChangeCursor): Promise<{ webhook: Webhook; secret: string }>;
  /** @param mayWrite may the reader change webhooks? */
  list(mayWrite: boolean): Promise<Webhook[]>;
  read(id: string, mayWrite: boolean): Promise<Webhook>;
  /** Whoever changes what it sends, or where, stands for it from then on: it ends with what `makers` says. */
  change(id: string, input: WebhookInput, makers: Makers, state?: 'active' | 'paused'): Promise<Webhook>;
  remove(id: string): Promise<void>;
  /** Sets a new secret. The earlier one also signs for ROTATION_MS. */
  rotate(id: string, secret?: string): Promise<{ webhook: Webhook; secret: string }>;
  /** Sends everything after a place, again if the target has it. */
  replay(id: string, after: ChangeCursor): Promise<Webhook>;
  /** Continues a webhook that is paused or suspended. Who does so takes over that of a user, or a token, that has gone. */
  resume(id: string, actor: string, makers: Makers): Promise<Webhook>;
  /** The newest requests, newest first. */
  deliveries(id: string): Promise<readonly Delivery[]>;
  /** Sends a test event at once, beside the order of the others. */
  ping(id: string): Promise<SendResult>;
}

export interface WebhooksParts {
  readonly graph: Graph;
  readonly privateTargets: boolean;
  readonly authors: Authors;
  /** Tells the delivery of this server that a webhook has changed. */
  changed(): void;
}

export function makeWebhooks({ graph, privateTargets, authors, changed }: WebhooksParts): Webhooks {
  async function stored(id: string): Promise<StoredWebhook> {
    const found = (await listWebhooks(graph)).find((each) => each.id === id);
    if (!found) throw noSuchWebhook(id);
    return found;
  }

  /** Changes a webhook, again if the delivery has saved its progress since it was read. */
  async function save(id: string, change: (webhook: StoredWebhook) => StoredWebhook | Promise<StoredWebhook>): Promise<Webhook> {
    refuseFull(graph);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const saved = await saveWebhook(graph, await change(await stored(id)));
      if (!saved) continue;
      changed();
      return toWebhook(saved, (await readHead(graph)).seq);
    }
    throw webhookChanges(id);
  }

  /**
   * The head of the log.
   *
   * @throws Refusal gone if the log does not have the commits after this place, or the place is of another life of the store
   */
  async function checkCursor(place: ChangeCursor): Promise<LogHead> {
    const after = lastWhole(place);
    const [head, next] = await Promise.all([readHead(graph), nextCommit(graph, after)]);
    refuseOtherEpoch(place, head);
    if (after > head.seq || (next && next.seq > after + 1)) throw logCut(after, next?.seq ?? head.seq, changeCursorText(head));
    return head;
  }

  return {
    async create(input, actor, makers, secret = newSecret(), after = undefined) {
      await check(input, privateTargets);
      checkSecret(secret);
      const head = after ? await checkCursor(after) : await readHead(graph);
      const given = withDefaults(input);
      checkFormat(given);
      const { seq, count }: ChangeCursor = after ?? head;
      const webhook = {
        id: `wh_${randomBytes(9).toString('base64url')}`,
        settings: { ...given, createdAt: Date.now(), ...(await authors.of(actor, makers)) },
        secrets: [{ secret }],
        progress: { state: 'active', epoch: head.epoch, seq, ...(count !== undefined && { count }), failures: 0, deliveries: [] },
      } as const;
      if (!(await createWebhook(graph, webhook, MOST))) throw tooManyWebhooks(MOST);
      changed();
      return { webhook: toWebhook({ ...webhook, version: 0 }, head.seq), secret };
    },
    async list(mayWrite) {
      const [all, { seq }] = await Promise.all([listWebhooks(graph), readHead(graph)]);
      return all.map((each) => toWebhook(each, seq, mayWrite)).sort((a, b) => a.createdAt - b.createdAt);
    },
    read: async (id, mayWrite) => toWebhook(await stored(id), (await readHead(graph)).seq, mayWrite),
    async change(id, input, makers, state) {
      await check(input, privateTargets);
      return save(id, (webhook) => {
        const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        const settings: WebhookSettings = { ...webhook.settings, ...given, ...(Object.keys(given).length > 0 && { makers }) };
        checkFormat(settings);
        return { ...webhook, settings, progress: state === undefined ? webhook.progress : { ...webhook.progress, ...freshTries(state) } };
      });
    },
    async remove(id) {
      if (!(await deleteWebhook(graph, id))) throw noSuchWebhook(id);
      changed();
    },
    async rotate(id, secret = newSecret()) {
      checkSecret(secret);
      const webhook = await save(id, (each) => ({ ...each, secrets: rotated(each.secrets, secret, Date.now()) }));
      return { webhook, secret };
    },
    async replay(id, after) {
      const { epoch } = await checkCursor(after);
      const { seq, count } = after;
      return save(id, (each) => ({
        ...each,
        progress: { ...freshTries('active'), epoch, seq, ...(count !== undefined && { count }), deliveries: each.progress.deliveries },
      }));
    },
    resume: (id, actor, makers) =>
      save(id, async (each) => {
        const { epoch, seq, count, deliveries } = each.progress;
        await checkCursor(each.progress);
        const settings =
          (await authors.gone(each.settings)) === undefined
            ? each.settings
            : { ...each.settings, isUser: undefined, makers: undefined, ...(await authors.of(actor, makers)) };
        return { ...each, settings, progress: { ...freshTries('active'), epoch, seq, ...(count !== undefined && { count }), deliveries } };
      }),
    deliveries: async (id) => (await stored(id)).progress.deliveries.toReversed(),
    ping: async (id) => sendPing(await stored(id), (await readHead(graph)).name, privateTargets),
  };
}

function withDefaults({ name = '', url, sends = 'changes', filter = {}, format = 'cloudevents', values = false, batch = 1 }: NewWebhook) {
  return { name, url, sends, filter, format, values, batch };
}

/** @param store the name of the store, by which receivers tell events apart */
function sendPing({ id, settings, secrets }: StoredWebhook, store: string, privateTargets: boolean): Promise<SendResult> {
  const now = Date.now();
  const ping = `${store}/ping/${randomBytes(9).toString('base64url')}`;
  const body = cloudEventText(store, { id: ping, type: 'cairn.ping', subject: id, at: now }, '{}');
  const headers = { 'Content-Type': 'application/cloudevents+json', ...signedHeaders(secrets, ping, body, now) };
  return send({ url: settings.url, headers, body }, privateTargets);
}

/** A state without failures so far. */
function freshTries(state: 'active' | 'paused'): Pick<WebhookProgress, 'state' | 'reason' | 'failures' | 'failingSince'> {
  return { state, reason: undefined, failures: 0, failingSince: undefined };
}

function toWebhook({ id, settings, secrets, progress }: StoredWebhook, newest: number, mayWrite = true): Webhook {
  const { deliveries, ...rest } = progress;
  const { isUser: _isUser, makers: _makers, ...shown } = settings;
  const lastDelivery = deliveries.at(-1);
  const earlier = secrets.flatMap(({ until }) => (until === undefined || until < Date.now() ? [] : [until]));
  return {
    id,
    ...shown,
    url: maskedUrl(settings.url, mayWrite),
    ...rest,
    behind: Math.max(0, newest - lastWhole(progress)),
    ...(earlier.length > 0 && { rotatingUntil: Math.max(...earlier) }),
    ...(lastDelivery && { lastDelivery }),
  };
}

/** The query of a URL may contain a key, and so may its path: chat services tell their callers apart by it. */
function maskedUrl(url: string, mayWrite: boolean): string {
  if (mayWrite) return url.replace(/\?.*$/s, '?…');
  const { origin, pathname, search } = new URL(url);
  return pathname === '/' && search === '' ? `${origin}/` : `${origin}/…`;
}

async function check({ url, name, filter, batch }: WebhookInput, privateTargets: boolean): Promise<void> {
  if (name !== undefined && name.length > LONGEST_NAME) throw badBody('/name', `at most ${LONGEST_NAME} characters`);
  if (batch !== undefined && (batch < 1 || batch > MOST_BATCH)) throw badBody('/batch', `a whole number from 1 to ${MOST_BATCH}`, batch);
  for (const [part, list] of Object.entries(filter ?? {})) {
    if (list?.length === 0) throw badBody(`/filter/${part}`, 'an entry at least; leave it out to get all', list);
  }
  if (url !== undefined) await checkUrl(url, privateTargets);
}

/** The messages do not repeat the URL: it may contain a password or a key. */
async function checkUrl(text: string, privateTargets: boolean): Promise<void> {
  const url = text.length <= LONGEST_URL && URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw badBody('/url', `an address of at most ${LONGEST_URL} characters that begins with http:// or https://`);
  }
  if (url.username !== '' || url.password !== '' || url.hash !== '') throw badBody('/url', 'an address without user, password and fragment');
  const bad = privateTargets ? undefined : await privateAddressOf(url);
  if (bad !== undefined) throw privateTarget(url.hostname, bad);
}

function checkFormat({ sends, format, batch }: Pick<WebhookSettings, 'sends' | 'format' | 'batch'>): void {
  if (sends === 'subscriptions' && format !== 'cloudevents')
    throw badBody('/format', 'cloudevents, because only they can name a subscription', format);
  if (batch > 1 && format !== 'cloudevents') throw badBody('/batch', '1, because only cloudevents have batches', batch);
}

/** The message does not repeat the secret. */
function checkSecret(secret: string): void {
  if (!isSecret(secret)) throw badBody('/secret', SECRET_FORM);
}
