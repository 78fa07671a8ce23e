/**
 * Leases: they let one server at a time do some work. A server that stops extending its leases loses them when they end, by the clock of
 * Neo4j.
 */
import { type Graph, runAlone, whole, wholeOrNull, writeRows } from './driver.ts';

export interface LeaseState {
  /** The number of the lease, which each new owner increases. */
  readonly token: number;
  /** Has another owner asked for it lately? */
  readonly shared: boolean;
}

/** What a lease is for. */
export interface LeaseName {
  readonly name: string;
  /** The work differs between servers. One of another kind gets the lease if its format is newer, or if no server has had it for long. */
  readonly kind?: string;
  readonly format?: number;
}

interface LeaseTerms {
  readonly owner: string;
  readonly ms: number;
  /** How long a request of another owner counts, ms. */
  readonly recentMs: number;
  /** Take them also from an owner of another kind and of the same format. */
  readonly force?: boolean;
}

/** A lease that has been free for so long, ms, goes to any kind: who was to have it is gone. */
export const GONE_MS = 300_000;

/** Takes leases, or extends those of this owner. Answers them by name; those that are not given only with the kind that they are for. */
export async function takeLeases(
  graph: Graph,
  leases: readonly LeaseName[],
  { owner, ms, recentMs, force = false }: LeaseTerms,
): Promise<{ readonly taken: Map<string, LeaseState>; readonly kinds: Map<string, string | null> }> {
  const sorted = leases.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const rows = await writeRows<{ name: string; token: number | null; shared: boolean; kind: string | null }>(graph, 'jobs/take-lease', {
    leases: sorted.map(({ name, kind, format }) => ({ name, kind: kind ?? null, format: wholeOrNull(format) })),
    owner,
    ms: whole(ms),
    recent: whole(recentMs),
    gone: whole(GONE_MS),
    force,
  });
  return {
    taken: new Map(rows.flatMap(({ name, token, shared }) => (token === null ? [] : [[name, { token, shared }]]))),
    kinds: new Map(rows.map(({ name, kind }) => [name, kind])),
  };
}

export async function endLease(graph: Graph, name: string, owner: string): Promise<void> {
  await runAlone(graph, 'jobs/end-lease', { name, owner });
}

/** Removes a lease that nobody has: its work is done for good. */
export async function dropLease(graph: Graph, name: string): Promise<void> {
  await writeRows<{ dropped: number }>(graph, 'jobs/drop-lease', { name });
}
