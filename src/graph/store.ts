/**
 * What the store is (docs/data-model.md 2.8): its format, who wrote it, its epoch. They are properties of the node of the log.
 */
import { randomBytes } from 'node:crypto';
import type { Namespace } from '../model/names.ts';
import { type Graph, readRows, runAlone, whole, writeRows } from './driver.ts';
import { type LogEntry, unpackEntries } from './log-entries.ts';

export interface Store {
  /** The name of its log, which no other store has. */
  readonly name: string;
  /** How many upgrade steps it has; 0 before the first one. */
  readonly format: number;
  /** The version of Cairn that used it last. */
  readonly writtenBy: string;
  readonly epoch: string;
  /** The newest commit. */
  readonly seq: number;
  /** The namespace of its names; absent before the first start that knew of it has ended its upgrade. */
  readonly namespace: string | undefined;
  /** Where an upgrade step continues. */
  readonly upgradedTo: string | undefined;
  /** Up to this commit, the log was checked for commits of a Cairn that does not know the format. */
  readonly checkedTo: number;
}

/** What names a life of a store: five bytes, because a store begins a few of them at most. */
export function newEpoch(): string {
  return randomBytes(5).toString('hex');
}

/** The store; `undefined` if no Cairn has ever used this graph. */
export async function readStore(graph: Graph): Promise<Store | undefined> {
  const [row] = await readRows<{ [Name in keyof Store]: Store[Name] | null }>(graph, 'store/read-store', {});
  if (!row) return undefined;
  return {
    name: row.name ?? '',
    format: row.format ?? 0,
    writtenBy: row.writtenBy ?? 'before 0.3',
    epoch: row.epoch ?? '',
    seq: row.seq ?? 0,
    namespace: row.namespace ?? undefined,
    upgradedTo: row.upgradedTo ?? undefined,
    checkedTo: row.checkedTo ?? 0,
  };
}

/** Stores how far an upgrade step is. */
export async function noteUpgrade(graph: Graph, place: string): Promise<void> {
  await runAlone(graph, 'store/note-upgrade', { place });
}

/** Ends an upgrade step. `epoch`: for a store that has none yet. */
export async function endUpgrade(graph: Graph, format: number, writtenBy: string, epoch: string): Promise<void> {
  await runAlone(graph, 'store/end-upgrade', { format: whole(format), writtenBy, epoch });
}

export async function noteWriter(graph: Graph, writtenBy: string): Promise<void> {
  await runAlone(graph, 'store/note-writer', { writtenBy });
}

/** Gives the store this namespace if it has none, and answers the one that it has. */
export async function keepNamespace(graph: Graph, namespace: Namespace): Promise<Namespace> {
  const [row] = await writeRows<{ namespace: Namespace }>(graph, 'store/keep-namespace', { namespace });
  return row?.namespace ?? namespace;
}

/** Notes the digest of the model that servers use from now on. Answers the one before; `undefined` if it is the first. */
export async function noteModel(graph: Graph, model: string): Promise<string | undefined> {
  const [row] = await writeRows<{ before: string | null }>(graph, 'store/note-model', { model });
  return row?.before ?? undefined;
}

/** Those of some entities that exist. */
export async function presentOf(graph: Graph, urns: readonly string[]): Promise<string[]> {
  const rows = await readRows<{ urn: string }>(graph, 'store/find-present', { urns });
  return rows.map(({ urn }) => urn);
}

/** How many entities have a URN that begins so. It reads them all. */
export async function countNames(graph: Graph, prefix: string): Promise<number> {
  const [row] = await readRows<{ entities: number }>(graph, 'store/count-names', { prefix });
  return row?.entities ?? 0;
}

/** What somebody has seen of a store. */
export interface StorePlace {
  readonly epoch: string;
  readonly seq: number;
}

interface EpochChange {
  /** The epoch that has ended. */
  readonly earlier: string;
  readonly epoch: string;
  /** The newest commit of both. */
  readonly seq: number;
}

/**
 * Begins a new epoch if the graph is older than what somebody has seen of it, so a backup was restored. Answers it; `undefined` if the epoch
 * goes on.
 *
 * @param seen 'another life': the caller knows that a new epoch begins
 */
export async function beginEpoch(graph: Graph, seen: StorePlace | 'another life'): Promise<EpochChange | undefined> {
  const { epoch: of, seq } = seen === 'another life' ? { epoch: null, seq: 0 } : seen;
  const params = { of, seen: whole(seq), force: of === null, epoch: newEpoch() };
  const [row] = await writeRows<EpochChange>(graph, 'store/begin-epoch', params);
  if (row) graph.seen.epoch = row.epoch;
  return row;
}

/** The next commits of a Cairn that does not know the format of the store, after `after` and up to `upTo`. */
export async function unmarkedCommits(
  graph: Graph,
  after: number,
  upTo: number,
  limit: number,
): Promise<{ readonly seq: number; readonly entries: readonly LogEntry[] }[]> {
  const params = { after: whole(after), upTo: whole(upTo), limit: whole(limit) };
  const rows = await readRows<{ seq: number; changes: string }>(graph, 'store/find-unmarked', params);
  return rows.map(({ seq, changes }) => ({ seq, entries: unpackEntries(changes) }));
}

export async function noteChecked(graph: Graph, seq: number): Promise<void> {
  await runAlone(graph, 'store/note-checked', { seq: whole(seq) });
}

/** Removes marks that Cairns before 0.3 left on entities. Answers how many. */
export async function clearMarks(graph: Graph, limit: number): Promise<number> {
  const [row] = await writeRows<{ cleared: number }>(graph, 'store/clear-marks', { limit: whole(limit) });
  return row?.cleared ?? 0;
}

/** Lets all writes of Cairns before 0.3 fail. No entity may have a mark. */
export async function guardMarks(graph: Graph): Promise<void> {
  await runAlone(graph, 'store/close-marks', {});
  await runAlone(graph, 'store/guard-marks', {}, { timeout: 0 });
}
