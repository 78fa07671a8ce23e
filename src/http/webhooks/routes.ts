/**
 * The routes of webhooks and subscriptions.
 */
import { type Answers, admit, type Entrance, mount, NOTHING, OF_SYSTEM, type Routes, reading, upkeep } from '../request/operation.ts';
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
  '/webhooks': { GET: reading('all', listWebhooks, 'Webhooks'), POST: upkeep('all', createWebhook, 'WebhookWithSecret', OF_SYSTEM) },
  '/webhooks/{id}': {
    GET: reading('all', readWebhook, 'Webhook'),
    PATCH: upkeep('all', changeWebhook, 'Webhook', OF_SYSTEM),
    DELETE: upkeep('all', deleteWebhook, NOTHING, OF_SYSTEM),
  },
  '/webhooks/{id}/rotate': { POST: upkeep('all', rotateWebhook, 'WebhookWithSecret', OF_SYSTEM) },
  '/webhooks/{id}/replay': { POST: upkeep('all', replayWebhook, 'Webhook', OF_SYSTEM) },
  '/webhooks/{id}/resume': { POST: upkeep('all', resumeWebhook, 'Webhook', OF_SYSTEM) },
  '/webhooks/{id}/ping': { POST: upkeep('all', pingWebhook, 'WebhookPing', OF_SYSTEM) },
  '/webhooks/{id}/deliveries': { GET: { ...reading('all', readDeliveries, 'WebhookDeliveries'), needs: OF_SYSTEM } },
  '/subscriptions': {
    GET: reading('all', listSubscriptions, 'Subscriptions', ['person', 'entity', 'webhook']),
    POST: upkeep('all', createSubscription, 'Subscription', OF_SYSTEM),
  },
  '/subscriptions/{id}': { DELETE: upkeep('all', deleteSubscription, NOTHING, OF_SYSTEM) },
};

export function webhookRoutes(entrance: Entrance): Answers {
  return mount(WEBHOOK_ROUTES, async (context, operation) => {
    return operation.run(context, await admit(context, entrance, operation));
  });
}
