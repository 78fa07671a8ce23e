/**
 * Stores by which rules of the model the edges were made, and the progress of rebuilding them after the rules have changed.
 */
import { type Graph, readRows, whole, writeRows } from './driver.ts';

/** How long the server that rebuilds may be silent before another one continues, ms. */
const LEASE_MS = 30_000;

interface EdgeProgress {
  readonly building: boolean;
  /** How many entities the present or latest rebuild has checked, and how many of them had wrong edges. */
  readonly done: number;
  readonly repaired: number;
}

/** Starts a rebuild if the edges were made by other rules. Answers whether they are being rebuilt. */
export async function compareEdgeRules(graph: Graph, rules: string): Promise<boolean> {
  const [row] = await writeRows<{ building: boolean }>(graph, 'jobs/compare-edge-rules', { rules });
  return row?.building ?? false;
}

export async function edgeProgress(graph: Graph): Promise<EdgeProgress> {
  const [row] = await readRows<{ building: boolean; done: number; repaired: number }>(graph, 'jobs/read-edge-rebuild', {});
  return row ?? { building: false, done: 0, repaired: 0 };
}

/** Tries to make this server the one that rebuilds, for the length of a lease. If it succeeds, answers the URN up to which entities are done. */
export async function takeEdges(graph: Graph, rules: string, owner: string): Promise<string | undefined> {
  const now = Date.now();
  const params = { rules, owner, now: whole(now), until: whole(now + LEASE_MS) };
  const [row] = await writeRows<{ sweptTo: string }>(graph, 'jobs/take-edge-rebuild', params);
  return row?.sweptTo;
}

/** Stores that a page is done. Without `sweptTo`, everything is done. */
export async function noteEdges(
  graph: Graph,
  { rules, owner, sweptTo, done, repaired }: { rules: string; owner: string; sweptTo: string | undefined; done: number; repaired: number },
): Promise<void> {
  await writeRows(graph, 'jobs/note-edge-rebuild', { rules, owner, sweptTo: sweptTo ?? null, done: whole(done), repaired: whole(repaired) });
}
