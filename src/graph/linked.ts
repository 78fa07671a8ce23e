/**
 * Finds what entities may be siblings of.
 */
import { type Graph, readRows, whole } from './driver.ts';
import { bothWays } from './statements.ts';

/** Of one entity. */
const MOST_LINKED = 1_000;

interface LinkQuery {
  readonly urns: readonly string[];
  /** What the URNs of dbt's entities begin with. */
  readonly dbt: string;
  /** Names of relationships: that of siblings, and those of lineage. */
  readonly sibling: string;
  readonly lineage: readonly string[];
  /** The aspect that names siblings. */
  readonly aspect: string;
}

/** The other ends, of each entity that has some or names siblings. */
export async function findLinked(graph: Graph, { urns, dbt, sibling, lineage, aspect }: LinkQuery): Promise<Map<string, readonly string[]>> {
  const params = { urns, dbt, sibling, aspect, most: whole(MOST_LINKED) };
  const rows = await readRows<{ urn: string; others: string[] }>(graph, 'jobs/find-linked', params, { edge: bothWays([sibling, ...lineage]) });
  return new Map(rows.map(({ urn, others }) => [urn, others]));
}
