/**
 * Delivers to all webhooks. One server at a time does so: the one that has the lease. Each webhook has its own delivery, so a slow target keeps
 * no other one waiting.
 */
import { readHead } from '../../graph/commit-log.ts';
import { listWebhooks } from '../../graph/webhooks.ts';
import { makeLease } from '../lease.ts';
import { type Loop, startLoop } from '../loop.ts';
import { type DeliveryJob, type DeliveryParts, startDelivery } from './delivery.ts';

/** How often to look for webhooks that were changed on other servers, ms; and while none is known. */
const IDLE_MS = 1_000;
const ALONE_MS = 10_000;
const LEASE = 'webhooks';

type DeliveringParts = Pick<DeliveryParts, 'graph' | 'catalog' | 'log' | 'privateTargets' | 'suspendMs'>;

export function startDelivering(parts: DeliveringParts): Loop {
  const { graph, log } = parts;
  const lease = makeLease(graph, LEASE, () => log('webhooks.yielded'));
  const deliveries = new Map<string, DeliveryJob>();
  let token: number | undefined;
  let stopping = false;

  async function stopThese(ids: readonly string[]): Promise<void> {
    const ending = ids.flatMap((id) => deliveries.get(id) ?? []);
    for (const id of ids) deliveries.delete(id);
    await Promise.all(ending.map((each) => each.stop()));
  }

  async function step(): Promise<boolean> {
    const now = await lease.hold();
    if (now !== token) await stopThese([...deliveries.keys()]);
    token = now;
    if (now === undefined) return false;
    const webhooks = await listWebhooks(graph);
    const active = new Map(webhooks.filter(({ progress }) => progress.state === 'active').map((each) => [each.id, each]));
    const outdated = [...deliveries]
      .filter(([id, delivery]) => !delivery.knows(active.get(id)?.version ?? Number.POSITIVE_INFINITY))
      .map(([id]) => id);
    if (outdated.length > 0) {
      // They save while they stop: read the webhooks again.
      await stopThese(outdated);
      return true;
    }
    const starting = [...active.values()].filter(({ id }) => !deliveries.has(id));
    if (starting.length === 0 || stopping) return false;
    const { name: logName } = await readHead(graph);
    for (const webhook of starting) {
      deliveries.set(webhook.id, startDelivery({ ...parts, logName, leads: lease.held, stale: () => loop.wake() }, webhook));
    }
    return false;
  }

  const loop = startLoop('delivery to webhooks', step, () => (lease.shared() ? IDLE_MS : ALONE_MS), log);
  return {
    wake: () => loop.wake(),
    async stop() {
      stopping = true;
      await loop.stop();
      await stopThese([...deliveries.keys()]);
      await lease.resign();
    },
  };
}
