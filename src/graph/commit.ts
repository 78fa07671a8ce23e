/**
 * One write transaction: lock and read, let the core decide, write, commit. Either all of it happens or nothing.
 */
import type { Transaction } from 'neo4j-driver';
import { makeSlices } from '../slices.ts';
import type { CommitChanges, EdgeRow, ReadSet, ReadState } from './changes.ts';
import { appendCommit, type LogPosition, newestIn, takeTurn } from './commit-log.ts';
import { lockAndRead, spanRow } from './commit-reads.ts';
import { type Graph, inTransaction, whole } from './driver.ts';
import type { LogEntry } from './log-entries.ts';
import { runInParts, sent, settled } from './statement-runs.ts';
import type { Statement } from './statements.ts';
import { versionRow } from './stored-aspect.ts';

/** Most edges that a hard delete removes in its own transaction. The rest is removed afterwards. */
const EDGES_WITH_DELETE = 5_000;
const LEAST_EACH = 50;
/**
 * The decision of the core about what was read. It may take several turns of the event loop.
 *
 * @param from the time of the commit may not be earlier, epoch ms
 */
export type Decide<Result> = (found: ReadState, from: number) => Promise<CommitDecision<Result>>;

interface CommitDecision<Result> {
  readonly changes: CommitChanges;
  readonly result: Result;
}

export interface CommitResult<Result> {
  readonly result: Result;
  /** The commit in the log; if nothing changed, one that has all that was read. */
  readonly place: LogPosition;
  readonly entries: readonly LogEntry[];
}

/**
 * Locks and reads `needs`, calls `decide`, writes the changes, and commits. `decide` must be pure, because it runs again after a lost race.
 *
 * @throws Refusal if the graph does not answer, is busy, or refuses a value
 */
export async function commit<Result>(graph: Graph, needs: ReadSet, decide: Decide<Result>): Promise<CommitResult<Result>> {
  for (let late = false; ; late = true) {
    try {
      return await inTransaction(graph, (tx) => commitOnce(graph, tx, { needs, decide, late }));
    } catch (error) {
      if (!(error instanceof LaterCommit)) throw error;
    }
  }
}

interface Attempt<Result> {
  readonly needs: ReadSet;
  readonly decide: Decide<Result>;
  /** Did another commit come before the last attempt, with a later time? */
  readonly late: boolean;
}

/**
 * Everything that a commit writes has the time of the commit in the log: then what a reader sees as of a time are whole commits, also if clocks
 * of servers differ. So the transaction takes its turn before it writes. Usually nobody has committed at a later time meanwhile, and the
 * statements go without waiting for the turn. Otherwise the next attempt decides when its turn has come.
 *
 * @throws LaterCommit
 */
async function commitOnce<Result>(graph: Graph, tx: Transaction, { needs, decide, late }: Attempt<Result>): Promise<CommitResult<Result>> {
  const found = await lockAndRead(tx, needs);
  if (late) noteTime(graph, (await takeTurn(tx)).at);
  const { changes, result } = await decide(found, graph.seen.at + 1);
  if (changes.log.length === 0) return { result, place: await writeChanges(tx, changes), entries: [] };
  noteTime(graph, changes.at);
  const turn = late ? Promise.resolve(undefined) : sent(takeTurn(tx));
  const [before, place] = await settled([turn, writeChanges(tx, changes)]);
  if (before && before.at >= changes.at) {
    noteTime(graph, before.at);
    throw new LaterCommit();
  }
  return { result, place, entries: changes.log };
}

/** Another server has committed at a later time than this transaction has given to what it writes. */
class LaterCommit extends Error {}

function noteTime(graph: Graph, at: number): void {
  graph.seen.at = Math.max(graph.seen.at, at);
}

/** Writes the parts that are not empty, and the log. Sends all statements without waiting for each other. */
async function writeChanges(tx: Transaction, changes: CommitChanges): Promise<LogPosition> {
  const runs: Promise<unknown>[] = [];
  const slices = makeSlices();
  const run = async <Item>(
    name: Statement,
    items: readonly Item[],
    row: (item: Item) => unknown = (item) => item,
    made?: (rows: unknown[]) => Record<string, unknown>,
  ): Promise<void> => {
    for (const part of await runInParts(tx, slices, name, items, row, made)) runs.push(part);
  };
  const timed = <Item extends { readonly at: number }>(item: Item) => ({ ...item, at: whole(item.at) });
  await run('write/delete-entities', changes.hardDeleted, timed);
  const deleted = changes.hardDeleted.map(({ urn }) => urn);
  const limit = whole(Math.max(LEAST_EACH, EDGES_WITH_DELETE / (deleted.length || 1)));
  await run('write/drop-edges-of-deleted', deleted, undefined, (urns) => ({ urns, limit, all: true }));
  await run('write/drop-points', changes.droppedSeries, spanRow);
  await run('write/end-aspects', changes.endedAspects, timed);
  await run('write/revert-aspects', changes.reverted, (row) => ({ ...timed(row), seq: whole(row.seq) }));
  await run('write/update-entities', changes.entities, entityRow);
  await run('write/update-metadata', changes.metadataUpdates);
  await run('write/create-first-versions', changes.firstVersions, versionRow);
  for (const layer of changes.versions) await run('write/append-versions', layer, versionRow);
  await run('write/retire-versions', changes.retired, (row) => ({ ...row, below: whole(row.below) }));
  await run('write/clear-dangling', changes.restored);
  await run('write/note-dangling', changes.dangling);
  await run('write/end-edges', changes.edgesEnd, timed);
  const lineage = changes.edgesEnd.filter((row) => row.lineage);
  await run('write/end-lineage', lineage, (row) => ({ ...timed(row), ...lineageEnds(row) }));
  const begin = [...changes.edgesBegin].sort((a, b) => (a.target < b.target ? -1 : 1));
  await run('write/begin-edges', begin, edgeRow);
  await run('write/stamp-edges', changes.edgesStamp, (row) => ({ ...row, stamps: stampsRow(row.stamps) }));
  await run('write/append-points', changes.points, (row) => ({ ...timed(row), time: whole(row.time) }));
  await run(
    'write/set-property-names',
    [...changes.propertyNames].sort((a, b) => Number(a.name !== null) - Number(b.name !== null)),
  );
  await run(
    'write/set-badges',
    [...changes.badges].sort((a, b) => Number(a.badge) - Number(b.badge)),
  );
  await run('write/order-purges', changes.purges, undefined, (ids) => ({ ids, purge: crypto.randomUUID() }));
  await run('write/note-runs', changes.runs, timed);
  await run('write/remove-never-created', changes.neverCreated, undefined, (ids) => ({ ids }));
  const logged = changes.log.length > 0 ? appendCommit(tx, changes.log, changes.at) : newestIn(tx);
  await settled([...runs, logged]);
  return logged;
}

function entityRow({ id, born, removed, at }: CommitChanges['entities'][number]): Record<string, unknown> {
  return {
    id,
    at: whole(at),
    born: born === undefined ? [] : [born],
    removed: removed === undefined ? [] : [removed ? true : null],
  };
}

/** An edge as begin-edges.cypher expects it. */
export function edgeRow({ source, target, type, lineage, aspect, holder, at, stamps, columnsOnly }: EdgeRow): Record<string, unknown> {
  return { source, target, type, lineage, props: { aspect, holder, since: whole(at), ...stampsRow(stamps), ...(columnsOnly && { columnsOnly }) } };
}

/** The stamps of an edge, with numbers as integers. */
export function stampsRow(stamps: EdgeRow['stamps']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(stamps).map(([name, value]) => [name, typeof value === 'number' ? whole(value) : value]));
}

function lineageEnds({ source, target, lineage }: EdgeRow): { upstream: string; downstream: string } {
  return lineage === 'upstream' ? { upstream: target, downstream: source } : { upstream: source, downstream: target };
}
