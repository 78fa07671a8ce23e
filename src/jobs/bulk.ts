/**
 * Works on bulk changes, one batch after the other, while others write. One server at a time does so: the one that has the lease. What is
 * done stands in the graph, so another server, or this one after a restart, goes on with the next batch.
 */
import type { Catalog } from '../catalog/catalog.ts';
import type { Graph } from '../graph/driver.ts';
import type { Log } from '../log.ts';
import { makeLease } from './lease.ts';
import { type Loop, startLoop } from './loop.ts';

/** How often to look for new ones, ms: a request to another server can order one. One to this server wakes the loop. */
const IDLE_MS = 500;
const ALONE_MS = 10_000;
const LEASE = 'bulk';

export function startBulk(catalog: Catalog, graph: Graph, log: Log): Loop {
  const lease = makeLease(graph, LEASE, () => log('bulk.yielded'));
  const loop = startLoop(
    'bulk change',
    async () => {
      if ((await lease.hold()) === undefined) return false;
      return catalog.bulk.step(lease.held, ({ id, state, changed, refused, total, reason }) => {
        if (state === 'stopped') log('bulk.stopped', { id, reason: reason ?? 'a request asked for it' });
        else log('bulk.ended', { id, state, changed, refused, total });
      });
    },
    () => (lease.shared() ? IDLE_MS : ALONE_MS),
    log,
  );
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      await lease.resign();
    },
  };
}
