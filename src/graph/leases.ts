/**
 * Leases: they let one server at a time do some work. A server that stops extending its leases loses them when they end, by the clock of
 * Neo4j.
 */
import { type Graph, runAlone, whole, writeRows } from './driver.ts';

/**
 * Takes a lease, or extends the lease of this owner. Answers its number, which each new owner increases; `undefined` if another owner has it.
 *
 * @param force take it also from another owner
 */
export async function takeLease(graph: Graph, name: string, owner: string, ms: number, force: boolean): Promise<number | undefined> {
  const [row] = await writeRows<{ token: number }>(graph, 'jobs/take-lease', { name, owner, ms: whole(ms), force });
  return row?.token;
}

export async function endLease(graph: Graph, name: string, owner: string): Promise<void> {
  await runAlone(graph, 'jobs/end-lease', { name, owner });
}
