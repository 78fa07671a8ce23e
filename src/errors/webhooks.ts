/**
 * Refusals about webhooks and subscriptions.
 */
import { Refusal } from './refusal.ts';

export function noSuchWebhook(id: string): Refusal {
  return new Refusal('no-such-webhook', `Webhook ${id} does not exist; GET /webhooks lists them`);
}

/** The target of a webhook is, or leads to, an address that only this machine or its network can reach. */
export function privateTarget(host: string, address: string): Refusal {
  const expected = 'a host with public addresses; WEBHOOK_PRIVATE_TARGETS=true allows others';
  return new Refusal('private-target', `/url: expected ${expected}; ${host} leads to ${address}`, {
    details: [{ pointer: '/url', expected, got: address }],
  });
}

export function tooManyWebhooks(most: number): Refusal {
  return new Refusal('too-many-webhooks', `There are ${most} webhooks already, which is the most: delete one first`, {
    details: [{ pointer: '/', expected: `at most ${most} webhooks` }],
  });
}

/** The delivery keeps saving its progress. */
export function webhookChanges(id: string): Refusal {
  return new Refusal('webhook-changes', `Webhook ${id} keeps changing; send the request again in a moment`, { retryAfter: 2 });
}

export function noSuchSubscription(id: string): Refusal {
  return new Refusal('no-such-subscription', `Subscription ${id} does not exist; GET /subscriptions lists them`);
}

export function tooManySubscriptions(most: number): Refusal {
  return new Refusal('too-many-subscriptions', `There are ${most} subscriptions already, which is the most: delete one first`, {
    details: [{ pointer: '/', expected: `at most ${most} subscriptions` }],
  });
}
