/**
 * Leases: they let one server at a time do some work. A server that stops extending its leases loses them when they end, by the clock of
 * Neo4j.
 */
import { type Graph, runAlone, whole, writeRows } from './driver.ts';

export interface Taken {
  /** The number of the lease, which each new owner increases. */
  readonly token: number;
  /** Has another owner asked for it lately? */
  readonly shared: boolean;
}

interface LeaseTerms {
  readonly owner: string;
  readonly ms: number;
  /** How long a request of another owner counts, ms. */
  readonly recentMs: number;
  /** Take them also from another owner. */
  readonly force?: boolean;
}

/** Takes leases, or extends those of this owner. Answers them by name, without those that another owner has. */
export async function takeLeases(
  graph: Graph,
  names: readonly string[],
  { owner, ms, recentMs, force = false }: LeaseTerms,
): Promise<Map<string, Taken>> {
  const params = { names: names.toSorted(), owner, ms: whole(ms), recent: whole(recentMs), force };
  const rows = await writeRows<Taken & { name: string }>(graph, 'jobs/take-lease', params);
  return new Map(rows.map(({ name, token, shared }) => [name, { token, shared }]));
}

export async function endLease(graph: Graph, name: string, owner: string): Promise<void> {
  await runAlone(graph, 'jobs/end-lease', { name, owner });
}
