/**
 * What runs have written (docs/semantics.md 12.4).
 */
import { NO_RUN } from '../model/known-names.ts';
import type { StoredAspect } from './changes.ts';
import { appendCommit, type LogPosition } from './commit-log.ts';
import { type Graph, inTransaction, readRows, whole } from './driver.ts';
import type { LogEntry } from './log-entries.ts';
import { statement } from './statements.ts';
import { storedAspect, type WholeTuple } from './stored-aspect.ts';

export interface IngestionRun {
  readonly runId: string;
  /** How many of its aspects and points are still the latest. */
  readonly rows: number;
  /** Epoch ms of its last write. */
  readonly timestamp: number;
  /** How often it was refused something that is kept (`refused.ts`). */
  readonly refused: number;
}

export type RunRow = StoredAspect & { readonly urn: string };

interface RunTotals {
  readonly rows: number;
  readonly keys: number;
  /** Entities that the run created and that also have other aspects; how many those aspects are; the first entities. */
  readonly unsafe: number;
  /** How many defaults of those entities the run wrote and nobody has changed. */
  readonly defaults: number;
  readonly foreign: number;
  readonly unsafeUrns: readonly string[];
  /** How many aspects have lost the version to go back to by retention; some of their entities. */
  readonly retired: number;
  readonly retiredUrns: readonly string[];
  readonly points: number;
}

const POINTS_AT_ONCE = 10_000;

/** Runs, latest first. With `soft`, rows include soft-deleted entities. */
export async function readRuns(graph: Graph, start: number, count: number, soft: boolean): Promise<IngestionRun[]> {
  return readRows(graph, 'read/list-runs', { unnamed: NO_RUN, start: whole(start), count: whole(count), soft });
}

/** Has a run of this id ever written? */
export async function isRunKnown(graph: Graph, run: string): Promise<boolean> {
  const [row] = await readRows<{ known: boolean }>(graph, 'read/find-run', { run });
  return row?.known ?? false;
}

export async function readRunRows(graph: Graph, run: string, start: number, count: number, soft: boolean): Promise<RunRow[]> {
  const params = { run, start: whole(start), count: whole(count), soft };
  const rows = await readRows<{ urn: string; version: WholeTuple }>(graph, 'read/page-run', params);
  return rows.map(({ urn, version }) => ({ urn, ...storedAspect(version) }));
}

/** How many aspects of a run are still the latest, and how many entities have them. */
export async function countRunRows(graph: Graph, run: string): Promise<{ rows: number; entities: number }> {
  const [row] = await readRows<{ rows: number; entities: number }>(graph, 'read/count-run-rows', { run });
  return row ?? { rows: 0, entities: 0 };
}

/** @param keys names of key aspects */
export async function readRunTotals(graph: Graph, run: string, keys: readonly string[], limit: number): Promise<RunTotals> {
  const [row] = await readRows<RunTotals>(graph, 'read/count-run', { run, keys, limit: whole(limit) });
  return row ?? { rows: 0, keys: 0, unsafe: 0, defaults: 0, foreign: 0, unsafeUrns: [], retired: 0, retiredUrns: [], points: 0 };
}

/**
 * Removes all points that a run wrote, in transactions of limited size.
 *
 * @returns the last commit in the log; 0 if there were none
 */
export async function dropRunPoints(graph: Graph, run: string, actor: string): Promise<number> {
  const params = { run, limit: whole(POINTS_AT_ONCE) };
  for (let seq = 0; ; ) {
    const [dropped, place] = await inTransaction(graph, async (tx) => {
      const { records } = await tx.run(statement('write/drop-run-points'), params);
      const entries = records.map((record) => entryOf(record.get('series') as string, actor));
      const points = records.reduce((sum, record) => sum + (record.get('points') as number), 0);
      return [points, points > 0 ? await appendCommit(tx, entries) : undefined];
    });
    seq = place?.seq ?? seq;
    if (dropped < POINTS_AT_ONCE) return seq;
  }
}

/** @param series `urn|aspect` */
function entryOf(series: string, actor: string): LogEntry {
  const at = series.lastIndexOf('|');
  return { urn: series.slice(0, at), aspect: series.slice(at + 1), type: 'delete', actor };
}

/** Removes the newest point of a timeseries, if it has one. `entry`: what the log says of it. */
export function dropNewestPoint(graph: Graph, series: string, entry: LogEntry): Promise<LogPosition> {
  return inTransaction(graph, async (tx) => {
    await tx.run(statement('write/drop-latest-point'), { series });
    return appendCommit(tx, [entry]);
  });
}
