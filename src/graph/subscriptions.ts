/**
 * Subscriptions in the graph: who wants to hear about what, through which webhook. Each is one node.
 */
import { type Graph, readRows, refuseFull, whole, writeRows } from './driver.ts';
import { type MaybeRow, wholeRows } from './whole-rows.ts';

/** What a subscription is about. */
export type SubscriptionSubject = { readonly entity: string } | { readonly domain: string } | { readonly query: string };

export interface Subscription {
  readonly id: string;
  readonly webhook: string;
  /** The URN of the user. */
  readonly person: string;
  readonly about: SubscriptionSubject;
  /** It begins after this commit. */
  readonly after: number;
  /** When and by whom it was created, epoch ms. */
  readonly createdAt: number;
  readonly createdBy: string;
  /** By what (access/makers.ts): it ends with that. */
  readonly makers?: readonly string[] | undefined;
}

interface SubscriptionRow {
  readonly id: string;
  readonly webhook: string;
  readonly value: string;
}

/** All subscriptions, the oldest first: so their events have the same order each time. */
export async function listSubscriptions(graph: Graph): Promise<Subscription[]> {
  const rows = await readRows<MaybeRow<SubscriptionRow>>(graph, 'webhooks/list-subscriptions', {});
  return wholeRows<SubscriptionRow>(rows)
    .map(({ id, webhook, value }): Subscription => ({ id, webhook, ...(JSON.parse(value) as Omit<Subscription, 'id' | 'webhook'>) }))
    .sort((a, b) => a.createdAt - b.createdAt);
}

/** Creates a subscription. Answers false if there are `most` already, or if its webhook does not exist. */
export async function createSubscription(graph: Graph, { id, webhook, ...value }: Subscription, most: number): Promise<boolean> {
  refuseFull(graph);
  return (
    (await writeRows<{ id: string }>(graph, 'webhooks/create-subscription', { id, webhook, value: JSON.stringify(value), most: whole(most) }))
      .length > 0
  );
}

/** Deletes a subscription. Answers whether there was one. */
export async function deleteSubscription(graph: Graph, id: string): Promise<boolean> {
  const [row] = await writeRows<{ deleted: number }>(graph, 'webhooks/delete-subscription', { id });
  return (row?.deleted ?? 0) > 0;
}
