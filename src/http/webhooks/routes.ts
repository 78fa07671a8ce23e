/**
 * The routes of webhooks and subscriptions.
 */
import type { Catalog } from '../../catalog/index.ts';
import { type Answers, admit, mount, NOTHING, type Routes, reading, upkeep } from '../request/operation.ts';
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
  '/webhooks': { GET: reading(listWebhooks, 'Webhooks'), POST: upkeep(createWebhook, 'WebhookWithSecret') },
  '/webhooks/{id}': { GET: reading(readWebhook, 'Webhook'), PATCH: upkeep(changeWebhook, 'Webhook'), DELETE: upkeep(deleteWebhook, NOTHING) },
  '/webhooks/{id}/rotate': { POST: upkeep(rotateWebhook, 'WebhookWithSecret') },
  '/webhooks/{id}/replay': { POST: upkeep(replayWebhook, 'Webhook') },
  '/webhooks/{id}/resume': { POST: upkeep(resumeWebhook, 'Webhook') },
  '/webhooks/{id}/ping': { POST: upkeep(pingWebhook, 'WebhookPing') },
  '/webhooks/{id}/deliveries': { GET: reading(readDeliveries, 'WebhookDeliveries') },
  '/subscriptions': {
    GET: reading(listSubscriptions, 'Subscriptions', ['person', 'entity', 'webhook']),
    POST: upkeep(createSubscription, 'Subscription'),
  },
  '/subscriptions/{id}': { DELETE: upkeep(deleteSubscription, NOTHING) },
};

export function webhookRoutes(catalog: Catalog): Answers {
  return mount(WEBHOOK_ROUTES, async (context, operation) => {
    await admit(context, catalog.model.names, operation);
    return operation.run(context, catalog);
  });
}
