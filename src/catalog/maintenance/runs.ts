/**
 * The core's calls about runs: what was written with one `systemMetadata.runId`, and how to undo it (docs/semantics.md 12.4).
 * A run has written what is still the latest; a write that changes nothing leaves content with the run that brought it.
 */
import { notFound } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader } from '../../graph/read.ts';
import { dropRunPoints, isRunKnown, type Run, type RunRow, readRunRows, readRuns, readRunTotals } from '../../graph/runs.ts';
import { PROPERTY_VALUES } from '../../model/known-names.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { visible } from '../read/read.ts';

export type { RunRow };

import type { WriteRequest, WriteResult } from '../write/write.ts';

/** Rows and unsafe entities that an answer names one by one. */
const MOST_ROWS = 1000;
/** Aspects that are undone in one go. */
const PAGE = 500;

export interface RunParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
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
  /** Entities that stay, or of which an aspect stays as it is: a rule keeps it, or the version to go back to was retired. */
  readonly unsafeCount: number;
  readonly unsafeUrns: readonly string[];
}

export interface Runs {
  list(start: number, count: number, soft: boolean): Promise<Run[]>;
  /** @throws Refusal notFound for a run that has never written; so has rollback */
  describe(run: string, start: number, count: number, soft: boolean): Promise<RunRow[]>;
  rollback(request: RollbackRequest): Promise<Rollback>;
}

export function makeRuns(parts: RunParts): Runs {
  const { graph } = parts;
  return {
    list: (start, count, soft) => readRuns(graph, start, count, soft),
    describe: async (run, start, count, soft) => {
      await refuseUnknown(graph, run);
      return Promise.all((await readRunRows(graph, run, start, count, soft)).map((row) => shownRow(parts, row)));
    },
    rollback: async (request) => {
      await refuseUnknown(graph, request.run);
      return rollback(parts, request);
    },
  };
}

/** A run that was never heard of is a typo: nothing to tell of it is another answer than nothing of it left. @throws Refusal notFound */
async function refuseUnknown(graph: Graph, run: string): Promise<void> {
  if (!(await isRunKnown(graph, run))) throw notFound(`No run ${run} has ever written; POST /runs?action=list names those that have`);
}

/** A row without the values of properties that are hidden or gone. */
async function shownRow({ model, reader }: RunParts, row: RunRow): Promise<RunRow> {
  const urn = row.name === PROPERTY_VALUES ? parseUrn(model, row.urn) : undefined;
  return urn && !isProblem(urn) ? { ...row, value: (await visible(model, reader, urn, row)).value.text } : row;
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
  // What the rules keep shows only when it is done; what retention has made impossible is known before.
  let kept: Kept = { aspects: totals.retired, urns: totals.retiredUrns };
  if (!dryRun) {
    const refused = await revertAll(parts, request, new Set(keys));
    kept = { aspects: refused.length, urns: [...new Set(refused)] };
    await dropRunPoints(graph, run);
  }
  const staying = safe ? totals.unsafe : 0;
  const defaults = safe ? totals.defaults : 0;
  return {
    rows,
    aspectsReverted: totals.rows - staying - defaults - kept.aspects,
    aspectsAffected: safe ? 0 : totals.foreign,
    entitiesDeleted: totals.keys - staying,
    pointsDeleted: totals.points,
    unsafeCount: totals.unsafe + kept.urns.length,
    unsafeUrns: [...totals.unsafeUrns, ...kept.urns].slice(0, MOST_ROWS),
  };
}

/** Aspects that stay as the run wrote them, and their entities. */
interface Kept {
  readonly aspects: number;
  readonly urns: readonly string[];
}

/**
 * Page by page; what is undone is no longer found, so that only what stays is skipped.
 *
 * @returns the URN of the entity of each aspect that may not or cannot go back
 */
async function revertAll({ graph, write }: RunParts, { run, safe, actor }: RollbackRequest, keys: ReadonlySet<string>): Promise<string[]> {
  const refused: string[] = [];
  let before = '';
  for (let staying = 0; ; ) {
    const rows = await readRunRows(graph, run, staying, PAGE, true);
    const now = JSON.stringify(rows);
    if (rows.length === 0 || now === before) return refused;
    before = now;
    // With its key aspect an entity goes whole, and the rest of its rows are done.
    const ordered = [...rows.filter(({ name }) => keys.has(name)), ...rows.filter(({ name }) => !keys.has(name))];
    const proposals = ordered.map(({ urn, name }) => ({ entityUrn: urn, aspectName: name, changeType: 'REVERT' as const, undo: { run, safe } }));
    const { items } = await write({ proposals, together: false, actor });
    for (const [index, item] of items.entries()) {
      if ('refusal' in item && item.refusal.code !== 'invalid') throw item.refusal;
      if ('refusal' in item) refused.push(ordered[index]?.urn ?? '');
      if ('refusal' in item || item.written[0]?.outcome === 'dropped') staying++;
    }
  }
}
