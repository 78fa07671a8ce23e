/**
 * Reads what a verification checks: entities as stored, single nodes, and whatever belongs to no chain and no aspect.
 */
import type { CommitRow } from './commit-log.ts';
import { type Graph, inTransaction, readRows, rowsIn, runAlone, whole } from './driver.ts';
import { type StatementOf, statement } from './statements.ts';

/** One version of a chain. `steps`: the distance from the newest one. */
type ChainedVersion = readonly [steps: number, seq: number, name: string, runId: string | null, run: string | null, at: number];

/** A chain of versions, newest first. `ended`: name and time of its ENDED relationship. */
export type Chain = readonly [
  kind: 'LATEST' | 'ENDED',
  name: string,
  endedName: string | null,
  until: number | null,
  versions: readonly ChainedVersion[],
];

export interface VerifiedEntity {
  readonly urn: string;
  readonly type: string | null;
  readonly labels: readonly string[];
  readonly removed: boolean | null;
  /** The number of soft deletions and restorations. */
  readonly toggled: number;
  readonly beingDeleted: boolean;
  /** When it was last hard-deleted, epoch ms: nothing is known of the time before. */
  readonly forgotten: number | null;
  readonly chains: readonly Chain[];
  readonly latest: readonly (readonly [name: string, value: string, at: number])[];
  /** Marks of lost edges (DANGLING). */
  readonly lost: readonly (readonly [id: number, aspect: string, type: string, source: string, target: string])[];
  /** The types of past edges that lack a required property. */
  readonly malformed: readonly string[];
}

/** An edge that begins at an entity, and that an aspect of another entity makes, or none. */
export interface Stray {
  readonly urn: string;
  readonly id: number;
  readonly type: string;
  readonly via: string | null;
  readonly target: string;
  readonly aspect: string | null;
  readonly holder: string | null;
  readonly beingDeleted: boolean;
}

type Rows = <Row extends object>(name: StatementOf<Row>, params: Record<string, unknown>) => Promise<Row[]>;

/** The next URNs that have a node. */
export async function nextUrns(graph: Graph, after: string, limit: number): Promise<string[]> {
  const rows = await readRows<{ urn: string }>(graph, 'verify/page-entities', { after, limit: whole(limit) });
  return rows.map(({ urn }) => urn);
}

/**
 * Reads entities, and edges of others that begin at them.
 *
 * @param locked lock these URNs while reading, as a commit does, so that everything read is of one moment
 */
export async function readToVerify(
  graph: Graph,
  urns: readonly string[],
  locked: readonly string[],
): Promise<{ entities: VerifiedEntity[]; strays: Stray[] }> {
  const read = async (rows: Rows) => ({
    entities: await rows<VerifiedEntity>('verify/read-entities', { urns }),
    strays: await rows<Stray>('verify/find-strays', { urns }),
  });
  if (locked.length === 0) return read((name, params) => readRows(graph, name, params));
  return inTransaction(graph, async (tx) => {
    await tx.run(statement('verify/lock-entities'), { urns: [...locked].sort() });
    return read((name, params) => rowsIn(tx, name, params));
  });
}

/** What the node of an entity should say of it. */
export interface Flags {
  readonly type: string;
  /** Labels to take away. */
  readonly others: readonly string[];
  /** Absent: it stays as it is. */
  readonly removed?: boolean;
}

/** Corrects the flags of entities under the locks of a commit. @param flagsOf nothing if they are right, or if nobody knows what is right */
export async function setFlags(graph: Graph, urns: readonly string[], flagsOf: (entity: VerifiedEntity) => Flags | undefined): Promise<void> {
  await inTransaction(graph, async (tx) => {
    await tx.run(statement('verify/lock-entities'), { urns: [...urns].sort() });
    const entities = await rowsIn<VerifiedEntity>(tx, 'verify/read-entities', { urns });
    const rows = entities.flatMap((entity) => {
      const flags = flagsOf(entity);
      if (!flags) return [];
      const { type, others, removed } = flags;
      return [{ urn: entity.urn, type, others, removed: removed === undefined ? [] : [removed ? true : null] }];
    });
    if (rows.length > 0) await tx.run(statement('verify/set-flags'), { rows });
  });
}

export async function dropLostMarks(graph: Graph, ids: readonly number[]): Promise<void> {
  await runAlone(graph, 'verify/drop-dangling', { ids: ids.map(whole) });
}

export async function dropStrays(graph: Graph, strays: readonly Stray[]): Promise<void> {
  const rows = strays.map(({ id, type, urn, target }) => ({ id: whole(id), type, source: urn, target }));
  await runAlone(graph, 'verify/drop-strays', { rows });
}

/** The highest id of a node; -1 if there is none. */
export async function lastNode(graph: Graph): Promise<number> {
  const [row] = await readRows<{ last: number | null }>(graph, 'verify/find-last-node', {});
  return row?.last ?? -1;
}

export interface VerifiedPoint {
  readonly series: string | null;
  readonly time: number | null;
  readonly rest: string | null;
  readonly value: string | null;
  readonly meta: string | null;
  readonly runId: string | null;
  readonly at: number | null;
  readonly urn: string | null;
  readonly exists: boolean;
}

/** Reads the nodes with these ids, both inclusive: points, and versions that belong to no chain. */
export async function readNodes(graph: Graph, from: number, to: number) {
  const range = { from: whole(from), to: whole(to) };
  const [points, versions] = await Promise.all([
    readRows<VerifiedPoint>(graph, 'verify/page-points', range),
    readRows<{ id: number; name: string; seq: number }>(graph, 'verify/page-unheld-versions', range),
  ]);
  return { points, versions };
}

/** The newest points of these timeseries (`urn|aspect`). */
export function readPointsOf(graph: Graph, series: readonly string[], limit: number): Promise<VerifiedPoint[]> {
  return readRows<VerifiedPoint>(graph, 'verify/read-points-of', { series, limit: whole(limit) });
}

/** For each of these times, epoch ms, the number of the first commit that is not earlier. Absent: there is none. */
export async function commitsAtTimes(graph: Graph, times: readonly number[]): Promise<Map<number, number>> {
  const rows = await readRows<{ time: number; seq: number }>(graph, 'verify/find-places', { times: times.map(whole) });
  return new Map(rows.map(({ time, seq }) => [time, seq]));
}

export function readTheseCommits(graph: Graph, seqs: readonly number[]): Promise<CommitRow[]> {
  return readRows<CommitRow>(graph, 'verify/read-commits', { seqs: seqs.map(whole) });
}

interface AskedEdge {
  readonly key: string;
  readonly source: string;
  readonly target: string;
  readonly holder: string;
  readonly aspect: string;
}

/** Which of these edges had ended before they began again. */
export async function pastEdges(graph: Graph, edges: readonly AskedEdge[]): Promise<Set<string>> {
  if (edges.length === 0) return new Set();
  const rows = await readRows<{ key: string }>(graph, 'verify/find-past-edges', { rows: edges });
  return new Set(rows.map(({ key }) => key));
}

interface OddPastEdge extends Omit<AskedEdge, 'key' | 'source'> {
  readonly urn: string;
  readonly type: string;
  readonly since: number;
  readonly until: number;
}

/** Past edges from these entities with an end that nothing explains. @param now epoch ms, with room for clocks that differ */
export function oddPastEdges(graph: Graph, urns: readonly string[], now: number): Promise<OddPastEdge[]> {
  return readRows<OddPastEdge>(graph, 'verify/find-odd-past-edges', { urns, now: whole(now) });
}

/** The keys of those points that are stored. @param points `series`: urn|aspect; `time`: epoch ms */
export async function storedPoints(
  graph: Graph,
  points: readonly { readonly key: string; readonly series: string; readonly time: number }[],
): Promise<Set<string>> {
  if (points.length === 0) return new Set();
  const rows = await readRows<{ key: string }>(graph, 'verify/find-points', { rows: points.map((point) => ({ ...point, time: whole(point.time) })) });
  return new Set(rows.map(({ key }) => key));
}

/** Which of these runs exist. */
export async function existingRuns(graph: Graph, runs: readonly string[]): Promise<Set<string>> {
  if (runs.length === 0) return new Set();
  const rows = await readRows<{ run: string }>(graph, 'verify/find-runs', { runs });
  return new Set(rows.map(({ run }) => run));
}

/** Which of these entities exist. */
export async function readExisting(graph: Graph, urns: readonly string[]): Promise<Set<string>> {
  const rows = await readRows<{ urn: string; exists: boolean }>(graph, 'verify/find-existing', { urns });
  return new Set(rows.flatMap(({ urn, exists }) => (exists ? [urn] : [])));
}
