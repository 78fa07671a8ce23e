/**
 * `GET /metrics`: figures for Prometheus.
 */
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Context } from './context.ts';
import type { Health } from './system.ts';

/** A registry of its own for each server: figures of the process, and how far the search index is behind. */
export function metrics(health: Health): (context: Context) => Promise<void> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'cairn_' });
  const waiting = new Gauge({ name: 'cairn_index_waiting', help: 'Entities that are written and not searchable yet', registers: [registry] });
  const oldest = new Gauge({ name: 'cairn_index_oldest_seconds', help: 'For how long the oldest of them has waited', registers: [registry] });
  return async (context) => {
    const index = await health.index().catch(() => undefined);
    // While the graph is away nobody knows: better no figure than an old one.
    waiting.reset();
    oldest.reset();
    if (index) {
      waiting.set(index.waiting);
      oldest.set(index.oldest === undefined ? 0 : (Date.now() - index.oldest) / 1000);
    }
    context.type = registry.contentType;
    context.body = await registry.metrics();
  };
}
