/**
 * Reads which property values must be removed, and the entities that have them.
 */
import { type Graph, readRows, runAlone, whole } from './driver.ts';

export interface PurgeOrder {
  readonly urn: string;
  readonly purge: string;
}

export async function nextPurge(graph: Graph): Promise<PurgeOrder | undefined> {
  const rows = await readRows<{ urn: string; purge: string }>(graph, 'jobs/find-purge', {});
  return rows[0];
}

/** A page of URNs after `after`. */
export async function purgeHolders(graph: Graph, urn: string, after: string, limit: number): Promise<string[]> {
  const rows = await readRows<{ holder: string }>(graph, 'jobs/page-purge-holders', { urn, after, limit: whole(limit) });
  return rows.map(({ holder }) => holder);
}

export async function purgeDone(graph: Graph, order: PurgeOrder): Promise<void> {
  await runAlone(graph, 'jobs/end-purge', { ...order });
}
