/**
 * Delivers to all webhooks. One server at a time does so: the one that has the lease. Each webhook has its own courier, so a slow target keeps
 * no other one waiting.
 */
import { readHead } from '../../graph/commit-log.ts';
import { listWebhooks } from '../../graph/webhooks.ts';
import { makeLease } from '../lease.ts';
import { type Loop, startLoop } from '../loop.ts';
import { type Courier, type CourierParts, startCourier } from './courier.ts';

/** How often to look for webhooks that were changed on other servers, ms. */
const IDLE_MS = 1_000;
const LEASE = 'webhooks';

export type DeliveryParts = Pick<CourierParts, 'graph' | 'catalog' | 'log' | 'privateTargets' | 'suspendMs'>;

export function startDelivering(parts: DeliveryParts): Loop {
  const { graph, log } = parts;
  const lease = makeLease(graph, LEASE, () => log('webhooks.yielded'));
  const couriers = new Map<string, Courier>();
  let token: number | undefined;
  let stopping = false;

  async function stopThese(ids: readonly string[]): Promise<void> {
    const ending = ids.flatMap((id) => couriers.get(id) ?? []);
    for (const id of ids) couriers.delete(id);
    await Promise.all(ending.map((each) => each.stop()));
  }

  async function step(): Promise<boolean> {
    const now = await lease.hold();
    if (now !== token) await stopThese([...couriers.keys()]);
    token = now;
    if (now === undefined) return false;
    const webhooks = await listWebhooks(graph);
    const active = new Map(webhooks.filter(({ progress }) => progress.state === 'active').map((each) => [each.id, each]));
    const outdated = [...couriers].filter(([id, courier]) => !courier.knows(active.get(id)?.version ?? Number.POSITIVE_INFINITY)).map(([id]) => id);
    if (outdated.length > 0) {
      // They save while they stop: read the webhooks again.
      await stopThese(outdated);
      return true;
    }
    const starting = [...active.values()].filter(({ id }) => !couriers.has(id));
    if (starting.length === 0 || stopping) return false;
    const { name: logName } = await readHead(graph);
    for (const webhook of starting) {
      couriers.set(webhook.id, startCourier({ ...parts, logName, leads: lease.held, stale: () => loop.wake() }, webhook));
    }
    return false;
  }

  const loop = startLoop('delivery to webhooks', step, IDLE_MS, log);
  return {
    wake: () => loop.wake(),
    async stop() {
      stopping = true;
      await loop.stop();
      await stopThese([...couriers.keys()]);
      await lease.resign();
    },
  };
}
