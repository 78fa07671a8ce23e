/**
 * Reads and changes webhooks and subscriptions.
 */
import type { Shape } from '../data/aspects.ts';
import { type Answer, request } from './client.ts';

type Delivery = Shape<'WebhookDelivery'>;
export type Webhook = Shape<'Webhook'>;
export interface NewWebhook extends Pick<Webhook, 'name' | 'url' | 'sends' | 'format' | 'filter'> {}

const at = (id: string, rest = ''): string => `webhooks/${encodeURIComponent(id)}${rest}`;

export async function listWebhooks(signal?: AbortSignal): Promise<readonly Webhook[]> {
  return (await request<Answer<'/webhooks'>>('webhooks', { signal })).webhooks;
}

/** @returns the secret, which the server never shows again */
export async function createWebhook(made: NewWebhook): Promise<string> {
  return (await request<Answer<'/webhooks', 'post'>>('webhooks', { method: 'POST', body: made })).secret;
}

/** @returns the new secret */
export async function rotateWebhook(id: string): Promise<string> {
  return (await request<Answer<'/webhooks/{id}/rotate', 'post'>>(at(id, '/rotate'), { method: 'POST', body: {} })).secret;
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
export function pingWebhook(id: string): Promise<Shape<'WebhookPing'>> {
  return request(at(id, '/ping'), { method: 'POST', body: {} });
}

export async function readDeliveries(id: string, signal?: AbortSignal): Promise<readonly Delivery[]> {
  return (await request<Answer<'/webhooks/{id}/deliveries'>>(at(id, '/deliveries'), { signal })).deliveries;
}

type Subscription = Answer<'/subscriptions'>['subscriptions'][number];

export async function listSubscriptions(entity: string, signal?: AbortSignal): Promise<readonly Subscription[]> {
  return (await request<Answer<'/subscriptions'>>('subscriptions', { query: { entity }, signal })).subscriptions;
}

export async function subscribe(webhook: string, person: string, entity: string): Promise<void> {
  await request('subscriptions', { method: 'POST', body: { webhook, person, entity } });
}

export async function unsubscribe(id: string): Promise<void> {
  await request(`subscriptions/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
