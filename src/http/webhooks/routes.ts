/**
 * The routes of webhooks and subscriptions.
 */
import type { Catalog } from '../../catalog/index.ts';
import { type Answers, admit, mount, NOTHING, OF_SYSTEM, type Routes, reading, upkeep } from '../request/operation.ts';
import { createSubscription, deleteSubscription, listSubscriptions } from './subscriptions.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  pingWebhook,
  readDeliveries,
  readWebhook,
  replayWebhook,
  resumeWebhook,
  rotateWebhook,
} from './webhooks.ts';

/** By address, as in the API reference. */
export const WEBHOOK_ROUTES: Routes = {
  '/webhooks': { GET: reading(listWebhooks, 'Webhooks'), POST: upkeep(createWebhook, 'WebhookWithSecret', OF_SYSTEM) },
  '/webhooks/{id}': {
    GET: reading(readWebhook, 'Webhook'),
    PATCH: upkeep(changeWebhook, 'Webhook', OF_SYSTEM),
    DELETE: upkeep(deleteWebhook, NOTHING, OF_SYSTEM),
  },
  '/webhooks/{id}/rotate': { POST: upkeep(rotateWebhook, 'WebhookWithSecret', OF_SYSTEM) },
  '/webhooks/{id}/replay': { POST: upkeep(replayWebhook, 'Webhook', OF_SYSTEM) },
  '/webhooks/{id}/resume': { POST: upkeep(resumeWebhook, 'Webhook', OF_SYSTEM) },
  '/webhooks/{id}/ping': { POST: upkeep(pingWebhook, 'WebhookPing', OF_SYSTEM) },
  '/webhooks/{id}/deliveries': { GET: reading(readDeliveries, 'WebhookDeliveries') },
  '/subscriptions': {
    GET: reading(listSubscriptions, 'Subscriptions', ['person', 'entity', 'webhook']),
    POST: upkeep(createSubscription, 'Subscription', OF_SYSTEM),
  },
  '/subscriptions/{id}': { DELETE: upkeep(deleteSubscription, NOTHING, OF_SYSTEM) },
};

export function webhookRoutes(catalog: Catalog): Answers {
  return mount(WEBHOOK_ROUTES, async (context, operation) => {
    await admit(context, catalog, operation);
    return operation.run(context, catalog);
  });
}
