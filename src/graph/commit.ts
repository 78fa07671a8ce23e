/**
 * One write transaction: lock and read, let the core decide, write, commit. Either all of it happens or nothing.
 */
import neo4j, { type Session, type Transaction } from 'neo4j-driver';
import { makeSlices } from '../slices.ts';
import type { Changes, EdgeRow, Found, FoundEntity, Needs, Span, StoredAspect, VersionRow } from './changes.ts';
import { type Graph, inSession, whole } from './driver.ts';
import { type Statement, statement } from './statements.ts';

/** Edges that hard deletes take along in their own transaction; more go after it. */
const EDGES_WITH_DELETE = 5_000;
const LEAST_EACH = 50;
/** Rows that a statement brings: packing more at once would keep other requests waiting. */
const ROWS_AT_ONCE = 2_000;

/** What the core makes of what was found; it may take several turns of the event loop. */
export type Decide<Result> = (found: Found) => Promise<{ changes: Changes; result: Result }>;

/**
 * Runs `decide` under the locks of `needs` and writes what it gives. `decide` must be pure: after a lost race it runs again.
 *
 * @throws Refusal when the graph is away or busy, or refuses a value
 */
export async function commit<Result>(graph: Graph, needs: Needs, decide: Decide<Result>): Promise<Result> {
  return inSession(graph, neo4j.session.WRITE, (session) => once(session, needs, decide));
}

async function once<Result>(session: Session, needs: Needs, decide: Decide<Result>): Promise<Result> {
  const tx = session.beginTransaction();
  try {
    const found = await lockAndRead(tx, needs);
    const { changes, result } = await decide(found);
    await write(tx, changes);
    await tx.commit();
    return result;
  } catch (error) {
    await tx.rollback().catch(() => undefined);
    throw error;
  }
}

export type WholeTuple = [
  name: string,
  seq: number,
  value: string,
  at: number,
  by: string,
  firstAt: number,
  firstBy: string,
  meta: string,
  run?: string | null,
];
type AspectTuple = WholeTuple | [name: string];
type LostTuple = [aspect: string, type: string, source: string, target: string];

export function storedAspect([name, seq, value, at, by, firstAt, firstBy, meta, run]: WholeTuple): StoredAspect {
  return { name, seq, value, at, by, firstAt, firstBy, meta, ...(run === undefined ? {} : { run }) };
}

async function lockAndRead(tx: Transaction, needs: Needs): Promise<Found> {
  const lock = [...needs.lock]
    .sort((a, b) => (a.urn < b.urn ? -1 : 1))
    .map(({ urn, aspects }) => ({ urn, aspects: aspects === 'all' ? null : aspects }));
  const looks = {
    urns: needs.look.map(({ urn }) => urn),
    aspects: [...new Set(needs.look.flatMap(({ aspects }) => (aspects === 'all' ? [] : aspects)))],
  };
  const nothing = Promise.resolve({ records: [] });
  const sizes = needs.sizes.map(({ aspect, series, ...need }) => ({ ...need, aspect: aspect ?? null, series: series.map(spanRow) }));
  const [locked, seen, chains, names, badge, sized, previous] = await settled([
    lock.length === 0 ? nothing : tx.run(statement('write/lock-and-read'), { needs: lock }),
    looks.urns.length === 0 ? nothing : tx.run(statement('write/look-up'), looks),
    needs.chains.length === 0 ? nothing : tx.run(statement('read/read-container-chain'), { urns: needs.chains }),
    needs.propertyNames.length === 0 ? nothing : tx.run(statement('read/find-properties'), { names: needs.propertyNames }),
    needs.badge ? tx.run(statement('write/look-up-badge')) : nothing,
    sizes.length === 0 ? nothing : tx.run(statement('write/measure-deletions'), { rows: sizes }),
    needs.previous.length === 0 ? nothing : tx.run(statement('write/find-previous-versions'), { rows: needs.previous }),
  ]);
  const entities = new Map<string, FoundEntity>();
  for (const record of [...seen.records, ...locked.records]) {
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
    });
  }
  return {
    entities,
    chains: new Map(chains.records.map((record) => [record.get('urn') as string, record.get('chain') as string[]])),
    propertyNames: new Map(names.records.map((record) => [record.get('name') as string, record.get('urn') as string])),
    badge: badge.records[0]?.get('urn') as string | undefined,
    sizes: new Map(
      sized.records.map((record) => [
        record.get('key') as string,
        { versions: record.get('versions') as number, points: record.get('points') as number },
      ]),
    ),
    previous: new Map(
      previous.records.map((record) => {
        const version = record.get('version') as WholeTuple | null;
        const retired = (record.get('oldest') as number) > 1;
        return [record.get('key') as string, { version: version === null ? undefined : storedAspect(version), retired }];
      }),
    ),
  };
}

/** Writes the parts that are not empty, sent without waiting for each other. */
async function write(tx: Transaction, changes: Changes): Promise<void> {
  const runs: Promise<unknown>[] = [];
  const slices = makeSlices();
  const run = async (name: Statement, rows: readonly unknown[], params?: Record<string, unknown>): Promise<void> => {
    for (let from = 0; from < rows.length; from += params ? rows.length : ROWS_AT_ONCE) {
      runs.push(tx.run(statement(name), params ?? { rows: rows.slice(from, from + ROWS_AT_ONCE) }));
      if (slices.over()) await slices.next();
    }
  };
  const mark = { rows: changes.entities.map(entityRow), mark: crypto.randomUUID(), at: whole(Date.now()) };
  await run(
    'write/delete-entities',
    changes.hardDeleted.map((row) => ({ ...row, at: whole(row.at) })),
  );
  const beingDeleted = changes.hardDeleted.map(({ urn }) => urn);
  await run('write/drop-edges-of-deleted', beingDeleted, {
    urns: beingDeleted,
    limit: whole(Math.max(LEAST_EACH, EDGES_WITH_DELETE / (beingDeleted.length || 1))),
    all: true,
  });
  await run('write/drop-points', changes.droppedSeries.map(spanRow));
  await run(
    'write/end-aspects',
    changes.endedAspects.map((row) => ({ ...row, at: whole(row.at) })),
  );
  await run(
    'write/revert-aspects',
    changes.reverted.map((row) => ({ ...row, seq: whole(row.seq), at: whole(row.at) })),
  );
  await run('write/update-entities', changes.entities, mark);
  await run('write/update-metadata', changes.metadataUpdates);
  await run('write/create-first-versions', changes.firstVersions.map(versionRow));
  for (const layer of changes.versions) await run('write/append-versions', layer.map(versionRow));
  await run(
    'write/retire-versions',
    changes.retired.map((row) => ({ ...row, below: whole(row.below) })),
  );
  await run('write/clear-dangling', changes.restored);
  await run('write/note-dangling', changes.dangling);
  await run(
    'write/end-edges',
    changes.edgesEnd.map((row) => ({ ...row, at: whole(row.at) })),
  );
  await run(
    'write/end-lineage',
    changes.edgesEnd.filter(({ lineage }) => lineage).map((row) => ({ ...row, ...lineageEnds(row), at: whole(row.at) })),
  );
  await run('write/begin-edges', [...changes.edgesBegin].sort((a, b) => (a.target < b.target ? -1 : 1)).map(edgeRow));
  await run(
    'write/stamp-edges',
    changes.edgesStamp.map((row) => ({ ...row, stamps: stampsRow(row.stamps) })),
  );
  await run(
    'write/append-points',
    changes.points.map((row) => ({ ...row, time: whole(row.time), at: whole(row.at) })),
  );
  await run(
    'write/set-property-names',
    [...changes.propertyNames].sort((a, b) => Number(a.name !== null) - Number(b.name !== null)),
  );
  await run(
    'write/set-badges',
    [...changes.badges].sort((a, b) => Number(a.badge) - Number(b.badge)),
  );
  await run('write/order-purges', changes.purges, { ids: changes.purges, purge: mark.mark });
  await run(
    'write/note-runs',
    changes.runs.map((row) => ({ ...row, at: whole(row.at) })),
  );
  await run('write/remove-never-created', changes.neverCreated, { ids: changes.neverCreated });
  await settled(runs);
}

/** Waits for all, so that none is left behind unobserved, then fails with the first failure. */
async function settled<const Runs extends readonly Promise<unknown>[]>(
  runs: Runs,
): Promise<{ -readonly [Index in keyof Runs]: Awaited<Runs[Index]> }> {
  const outcomes = await Promise.allSettled(runs);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as { -readonly [Index in keyof Runs]: Awaited<Runs[Index]> };
}

function entityRow({ id, born, removed, marked, at }: Changes['entities'][number]): Record<string, unknown> {
  return {
    id,
    at: whole(at),
    born: born === undefined ? [] : [born],
    removed: removed === undefined ? [] : [removed ? true : null],
    marked: marked ? [1] : [],
  };
}

function spanRow({ series, from, to }: Span): Record<string, unknown> {
  return { series, from: whole(from), to: whole(to) };
}

function versionRow(row: VersionRow): Record<string, unknown> {
  return { ...row, seq: whole(row.seq), at: whole(row.at), firstAt: whole(row.firstAt) };
}

/** An edge as begin-edges.cypher takes it. */
export function edgeRow({ source, target, type, lineage, aspect, holder, at, stamps }: EdgeRow): Record<string, unknown> {
  return { source, target, type, lineage, props: { aspect, holder, since: whole(at), ...stampsRow(stamps) } };
}

/** Stamps of an edge, numbers as whole ones. */
export function stampsRow(stamps: EdgeRow['stamps']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(stamps).map(([name, value]) => [name, typeof value === 'number' ? whole(value) : value]));
}

function lineageEnds({ source, target, lineage }: EdgeRow): { upstream: string; downstream: string } {
  return lineage === 'upstream' ? { upstream: target, downstream: source } : { upstream: source, downstream: target };
}
