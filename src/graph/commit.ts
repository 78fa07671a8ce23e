/**
 * One write transaction: lock and read, let the core decide, write, commit. Either all of it happens or nothing.
 */
import type { Record as Neo4jRecord, QueryResult, Transaction } from 'neo4j-driver';
import { makeSlices, type Slices, yieldIfDue } from '../slices.ts';
import {
  type Changes,
  type EdgeRow,
  type EntityRead,
  type Found,
  type FoundEntity,
  hierarchyKey,
  MOST_PARTS,
  MOST_RESTORED,
  type ReadSet,
  type SizeRead,
  type Span,
} from './changes.ts';
import { appendCommit, type LogPosition, newestIn, takeTurn } from './commit-log.ts';
import { type Graph, inTransaction, whole } from './driver.ts';
import type { LogEntry } from './log-entries.ts';
import { type Statement, statement, typeNames } from './statements.ts';
import { storedAspect, versionRow, type WholeTuple } from './stored-aspect.ts';

/** Most edges that a hard delete removes in its own transaction. The rest is removed afterwards. */
const EDGES_WITH_DELETE = 5_000;
const LEAST_EACH = 50;
/**
 * Rows that a statement brings, and characters of their values: the driver packs all of them in one go, 2,000 rows in 40 ms, while every
 * other request waits. More go with the same statement once more. A batch of 500, the most that the committer makes of separate
 * requests, stays in one.
 */
const MOST_AT_ONCE = { rows: 500, characters: 1_000_000 };

/**
 * The decision of the core about what was read. It may take several turns of the event loop.
 *
 * @param from the time of the commit may not be earlier, epoch ms
 */
export type Decide<Result> = (found: Found, from: number) => Promise<Decided<Result>>;

interface Decided<Result> {
  readonly changes: Changes;
  readonly result: Result;
}

export interface Committed<Result> {
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
export async function commit<Result>(graph: Graph, needs: ReadSet, decide: Decide<Result>): Promise<Committed<Result>> {
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
async function commitOnce<Result>(graph: Graph, tx: Transaction, { needs, decide, late }: Attempt<Result>): Promise<Committed<Result>> {
  const found = await lockAndRead(tx, needs);
  if (late) noteTime(graph, (await takeTurn(tx)).at);
  const { changes, result } = await decide(found, graph.seen.at + 1);
  if (changes.log.length === 0) return { result, place: await write(tx, changes), entries: [] };
  noteTime(graph, changes.at);
  const turn = late ? Promise.resolve(undefined) : sent(takeTurn(tx));
  const [before, place] = await settled([turn, write(tx, changes)]);
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

type AspectTuple = WholeTuple | [name: string];
type VersionTuple = [urn: string, value: string, removed: boolean];
type LostTuple = [aspect: string, type: string, source: string, target: string];

/** Locks first, so that what is read cannot change before the commit. */
async function lockAndRead(tx: Transaction, needs: ReadSet): Promise<Found> {
  const slices = makeSlices();
  const runs = await sendReads(tx, slices, needs);
  await settled(runs.flat());
  const [locked = [], seen = [], chains = [], names = [], badge = [], sized = [], previous = [], sets = [], parts = [], named = [], above = []] =
    await Promise.all(runs.map(async (each) => (await Promise.all(each)).flatMap(({ records }) => records)));
  return {
    entities: await entitiesIn([...seen, ...locked], slices),
    chains: new Map(chains.map((record) => [record.get('urn') as string, record.get('chain') as string[]])),
    propertyNames: new Map(names.map((record) => [record.get('name') as string, record.get('urn') as string])),
    badge: badge[0]?.get('urn') as string | undefined,
    sizes: new Map(
      sized.map((record) => [record.get('key') as string, { versions: record.get('versions') as number, points: record.get('points') as number }]),
    ),
    previous: new Map(
      previous.map((record) => {
        const version = record.get('version') as WholeTuple | null;
        const retired = (record.get('oldest') as number) > 1;
        return [record.get('key') as string, { version: version === null ? undefined : storedAspect(version), retired }];
      }),
    ),
    versions: new Map(
      sets.map((record) => [
        record.get('urn') as string,
        (record.get('versions') as VersionTuple[]).map(([urn, value, removed]) => ({ urn, value, removed })),
      ]),
    ),
    above: new Map(
      above.map((record) => [hierarchyKey(record.get('urn') as string, record.get('aspect') as string), record.get('above') as string[]]),
    ),
    parts: new Map(parts.map((record) => [record.get('urn') as string, record.get('parts') as string[]])),
    dangling: new Map(
      named.map((record) => [
        record.get('urn') as string,
        (record.get('found') as [string, string[]][]).map(([holder, aspects]) => ({ holder, aspects })),
      ]),
    ),
  };
}

/** The answers of each statement, all of which are sent without waiting. */
async function sendReads(tx: Transaction, slices: Slices, needs: ReadSet): Promise<Promise<QueryResult>[][]> {
  // One after the other, in the order of their URNs: so are the locks taken, and no two commits wait for each other.
  const lock = [...needs.lock].sort((a, b) => (a.urn < b.urn ? -1 : 1));
  const lockRow = ({ urn, aspects }: EntityRead) => ({ urn, aspects: aspects === 'all' ? null : aspects });
  const aspectsRead = [...new Set(needs.read.flatMap(({ aspects }) => (aspects === 'all' ? [] : aspects)))];
  const sizeRow = ({ aspect, series, ...need }: SizeRead) => ({ ...need, aspect: aspect ?? null, series: series.map(spanRow) });
  const itself = <Row>(row: Row): Row => row;
  return [
    await runInParts(tx, slices, 'write/lock-and-read', lock, lockRow, (rows) => ({ needs: rows })),
    await runInParts(
      tx,
      slices,
      'write/look-up',
      needs.read,
      ({ urn }) => urn,
      (urns) => ({ urns, aspects: aspectsRead }),
    ),
    await runInParts(tx, slices, 'read/read-container-chain', needs.chains, itself, (urns) => ({ urns })),
    await runInParts(tx, slices, 'read/find-properties', needs.propertyNames, itself, (rows) => ({ names: rows })),
    needs.badge ? [tx.run(statement('write/look-up-badge'))] : [],
    await runInParts(tx, slices, 'write/measure-deletions', needs.sizes, sizeRow),
    await runInParts(tx, slices, 'write/find-previous-versions', needs.previous, itself),
    await runInParts(tx, slices, 'write/look-up-versions', needs.versionSets, itself, (urns) => ({ urns })),
    await runInParts(tx, slices, 'write/find-parts', needs.parts, itself, (rows) => ({ rows, limit: whole(MOST_PARTS) })),
    await runInParts(
      tx,
      slices,
      'write/find-dangling',
      needs.reborn,
      (row) => ({ ...row, after: '' }),
      (rows) => ({ rows, limit: whole(MOST_RESTORED + 1) }),
    ),
    needs.above.length > 0 ? [tx.run(statement('write/read-above', { types: typeNames(needs.hierarchies) }), { p: { rows: needs.above } })] : [],
  ];
}

/** Those that were locked come last, because these may have been read twice. */
async function entitiesIn(records: readonly Neo4jRecord[], slices: Slices): Promise<Map<string, FoundEntity>> {
  const entities = new Map<string, FoundEntity>();
  for (const record of records) {
    await yieldIfDue(slices);
    const [urn, id, latest] = [record.get('urn') as string, record.get('id') as number, record.get('latest') as AspectTuple[]];
    const read = latest.filter((tuple) => tuple.length > 1) as WholeTuple[];
    const lost = record.has('dangling')
      ? (record.get('dangling') as LostTuple[]).map(([aspect, type, source, target]) => ({ aspect, type, source, target }))
      : [];
    entities.set(urn, {
      id,
      names: new Set(latest.map(([name]) => name)),
      aspects: new Map(read.map((tuple) => [tuple[0], storedAspect(tuple)])),
      lost,
      lived: record.has('lived') && record.get('lived') === true,
    });
  }
  return entities;
}

/**
 * Sends a statement with its rows, as often as they need, without waiting for the answers.
 *
 * @param made parameters of a part; `rows` where nothing else is said
 */
async function runInParts<Item, Row>(
  tx: Transaction,
  slices: Slices,
  name: Statement,
  items: readonly Item[],
  row: (item: Item) => Row,
  made: (rows: Row[]) => Record<string, unknown> = (rows) => ({ rows }),
): Promise<Promise<QueryResult>[]> {
  const runs: Promise<QueryResult>[] = [];
  for (let from = 0; from < items.length; ) {
    const rows: Row[] = [];
    for (let characters = 0; from < items.length && rows.length < MOST_AT_ONCE.rows && characters < MOST_AT_ONCE.characters; from++) {
      const item = items[from] as Item;
      characters += (item as { readonly value?: string }).value?.length ?? 0;
      rows.push(row(item));
    }
    runs.push(sent(tx.run(statement(name), made(rows))));
    await yieldIfDue(slices);
  }
  return runs;
}

/** A failure that comes while other statements are still being sent is met by whoever waits for all of them. */
function sent<Answer>(run: Promise<Answer>): Promise<Answer> {
  run.catch(() => undefined);
  return run;
}

/** Writes the parts that are not empty, and the log. Sends all statements without waiting for each other. */
async function write(tx: Transaction, changes: Changes): Promise<LogPosition> {
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

/** Waits for all, so that no failure is unhandled, then fails with the first failure. */
async function settled<const Runs extends readonly Promise<unknown>[]>(
  runs: Runs,
): Promise<{ -readonly [Index in keyof Runs]: Awaited<Runs[Index]> }> {
  const outcomes = await Promise.allSettled(runs);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as { -readonly [Index in keyof Runs]: Awaited<Runs[Index]> };
}

function entityRow({ id, born, removed, at }: Changes['entities'][number]): Record<string, unknown> {
  return {
    id,
    at: whole(at),
    born: born === undefined ? [] : [born],
    removed: removed === undefined ? [] : [removed ? true : null],
  };
}

function spanRow({ series, from, to }: Span): Record<string, unknown> {
  return { series, from: whole(from), to: whole(to) };
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
