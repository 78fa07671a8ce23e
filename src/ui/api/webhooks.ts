/**
 * Reads and changes webhooks and subscriptions.
 */
import { request } from './client.ts';

export interface Delivery {
  readonly id: string;
  readonly seq: number;
  readonly events: number;
  readonly at: number;
  readonly ms: number;
  readonly status?: number;
  readonly error?: string;
}

export interface Webhook {
  readonly id: string;
  readonly name: string;
  /** Without its query. */
  readonly url: string;
  readonly sends: 'changes' | 'subscriptions';
  readonly format: 'cloudevents' | 'entity-change-event';
  readonly filter: Readonly<Record<string, readonly string[]>>;
  readonly state: 'active' | 'paused' | 'suspended';
  readonly reason?: string;
  readonly seq: number;
  readonly behind: number;
  readonly failures: number;
  readonly lastDelivery?: Delivery;
}

export interface NewWebhook extends Pick<Webhook, 'name' | 'url' | 'sends' | 'format' | 'filter'> {}

const at = (id: string, rest = ''): string => `webhooks/${encodeURIComponent(id)}${rest}`;

export async function listWebhooks(signal?: AbortSignal): Promise<readonly Webhook[]> {
  return (await request<{ webhooks: Webhook[] }>('webhooks', { signal })).webhooks;
}

/** @returns the secret, which the server never shows again */
export async function createWebhook(made: NewWebhook): Promise<string> {
  return (await request<{ secret: string }>('webhooks', { method: 'POST', body: made })).secret;
}

/** @returns the new secret */
export async function rotateWebhook(id: string): Promise<string> {
  return (await request<{ secret: string }>(at(id, '/rotate'), { method: 'POST', body: {} })).secret;
}

export async function pauseWebhook(id: string): Promise<void> {
  await request(at(id), { method: 'PATCH', body: { state: 'paused' } });
}

export async function resumeWebhook(id: string): Promise<void> {
  await request(at(id, '/resume'), { method: 'POST', body: {} });
}

export async function replayWebhook(id: string, after: number): Promise<void> {
  await request(at(id, '/replay'), { method: 'POST', body: { after } });
}

export async function deleteWebhook(id: string): Promise<void> {
  await request(at(id), { method: 'DELETE' });
}

/** Sends a test event. */
export function pingWebhook(id: string): Promise<{ accepted: boolean; status?: number; ms: number; error?: string }> {
  return request(at(id, '/ping'), { method: 'POST', body: {} });
}

export async function readDeliveries(id: string, signal?: AbortSignal): Promise<readonly Delivery[]> {
  return (await request<{ deliveries: Delivery[] }>(at(id, '/deliveries'), { signal })).deliveries;
}

export interface Subscription {
  readonly id: string;
  readonly webhook: string;
  readonly person: string;
}

export async function listSubscriptions(entity: string, signal?: AbortSignal): Promise<readonly Subscription[]> {
  return (await request<{ subscriptions: Subscription[] }>('subscriptions', { query: { entity }, signal })).subscriptions;
}

export async function subscribe(webhook: string, person: string, entity: string): Promise<void> {
  await request('subscriptions', { method: 'POST', body: { webhook, person, entity } });
}

export async function unsubscribe(id: string): Promise<void> {
  await request(`subscriptions/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
