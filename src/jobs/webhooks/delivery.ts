/**
 * Delivers to the target of one webhook, in order, one request at a time. It reads a page of changes, sends its events, and repeats a request
 * until the target accepts it or the webhook is set aside.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Catalog } from '../../catalog/catalog.ts';
import { changeCursorText, lastWhole } from '../../catalog/changes/change-cursor.ts';
import type { Change } from '../../catalog/changes/types.ts';
import { eventsOf, type Outgoing, type OutgoingEvent, requestsOf } from '../../catalog/webhooks/messages.ts';
import { signedHeaders } from '../../catalog/webhooks/secrets.ts';
import { send } from '../../catalog/webhooks/send.ts';
import { Refusal } from '../../errors.ts';
import { nextCommit, readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import type { StoredWebhook, WebhookFilter, WebhookSettings } from '../../graph/webhooks.ts';
import type { Log } from '../../log.ts';
import { systemActor } from '../../model/named.ts';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import { type Loop, startLoop } from '../loop.ts';
import { makeProgress, Overtaken, type Progress } from './progress.ts';

export interface DeliveryParts {
  readonly graph: Graph;
  readonly catalog: Catalog;
  readonly log: Log;
  readonly privateTargets: boolean;
  /** How long a target may refuse an event before the webhook is set aside, ms. */
  readonly suspendMs: number;
  /** The name of the log. */
  readonly logName: string;
  /** May this server still deliver? */
  leads(): boolean;
  /** The webhook has to be read again. */
  stale(): void;
}

const PAGE = 200;
/** How long to wait for a change before looking again, ms. */
const WAIT_MS = 15_000;
/** The same while there is progress to save, ms. */
const SAVE_WAIT_MS = 250;
/** Pause after the first refusal, ms. It doubles with each further one. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 600_000;
/** The most that a target may ask for with `Retry-After`, ms. */
const LONGEST_RETRY_AFTER_MS = 3_600_000;
const IDLE_MS = 1_000;
const GONE = 410;

export interface DeliveryJob {
  /** Does it deliver the webhook as it was saved last, or a later one? */
  knows(version: number): boolean;
  stop(): Promise<void>;
}

export function startDelivery(parts: DeliveryParts, webhook: StoredWebhook): DeliveryJob {
  const over = new AbortController();
  const progress = makeProgress(parts.graph, webhook);
  let ended = false;

  async function step(): Promise<boolean> {
    if (ended || over.signal.aborted || !parts.leads() || progress.now().state !== 'active') return false;
    try {
      await deliverPage(parts, progress, over.signal);
      return progress.now().state === 'active';
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error;
      ended = true;
      parts.stale();
      return false;
    }
  }

  const loop: Loop = startLoop(`delivery to webhook ${webhook.id}`, step, IDLE_MS, parts.log);
  return {
    knows: (version) => !ended && (progress.saving() || progress.webhook().version >= version),
    async stop() {
      over.abort();
      await loop.stop();
      // Then the next delivery sends some events again, as after a crash.
      await progress.save().catch(() => undefined);
    },
  };
}

async function deliverPage(parts: DeliveryParts, progress: Progress, over: AbortSignal): Promise<void> {
  const { catalog, logName } = parts;
  const { settings } = progress.webhook();
  const { epoch, seq, count } = progress.now();
  const after = { epoch, seq, ...(count !== undefined && { count }) };
  const values = settings.values || settings.format !== 'cloudevents';
  // Whoever keeps the target has no rights of their own.
  const shown = await catalog.seenBy(undefined, systemActor(catalog.model));
  const page = await shown
    .changes({ after, limit: PAGE, filter: filterOf(settings.filter), values, waitMs: progress.isSaved() ? WAIT_MS : SAVE_WAIT_MS, over })
    .catch((error: unknown) => {
      if (error instanceof Refusal && (error.code === 'log-cut' || error.code === 'other-epoch')) return suspendLost(parts, progress);
      throw error;
    });
  if (!page || over.aborted) return;
  const events =
    settings.sends === 'subscriptions'
      ? await catalog.subscriptions.events(progress.webhook().id, logName, page.changes)
      : eventsIn(catalog, logName, settings, page.changes);
  for await (const outgoing of requestsOf(settings, events)) {
    if (!(await deliver(parts, progress, outgoing, over))) return;
  }
  const { next } = page;
  const moved = next.seq !== seq || next.count !== count;
  if (moved) await progress.note({ epoch: next.epoch ?? epoch, seq: next.seq, count: next.count }, undefined, 'soon');
  else await progress.save();
}

/** The events of changes, in slices: to compare the values of wide tables takes time. */
async function* eventsIn(
  { model }: Catalog,
  logName: string,
  settings: Pick<WebhookSettings, 'format'>,
  changes: readonly Change[],
): AsyncGenerator<OutgoingEvent> {
  const slices = makeSlices();
  for (const change of changes) {
    yield* eventsOf(model, logName, settings, change);
    await yieldIfDue(slices);
  }
}

/** Sends a request until the target accepts it. Answers false if the delivery ends before that. */
async function deliver(parts: DeliveryParts, progress: Progress, outgoing: Outgoing, over: AbortSignal): Promise<boolean> {
  const { settings, secrets } = progress.webhook();
  const { id, body, contentType, events, seq, place } = outgoing;
  for (;;) {
    if (over.aborted || !parts.leads()) return false;
    const gone = await parts.catalog.authors.gone(settings);
    if (gone !== undefined) {
      await suspend(parts, progress, `${gone}: whoever resumes the webhook takes it over`);
      return false;
    }
    const at = Date.now();
    const headers = { 'Content-Type': contentType, ...signedHeaders(secrets, id, body, at) };
    const { status, ms, error, retryAfterMs } = await send({ url: settings.url, headers, body }, parts.privateTargets, over);
    // The end of this server is no failure of the target.
    if (error !== undefined && over.aborted) return false;
    const delivery = { id, seq, events, at, ms, ...(status !== undefined && { status }), ...(error !== undefined && { error }) };
    if (error === undefined) {
      const { failures } = progress.now();
      const reached = place && { seq: place.seq, count: place.count };
      await progress.note({ ...reached, failures: 0, failingSince: undefined }, delivery, failures > 0 ? 'once' : 'soon');
      return true;
    }
    const { failures, failingSince = at } = progress.now();
    await progress.note({ failures: failures + 1, failingSince }, delivery, 'once');
    if (failures === 0) parts.log('webhook.failing', { id: progress.webhook().id, reason: error });
    if (status === GONE || Date.now() - failingSince >= parts.suspendMs) {
      const since = new Date(failingSince).toISOString();
      await suspend(
        parts,
        progress,
        status === GONE ? 'The target answers 410: it is gone' : `The target has refused an event since ${since}: ${error}`,
      );
      return false;
    }
    await pause(pauseAfter(failures, retryAfterMs), undefined, { signal: over }).catch(() => undefined);
  }
}

/** Sets the webhook aside until somebody resumes it. */
async function suspend({ log }: DeliveryParts, progress: Progress, reason: string): Promise<undefined> {
  await progress.note({ state: 'suspended', reason }, undefined, 'once');
  log('webhook.suspended', { id: progress.webhook().id, reason });
}

/** The log does not have the next commits any more, or others: a backup was restored. Says which commits the target has not got. */
async function suspendLost(parts: DeliveryParts, progress: Progress): Promise<undefined> {
  const { epoch, ...place } = progress.now();
  const seq = lastWhole(place);
  const [head, next] = await Promise.all([readHead(parts.graph), nextCommit(parts.graph, seq)]);
  const newest = changeCursorText(head);
  return suspend(
    parts,
    progress,
    epoch !== head.epoch
      ? `The target has ${changeCursorText({ epoch, seq })} of another life of the store: a backup was restored since. Let the target read what it needs again, then replay from ${newest} or earlier`
      : next
        ? `Retention has removed commits ${seq + 1} to ${next.seq - 1} from the log before the target got them. Replay from ${next.seq - 1} or later`
        : `The target has commit ${seq}, but the log ends at ${head.seq}: an older backup was restored. Replay from ${newest} or earlier`,
  );
}

/** How long to wait after so many earlier refusals, ms: longer each time, and not at the same time as other webhooks. */
export function pauseAfter(failures: number, retryAfterMs = 0, random = Math.random()): number {
  const usual = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures, 30));
  return Math.max(Math.min(retryAfterMs, LONGEST_RETRY_AFTER_MS), usual * (0.5 + random / 2));
}

function filterOf({ types, aspects, urns, changes }: WebhookFilter) {
  const set = (list: readonly string[] | undefined): ReadonlySet<string> | undefined => list && new Set(list);
  return { types: set(types), aspects: set(aspects), urns: set(urns), changes: set(changes) };
}
