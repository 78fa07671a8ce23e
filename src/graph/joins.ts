/**
 * Which entities belong together, for the ranking of search and for whoever wants to join tables.
 */
import { type Graph, readRows, whole } from './driver.ts';

/** How many queries of one entity are looked at. */
const MOST_QUERIES = 100;

interface Row {
  readonly one: string;
  readonly other: string;
  /** The query or the model that names both. */
  readonly through: string | null;
}

/**
 * The pairs among these entities that a foreign key, lineage, a common query or a model of relations joins.
 *
 * @param among those of some URNs that count; if absent, all do
 */
export async function readJoins(
  graph: Graph,
  urns: readonly string[],
  among?: (urns: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<(readonly [string, string])[]> {
  const all = await readRows<Row>(graph, 'traverse/find-joins', { urns, most: whole(MOST_QUERIES), through: among !== undefined });
  const seen = await among?.([...new Set(all.flatMap(({ through }) => through ?? []))]);
  const rows = all.filter(({ through }) => through === null || (seen?.has(through) ?? true));
  const pairs = new Map(rows.map(({ one, other }) => [[one, other].sort().join('\n'), [one, other] as const]));
  return [...pairs.values()];
}
