/**
 * The progress of one webhook: which place its target has reached, and what its latest requests were. It is saved after the target has
 * accepted events, so a crash sends at most those again that were accepted since the last save.
 */
import type { Graph } from '../../graph/driver.ts';
import { type Delivery, type StoredWebhook, saveWebhook, type WebhookProgress } from '../../graph/webhooks.ts';

/** The most requests to remember. */
const MOST_DELIVERIES = 50;
/** How often to save while all goes well, ms. */
const SAVE_MS = 250;

/** Somebody has changed the webhook, or another server delivers it. */
export class Overtaken extends Error {}

export interface Progress {
  now(): WebhookProgress;
  webhook(): StoredWebhook;
  /** Is everything saved? */
  isSaved(): boolean;
  /** Is the webhook being saved? Then its new version is not known yet. */
  saving(): boolean;
  /** Notes a change, and a request. Saves at once, or when the last save is some time ago. @throws Overtaken */
  note(change: Partial<WebhookProgress>, delivery: Delivery | undefined, at: 'once' | 'soon'): Promise<void>;
  /** Saves what is not yet saved. @throws Overtaken */
  save(): Promise<void>;
}

export function makeProgress(graph: Graph, stored: StoredWebhook): Progress {
  let webhook = stored;
  let saved = stored.progress;
  let savedAt = performance.now();
  let saves = 0;

  async function save(): Promise<void> {
    if (webhook.progress === saved) return;
    saves++;
    const next = await saveWebhook(graph, webhook).finally(() => saves--);
    if (!next) throw new Overtaken('the webhook has changed');
    webhook = next;
    saved = next.progress;
    savedAt = performance.now();
  }

  return {
    now: () => webhook.progress,
    webhook: () => webhook,
    isSaved: () => webhook.progress === saved,
    saving: () => saves > 0,
    async note(change, delivery, at) {
      const { progress } = webhook;
      const deliveries = delivery ? [...progress.deliveries, delivery].slice(-MOST_DELIVERIES) : progress.deliveries;
      webhook = { ...webhook, progress: { ...progress, ...change, deliveries } };
      if (at === 'once' || performance.now() - savedAt > SAVE_MS) await save();
    },
    save,
  };
}
