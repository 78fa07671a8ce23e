/**
 * Webhooks in the graph. A webhook is one node; its parts are JSON text. `version` counts changes: whoever saves names the version that was
 * read, so the API and the delivery never overwrite each other, not even on different servers.
 */
import { type Graph, readRows, refuseFull, whole, writeRows } from './driver.ts';
import { type MaybeRow, wholeRows } from './whole-rows.ts';

export const FORMATS = ['cloudevents', 'entity-change-event'] as const;
export const SENDS = ['changes', 'subscriptions'] as const;

/** Which changes a webhook gets. An absent part matches every change. */
export interface WebhookFilter {
  readonly types?: readonly string[] | undefined;
  readonly aspects?: readonly string[] | undefined;
  readonly urns?: readonly string[] | undefined;
  readonly changes?: readonly string[] | undefined;
}

export interface WebhookSettings {
  readonly name: string;
  readonly url: string;
  /** All changes that match the filter, or those that subscriptions are about. */
  readonly sends: (typeof SENDS)[number];
  readonly filter: WebhookFilter;
  readonly format: (typeof FORMATS)[number];
  /** Do events contain the values before and after? */
  readonly values: boolean;
  /** The most events of one request. */
  readonly batch: number;
  /** When and by whom it was created, epoch ms. */
  readonly createdAt: number;
  readonly createdBy: string;
  /** Was this a user of the catalog? */
  readonly isUser?: true | undefined;
  /** By what (access/makers.ts): it ends with that. */
  readonly makers?: readonly string[] | undefined;
}

export interface WebhookSecret {
  readonly secret: string;
  /** When an earlier secret stops to sign, epoch ms. Absent for the present one. */
  readonly until?: number | undefined;
}

/** One request to the target. */
export interface Delivery {
  /** The id of the request, as the target got it, and the commit of its last event. */
  readonly id: string;
  readonly seq: number;
  readonly events: number;
  /** When it was sent, epoch ms, and how long it took, ms. */
  readonly at: number;
  readonly ms: number;
  /** The status of the answer, if there was one. */
  readonly status?: number | undefined;
  readonly error?: string | undefined;
}

export interface WebhookProgress {
  readonly state: 'active' | 'paused' | 'suspended';
  /** Why it is suspended. */
  readonly reason?: string | undefined;
  /** The life of the store that the place belongs to. */
  readonly epoch: string;
  /** The target has everything up to this place: all changes of commit `seq`; with `count`, its first changes only. */
  readonly seq: number;
  readonly count?: number | undefined;
  /** Since when the target refuses the next event, epoch ms, and how often it has refused it. */
  readonly failingSince?: number | undefined;
  readonly failures: number;
  /** The newest requests, oldest first. */
  readonly deliveries: readonly Delivery[];
}

export interface StoredWebhook {
  readonly id: string;
  readonly version: number;
  readonly settings: WebhookSettings;
  /** The present secret first. */
  readonly secrets: readonly WebhookSecret[];
  readonly progress: WebhookProgress;
}

interface WebhookRow {
  readonly id: string;
  readonly version: number;
  readonly settings: string;
  readonly secrets: string;
  readonly progress: string;
}

/** All webhooks, by id. */
export async function listWebhooks(graph: Graph): Promise<StoredWebhook[]> {
  const rows = await readRows<MaybeRow<WebhookRow>>(graph, 'webhooks/list-webhooks', {});
  return wholeRows<WebhookRow>(rows).map(({ id, version, settings, secrets, progress }) => ({
    id,
    version,
    settings: JSON.parse(settings) as WebhookSettings,
    secrets: JSON.parse(secrets) as WebhookSecret[],
    progress: JSON.parse(progress) as WebhookProgress,
  }));
}

function texts({ id, settings, secrets, progress }: Omit<StoredWebhook, 'version'>): Record<string, string> {
  return { id, settings: JSON.stringify(settings), secrets: JSON.stringify(secrets), progress: JSON.stringify(progress) };
}

/** Creates a webhook. Answers false if there are `most` already. */
export async function createWebhook(graph: Graph, webhook: Omit<StoredWebhook, 'version'>, most: number): Promise<boolean> {
  refuseFull(graph);
  return (await writeRows<{ version: number }>(graph, 'webhooks/create-webhook', { ...texts(webhook), most: whole(most) })).length > 0;
}

/** Saves a webhook that was read as `version`. Answers the saved one; `undefined` if it was changed or deleted since. */
export async function saveWebhook(graph: Graph, webhook: StoredWebhook): Promise<StoredWebhook | undefined> {
  const params = { ...texts(webhook), version: whole(webhook.version) };
  const [row] = await writeRows<{ version: number }>(graph, 'webhooks/save-webhook', params);
  return row && { ...webhook, version: row.version };
}

/** Deletes a webhook. Answers whether there was one. */
export async function deleteWebhook(graph: Graph, id: string): Promise<boolean> {
  const [row] = await writeRows<{ deleted: number }>(graph, 'webhooks/delete-webhook', { id });
  return (row?.deleted ?? 0) > 0;
}
