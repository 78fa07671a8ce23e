/**
 * Removes edges of hard-deleted entities that had too many for one transaction, and reads which property values must be removed from which entities.
 */
import neo4j from 'neo4j-driver';
import type { DanglingNames } from './changes.ts';
import { type Graph, inSession, readRows, runAlone, whole } from './driver.ts';
import { statement } from './statements.ts';

/** Most edges that one transaction removes. They take up to a second and 100 MB of Neo4j's memory. */
const EDGES_AT_ONCE = 5_000;
const ENTITIES_AT_ONCE = 100;

/** Removes the remaining edges of hard-deleted entities, in transactions of limited size. URNs that are not hard-deleted are left alone. */
export async function dropEdgesOfDeleted(graph: Graph, urns: readonly string[]): Promise<void> {
  for (let left = urns; left.length > 0; ) {
    const some = left.slice(0, ENTITIES_AT_ONCE);
    const limit = Math.floor(EDGES_AT_ONCE / some.length);
    const params = { urns: some, limit: whole(limit), all: false };
    const { records } = await inSession(graph, neo4j.session.WRITE, (session) => session.run(statement('write/drop-edges-of-deleted'), params));
    const unfinished = records.filter((record) => record.get('dropped') === limit).map((record) => record.get('urn') as string);
    left = [...unfinished, ...left.slice(ENTITIES_AT_ONCE)];
  }
}

/** Some of the hard-deleted entities that still have edges. */
export async function readUnfinishedDeletes(graph: Graph): Promise<string[]> {
  const rows = await readRows<{ urn: string }>(graph, 'jobs/find-unfinished-deletes', { limit: whole(ENTITIES_AT_ONCE) });
  return rows.map(({ urn }) => urn);
}

/** What is to be settled about an entity. */
interface PurgeOrder {
  readonly urn: string;
  readonly purge: string;
  /** Does the entity exist? */
  readonly exists: boolean;
}

/** A page of what names an entity, or its parts, without an edge, after the entity `after`. */
export async function pageDangling(graph: Graph, urn: string, prefixes: readonly string[], after: string, limit: number): Promise<DanglingNames[]> {
  const params = { rows: [{ urn, prefixes, after }], limit: whole(limit) };
  const rows = await readRows<{ urn: string; found: [string, string[]][] }>(graph, 'write/find-dangling', params);
  return rows.flatMap(({ found }) => found.map(([holder, aspects]) => ({ holder, aspects })));
}

export async function nextPurge(graph: Graph): Promise<PurgeOrder | undefined> {
  const rows = await readRows<PurgeOrder>(graph, 'jobs/find-purge', {});
  return rows[0];
}

/** A page of URNs after `after`. */
export async function purgeHolders(graph: Graph, urn: string, after: string, limit: number): Promise<string[]> {
  const rows = await readRows<{ holder: string }>(graph, 'jobs/page-purge-holders', { urn, after, limit: whole(limit) });
  return rows.map(({ holder }) => holder);
}

export async function purgeDone(graph: Graph, order: PurgeOrder): Promise<void> {
  await runAlone(graph, 'jobs/end-purge', { urn: order.urn, purge: order.purge });
}
