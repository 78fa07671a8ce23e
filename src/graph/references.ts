/**
 * Finds which entities refer to an entity: by the edges of their aspects, and for a hard-deleted one, by the marks of lost edges.
 */
import neo4j from 'neo4j-driver';
import { readHead } from './commit-log.ts';
import { type Graph, inSession, readRows, whole } from './driver.ts';
import { edgePattern, statement } from './statements.ts';

/** Most edges of one transaction, as in hard-deletes.ts. */
const EDGES_AT_ONCE = 5_000;

/** In the order in which command lines print the fields, whatever their names (docs/semantics.md 12.3). */
export interface Reference {
  readonly relationship: string;
  readonly entity: string;
  readonly aspect: string;
}

function patterns(types: readonly string[]): Record<string, string> {
  return { incoming: edgePattern(types, 'INCOMING'), outgoing: edgePattern(types, 'OUTGOING') };
}

/** How many triples of entity, aspect and relationship refer to an entity, and the first of them. `types`: relationship names of the model. */
export async function readReferences(
  graph: Graph,
  urn: string,
  types: readonly string[],
  limit: number,
): Promise<{ total: number; page: Reference[] }> {
  const rows = await readRows<{ total: number; page: [string, string, string][] }>(
    graph,
    'read/count-references',
    { urn, types, limit: whole(limit) },
    patterns(types),
  );
  const row = rows[0] ?? { total: 0, page: [] };
  return { total: row.total, page: row.page.map(([entity, aspect, relationship]) => ({ relationship, entity, aspect })) };
}

/** Some aspects that refer to an entity, in no order. Leaves out key aspects (`keys`: their names) and entities whose own URN contains this one. */
export async function readReferring(
  graph: Graph,
  urn: string,
  types: readonly string[],
  keys: readonly string[],
  limit: number,
): Promise<{ entity: string; aspect: string }[]> {
  return readRows(
    graph,
    'read/page-referring',
    { urn, types, keys, within: [`(${urn},`, `,${urn},`, `,${urn})`], limit: whole(limit) },
    patterns(types),
  );
}

/**
 * Removes all edges of an entity, in transactions of limited size.
 *
 * @returns how many there were; a lineage edge counts twice
 */
export async function dropEdges(graph: Graph, urn: string): Promise<number> {
  const params = { urn, limit: whole(EDGES_AT_ONCE), at: whole(Math.max(Date.now(), (await readHead(graph)).at)) };
  for (let all = 0; ; ) {
    const { records } = await inSession(graph, neo4j.session.WRITE, (session) => session.run(statement('write/drop-edges'), params));
    const dropped = (records[0]?.get('dropped') as number | undefined) ?? 0;
    all += dropped;
    if (dropped < EDGES_AT_ONCE) return all;
  }
}
