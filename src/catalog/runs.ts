/**
 * The core's calls about runs: what was written with one `systemMetadata.runId`, and how to undo it (semantics 12.4).
 * A run has written what is still the latest; a write that changes nothing leaves content with the run that brought it.
 */
import type { Graph } from '../graph/driver.ts';
import { dropRunPoints, type Run, type RunRow, readRunRows, readRuns, readRunTotals } from '../graph/runs.ts';
import type { Model } from '../model/types.ts';

export type { RunRow };

import type { WriteRequest, WriteResult } from './write.ts';

/** Rows and unsafe entities that an answer names one by one. */
const MOST_ROWS = 1000;
/** Aspects that are undone in one go. */
const PAGE = 500;

export interface RunParts {
  readonly model: Model;
  readonly graph: Graph;
  write(request: WriteRequest): Promise<WriteResult>;
}

export interface RollbackRequest {
  readonly run: string;
  readonly dryRun: boolean;
  /** Entities that also have aspects of other origin stay. */
  readonly safe: boolean;
  readonly actor: string;
}

export interface Rollback {
  /** The first of the run's aspects. */
  readonly rows: readonly RunRow[];
  readonly aspectsReverted: number;
  /** Aspects of other origin that go with their entities. */
  readonly aspectsAffected: number;
  readonly entitiesDeleted: number;
  readonly pointsDeleted: number;
  readonly unsafeCount: number;
  readonly unsafeUrns: readonly string[];
}

export interface Runs {
  list(start: number, count: number, soft: boolean): Promise<Run[]>;
  describe(run: string, start: number, count: number, soft: boolean): Promise<RunRow[]>;
  rollback(request: RollbackRequest): Promise<Rollback>;
}

export function makeRuns(parts: RunParts): Runs {
  const { graph } = parts;
  return {
    list: (start, count, soft) => readRuns(graph, start, count, soft),
    describe: (run, start, count, soft) => readRunRows(graph, run, start, count, soft),
    rollback: (request) => rollback(parts, request),
  };
}

/**
 * Undoes a run: aspects go back to the version before it, or go; entities whose key aspect it wrote go as a whole; its points go.
 * The answer tells what was there when it began.
 */
async function rollback(parts: RunParts, request: RollbackRequest): Promise<Rollback> {
  const { model, graph } = parts;
  const { run, dryRun, safe } = request;
  const keys = [...model.entityTypes.values()].map(({ key }) => key.name);
  const [totals, rows] = await Promise.all([readRunTotals(graph, run, keys, MOST_ROWS), readRunRows(graph, run, 0, MOST_ROWS, true)]);
  if (!dryRun) {
    await revertAll(parts, request, new Set(keys));
    await dropRunPoints(graph, run);
  }
  const staying = safe ? totals.unsafe : 0;
  return {
    rows,
    aspectsReverted: totals.rows - staying,
    aspectsAffected: safe ? 0 : totals.foreign,
    entitiesDeleted: totals.keys - staying,
    pointsDeleted: totals.points,
    unsafeCount: totals.unsafe,
    unsafeUrns: totals.unsafeUrns,
  };
}

/** Page by page; what is undone is no longer found, so that only what stays is skipped. */
async function revertAll({ graph, write }: RunParts, { run, safe, actor }: RollbackRequest, keys: ReadonlySet<string>): Promise<void> {
  let before = '';
  for (let staying = 0; ; ) {
    const rows = await readRunRows(graph, run, staying, PAGE, true);
    const now = JSON.stringify(rows);
    if (rows.length === 0 || now === before) return;
    before = now;
    // With its key aspect an entity goes whole, and the rest of its rows are done.
    const ordered = [...rows.filter(({ name }) => keys.has(name)), ...rows.filter(({ name }) => !keys.has(name))];
    const proposals = ordered.map(({ urn, name }) => ({ entityUrn: urn, aspectName: name, changeType: 'REVERT' as const, undo: { run, safe } }));
    const { items } = await write({ proposals, together: false, actor });
    for (const item of items) {
      if ('refusal' in item) throw item.refusal;
      if (item.written[0]?.outcome === 'dropped') staying++;
    }
  }
}
