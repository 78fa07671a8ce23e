/**
 * Which entities belong together, for the ranking of search and for whoever wants to join tables.
 */
import { type Graph, readRows, whole } from './driver.ts';

/** How many queries of one entity are looked at. */
const MOST_QUERIES = 100;

/** The pairs among these entities that a foreign key, lineage, a common query or a model of relations joins. */
export async function readJoins(graph: Graph, urns: readonly string[]): Promise<(readonly [string, string])[]> {
  const rows = await readRows<{ one: string; other: string }>(graph, 'traverse/find-joins', { urns, most: whole(MOST_QUERIES) });
  const pairs = new Map(rows.map(({ one, other }) => [[one, other].sort().join('\n'), [one, other] as const]));
  return [...pairs.values()];
}
