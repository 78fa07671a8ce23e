/**
 * What runs have written (docs/semantics.md 12.4).
 */
import neo4j from 'neo4j-driver';
import type { StoredAspect } from './changes.ts';
import { type Graph, inSession, readRows, whole } from './driver.ts';
import { statement } from './statements.ts';

export interface Run {
  readonly runId: string;
  /** How many of its aspects and points are still the latest. */
  readonly rows: number;
  /** Epoch ms of its last write. */
  readonly timestamp: number;
}

export type RunRow = StoredAspect & { readonly urn: string };

export interface RunTotals {
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
export async function readRuns(graph: Graph, start: number, count: number, soft: boolean): Promise<Run[]> {
  return readRows(graph, 'read/list-runs', { start: whole(start), count: whole(count), soft });
}

/** Has a run of this id ever written? */
export async function isRunKnown(graph: Graph, run: string): Promise<boolean> {
  const [row] = await readRows<{ known: boolean }>(graph, 'read/find-run', { run });
  return row?.known ?? false;
}

export async function readRunRows(graph: Graph, run: string, start: number, count: number, soft: boolean): Promise<RunRow[]> {
  return readRows<RunRow & Record<string, unknown>>(graph, 'read/page-run', { run, start: whole(start), count: whole(count), soft });
}

/** @param keys names of key aspects */
export async function readRunTotals(graph: Graph, run: string, keys: readonly string[], limit: number): Promise<RunTotals> {
  const [row] = await readRows<RunTotals & Record<string, unknown>>(graph, 'read/count-run', { run, keys, limit: whole(limit) });
  return row ?? { rows: 0, keys: 0, unsafe: 0, defaults: 0, foreign: 0, unsafeUrns: [], retired: 0, retiredUrns: [], points: 0 };
}

/** Removes all points that a run wrote, in transactions of limited size. */
export async function dropRunPoints(graph: Graph, run: string): Promise<void> {
  const params = { run, limit: whole(POINTS_AT_ONCE), mark: crypto.randomUUID(), at: whole(Date.now()) };
  for (let dropped = POINTS_AT_ONCE; dropped === POINTS_AT_ONCE; ) {
    const result = await inSession(graph, neo4j.session.WRITE, (session) => session.run(statement('write/drop-run-points'), params));
    dropped = (result.records[0]?.get('points') as number | undefined) ?? 0;
  }
}
