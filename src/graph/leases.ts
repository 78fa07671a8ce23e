/**
 * Leases: work that one server at a time does. A server that falls silent loses its leases when they end, by Neo4j's clock.
 */
import { type Graph, runAlone, whole, writeRows } from './driver.ts';

/** Takes a lease, or extends one that this owner has. Answers its number, which is new with each owner; `undefined`: another one has it. */
export async function takeLease(graph: Graph, name: string, owner: string, ms: number): Promise<number | undefined> {
  const [row] = await writeRows<{ token: number }>(graph, 'jobs/take-lease', { name, owner, ms: whole(ms) });
  return row?.token;
}

export async function endLease(graph: Graph, name: string, owner: string): Promise<void> {
  await runAlone(graph, 'jobs/end-lease', { name, owner });
}
