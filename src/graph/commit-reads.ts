/**
 * What a commit locks and reads before the core decides.
 */
import type { Record as Neo4jRecord, QueryResult, Transaction } from 'neo4j-driver';
import { makeSlices, type Slices, yieldIfDue } from '../slices.ts';
import {
  type EntityRead,
  type FoundEntity,
  hierarchyKey,
  MOST_PARTS,
  MOST_RESTORED,
  type ReadSet,
  type ReadState,
  type SizeRead,
  type Span,
} from './changes.ts';
import { whole } from './driver.ts';
import { runInParts, settled } from './statement-runs.ts';
import { statement, typeNames } from './statements.ts';
import { storedAspect, type WholeTuple } from './stored-aspect.ts';

type AspectTuple = WholeTuple | [name: string];
type VersionTuple = [urn: string, value: string, removed: boolean];
type LostTuple = [aspect: string, type: string, source: string, target: string];

/** Locks first, so that what is read cannot change before the commit. */
export async function lockAndRead(tx: Transaction, needs: ReadSet): Promise<ReadState> {
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

/** A span of a timeseries as statements expect it. */
export function spanRow({ series, from, to }: Span): Record<string, unknown> {
  return { series, from: whole(from), to: whole(to) };
}
