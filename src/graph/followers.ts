/**
 * How far jobs are in the log that follow it under a lease.
 */
import { type LogHead, lifeOf, SERVER } from './commit-log.ts';
import { type Graph, readRows, runAlone, whole } from './driver.ts';

/** The lease of the job that links siblings. */
export const LINKING = 'siblings';

/** The number of the last commit that the job has followed; undefined if it has not begun in this life of the store. */
export async function readFollower(graph: Graph, name: string, head: Pick<LogHead, 'name' | 'epoch'>): Promise<number | undefined> {
  const [row] = await readRows<{ seq: number | null; life: string | null }>(graph, 'jobs/read-follower', { name });
  return row?.life === lifeOf(head) ? (row.seq ?? undefined) : undefined;
}

export async function saveFollower(graph: Graph, name: string, head: Pick<LogHead, 'name' | 'epoch'>, seq: number): Promise<void> {
  await runAlone(graph, 'jobs/save-follower', { name, owner: SERVER, life: lifeOf(head), seq: whole(seq) });
}
