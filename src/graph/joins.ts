/**
 * Which entities belong together: for the ranking of search, and for joins between tables.
 */
import { type Graph, readRows, whole } from './driver.ts';

/** How many queries of one entity are looked at. */
const MOST_QUERIES = 100;

interface JoinRow {
  readonly one: string;
  readonly other: string;
  /** The query or the model that names both. */
  readonly through: string | null;
  /** Of the relationship between the two. */
  readonly type: string | null;
}

interface JoiningEdge {
  readonly source: string;
  readonly type: string;
  readonly target: string;
}

/** What somebody sees who sees a part. */
export interface SeenJoins {
  /** Those of these URNs that are seen. */
  among(urns: readonly string[]): Promise<ReadonlySet<string>>;
  /** Gives of each of these relationships whether it is shown. */
  shown(edges: readonly JoiningEdge[]): Promise<(edge: JoiningEdge) => boolean>;
}

/**
 * The pairs among these entities that a foreign key, lineage, a common query or a model of relations joins.
 *
 * @param seen what counts; if absent, all does
 */
export async function readJoins(graph: Graph, urns: readonly string[], seen?: SeenJoins): Promise<(readonly [string, string])[]> {
  const all = await readRows<JoinRow>(graph, 'traverse/find-joins', { urns, most: whole(MOST_QUERIES), through: seen !== undefined });
  const edgeOf = ({ one, other, type }: JoinRow): JoiningEdge[] => (type === null ? [] : [{ source: one, type, target: other }]);
  const named = await seen?.among([...new Set(all.flatMap(({ through }) => through ?? []))]);
  const shown = await seen?.shown(all.flatMap(edgeOf));
  const rows = all.filter((row) => edgeOf(row).every((edge) => shown?.(edge) ?? true) && (row.through === null || (named?.has(row.through) ?? true)));
  const pairs = new Map(rows.map(({ one, other }) => [[one, other].sort().join('\n'), [one, other] as const]));
  return [...pairs.values()];
}
