/**
 * The core's calls about runs: what was written with one `systemMetadata.runId`, and how to undo it (docs/semantics.md 12.4).
 * A run has written what is still the latest; a write that changes nothing leaves content with the run that brought it.
 */
import { noSuchRun } from '../../errors.ts';
import type { KeptAspect } from '../../graph/bulk.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader } from '../../graph/read.ts';
import { dropRefused } from '../../graph/refused.ts';
import { countRunRows, dropRunPoints, type IngestionRun, isRunKnown, type RunRow, readRunRows, readRuns, readRunTotals } from '../../graph/runs.ts';
import { PROPERTY_VALUES } from '../../model/known-names.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { visible } from '../read/read.ts';
import type { Sender, WithSender, Writers } from '../sender.ts';

export type { RunRow };

/** Most rows, and most unsafe entities, that an answer lists. */
const MOST_ROWS = 1000;
/** How many aspects are undone at once. */
const PAGE = 500;

interface RunParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  write: Writers['judged'];
}

interface RollbackRequest {
  readonly run: string;
  readonly dryRun: boolean;
  /** Keep entities that also have aspects that the run did not write? */
  readonly safe: boolean;
  readonly actor: string;
}

interface Rollback {
  /** The first of the run's aspects. */
  readonly rows: readonly RunRow[];
  readonly aspectsReverted: number;
  /** How many aspects, not written by the run, are deleted with their entities. */
  readonly aspectsAffected: number;
  readonly entitiesDeleted: number;
  readonly pointsDeleted: number;
  /** How many entities stay, or keep an aspect: because a rule requires it, or because retention removed the version to go back to. */
  readonly unsafeCount: number;
  readonly unsafeUrns: readonly string[];
}

export interface Runs {
  list(start: number, count: number, soft: boolean): Promise<IngestionRun[]>;
  /** @throws Refusal notFound for a run that has never written; `rollback` throws the same */
  describe(run: string, start: number, count: number, soft: boolean): Promise<RunRow[]>;
  rollback(request: RollbackRequest): Promise<Rollback>;
  /** How many aspects of a run are still the latest, and how many entities have them. */
  left(run: string): Promise<{ rows: number; entities: number }>;
  /**
   * The next part of a safe rollback. What is undone is no longer found, so it can begin again at any time.
   *
   * @param staying how many aspects the parts before have found that stay
   */
  undoSome(run: string, actor: string, staying: number): Promise<UndonePart>;
}

interface UndonePart {
  readonly reverted: number;
  /** What stays of this part, and why. */
  readonly kept: readonly KeptAspect[];
  /** How many aspects stay, with those of the parts before. */
  readonly staying: number;
  /** Was it the last part? */
  readonly over: boolean;
}

export function makeRuns(parts: RunParts): WithSender<Runs> {
  const { graph } = parts;
  return {
    list: (_, start, count, soft) => readRuns(graph, start, count, soft),
    describe: async (_, run, start, count, soft) => {
      await refuseUnknown(graph, run);
      return Promise.all((await readRunRows(graph, run, start, count, soft)).map((row) => visibleRow(parts, row)));
    },
    rollback: async (sender, request) => {
      await refuseUnknown(graph, request.run);
      return rollback(parts, sender, request);
    },
    left: (_, run) => countRunRows(graph, run),
    undoSome: async (sender, run, actor, staying) => {
      const page = await revertPage(parts, sender, { run, actor, safe: true }, keyNames(parts.model), staying);
      if (page.over) {
        await dropPoints(parts, sender, run, actor);
        await dropRefused(graph, run, false);
      }
      return page;
    },
  };
}

/** Names of key aspects. */
function keyNames(model: Model): ReadonlySet<string> {
  return new Set([...model.entityTypes.values()].map(({ key }) => key.name));
}

/**
 * Refuses an unknown run, which is probably a typing mistake. A known run may have nothing left to show.
 *
 * @throws Refusal notFound
 */
async function refuseUnknown(graph: Graph, run: string): Promise<void> {
  if (!(await isRunKnown(graph, run))) throw noSuchRun(run);
}

/** A row without values of properties that are soft-deleted or deleted. */
async function visibleRow({ model, reader }: RunParts, row: RunRow): Promise<RunRow> {
  const urn = row.name === PROPERTY_VALUES ? parseUrn(model, row.urn) : undefined;
  return urn && !isProblem(urn) ? { ...row, value: (await visible(model, reader, urn, row)).value.text } : row;
}

/**
 * Undoes a run. Aspects go back to the version before it, or are deleted. Entities whose key aspect it wrote are deleted as a whole. Its
 * points are deleted. The answer counts what was there at the beginning.
 */
async function rollback(parts: RunParts, sender: Sender, request: RollbackRequest): Promise<Rollback> {
  const { model, graph } = parts;
  const { run, dryRun, safe } = request;
  const keys = keyNames(model);
  const [totals, rows] = await Promise.all([readRunTotals(graph, run, [...keys], MOST_ROWS), readRunRows(graph, run, 0, MOST_ROWS, true)]);
  // Only the rollback itself shows what the rules keep. What retention makes impossible is known before.
  let kept: RunRemains = { aspects: totals.retired, urns: totals.retiredUrns };
  if (!dryRun) {
    const refused = await revertAll(parts, sender, request, keys);
    kept = { aspects: refused.length, urns: [...new Set(refused)] };
    await dropPoints(parts, sender, run, request.actor);
    // What has only been refused, and of what has written, its name stays known.
    await dropRefused(graph, run, totals.rows + totals.points === 0);
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

/** The aspects that stay as the run wrote them, and their entities. */
interface RunRemains {
  readonly aspects: number;
  readonly urns: readonly string[];
}

/** @returns the URN of the entity of each aspect that a rule keeps */
async function revertAll(parts: RunParts, sender: Sender, request: RollbackRequest, keys: ReadonlySet<string>): Promise<string[]> {
  const refused: string[] = [];
  for (let staying = 0; ; ) {
    const page = await revertPage(parts, sender, request, keys, staying);
    refused.push(...page.kept.filter(({ why }) => why === 'rule').map(({ urn }) => urn));
    if (page.over) return refused;
    staying = page.staying;
  }
}

/** Reverts the next page. What is undone is no longer found, so only what stays must be skipped. */
async function revertPage(
  { graph, write }: RunParts,
  sender: Sender,
  { run, safe, actor }: Pick<RollbackRequest, 'run' | 'safe' | 'actor'>,
  keys: ReadonlySet<string>,
  skipped: number,
): Promise<UndonePart> {
  const rows = await readRunRows(graph, run, skipped, PAGE, true);
  if (rows.length === 0) return { reverted: 0, staying: skipped, over: true, kept: [] };
  // Reverting the key aspect deletes the whole entity, and with it the rest of its rows.
  const ordered = [...rows.filter(({ name }) => keys.has(name)), ...rows.filter(({ name }) => !keys.has(name))];
  const proposals = ordered.map(({ urn, name }) => ({ entityUrn: urn, aspectName: name, changeType: 'REVERT' as const, undo: { run, safe } }));
  const { items } = await write(sender, { proposals, together: false, actor });
  const kept: KeptAspect[] = [];
  let reverted = 0;
  for (const [index, item] of items.entries()) {
    const { urn = '', name: aspect = '' } = ordered[index] ?? {};
    if ('refusal' in item) {
      if (item.refusal.kind !== 'invalid') throw item.refusal;
      kept.push({ urn, aspect, why: 'rule', message: item.refusal.message });
      continue;
    }
    const outcome = item.written[0]?.outcome;
    if (outcome === 'dropped')
      kept.push({ urn, aspect, why: 'entity', message: 'The entity stays, because it has aspects that the run did not write' });
    else if (outcome !== 'unchanged') reverted++;
  }
  // A page that neither undoes nor keeps anything would come again for ever.
  return { reverted, staying: skipped + kept.length, over: reverted + kept.length === 0, kept };
}

/** Deletes the points of a run. */
async function dropPoints({ graph }: RunParts, { observer }: Sender, run: string, actor: string): Promise<void> {
  const seq = await dropRunPoints(graph, run, actor);
  if (seq > 0) observer.committed(seq);
}
