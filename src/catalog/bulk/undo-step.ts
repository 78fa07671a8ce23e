/**
 * The next piece of the undoing of a bulk change: a page of its run, then, of the entities that it has changed, what others have written since.
 * A page that was undone but not saved is no longer found, and what is left of the run at the end says what was undone. So a server that dies
 * in between loses nothing of the report.
 */
import { type BulkUndone, type KeptAspect, readBulkPage, readCovered, type StoredBulk, saveBulk } from '../../graph/bulk.ts';
import type { Graph } from '../../graph/driver.ts';
import type { Model } from '../../model/types.ts';
import type { Runs } from '../maintenance/runs.ts';
import { bulkAspects } from './bulk-edits.ts';
import { withProgress } from './bulk-step.ts';

export interface UndoParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly runs: Pick<Runs, 'left' | 'undoSome'>;
}

/** Pages that are looked through at once. */
const PAGES = 5;
/** Aspects that the report names. */
const MOST_EXAMPLES = 20;

/**
 * Undoes the next piece and saves the progress.
 *
 * @returns the bulk change as saved; nothing if somebody else has changed it meanwhile
 * @throws Refusal unavailable if an engine does not answer
 */
export async function undoStep({ model, graph, runs }: UndoParts, bulk: StoredBulk): Promise<StoredBulk | undefined> {
  const { order, progress } = bulk;
  const { undo, undone = { aspects: 0, total: 0, kept: 0 }, undoneBy = order.createdBy } = progress;
  // What there is to undo is saved before anything is undone.
  if (!undo) {
    const { rows } = await runs.left(order.run);
    const before = undone.aspects;
    return saveBulk(graph, withProgress(bulk, { undo: { before, rows, staying: 0 }, undone: { aspects: before, total: before + rows, kept: 0 } }));
  }
  if (undo.looked === undefined) {
    const page = await runs.undoSome(order.run, undoneBy, undo.staying);
    const aspects = Math.min(undone.total, undone.aspects + page.reverted);
    const next = { ...undo, staying: page.staying, ...(page.over && { looked: 0 }) };
    return saveBulk(graph, withProgress(bulk, { undo: next, undone: withKept({ ...undone, aspects }, page.kept) }));
  }
  // The page after those that are counted may have been written, too.
  const pages = Math.min(progress.pages, progress.next + 1);
  if (undo.looked < pages) {
    const to = Math.min(pages, undo.looked + PAGES);
    const { kept, entities } = await covered(model, graph, bulk, undo.looked, to);
    const found = withKept({ ...undone, kept: undone.kept + entities }, kept);
    return saveBulk(graph, withProgress(bulk, { undo: { ...undo, looked: to }, undone: found }));
  }
  const left = await runs.left(order.run);
  const { later = 0, rule = 0, entity = 0 } = undone.why ?? {};
  const again = Math.max(0, left.rows - rule - entity);
  const aspects = undo.before + Math.max(0, undo.rows - left.rows);
  const result: BulkUndone = {
    ...undone,
    aspects,
    total: aspects + left.rows + later,
    kept: undone.kept + left.entities,
    ...(again > 0 && { why: { ...undone.why, again } }),
  };
  const state = left.rows + later > 0 ? 'partlyUndone' : 'undone';
  return saveBulk(graph, withProgress(bulk, { state, undone: result, undo: undefined }));
}

/** Counts the entities that others have written since these pages changed them, and those of which the run has no latest version. */
async function covered(
  model: Model,
  graph: Graph,
  { id, order }: StoredBulk,
  from: number,
  to: number,
): Promise<{ kept: KeptAspect[]; entities: number }> {
  const pages = await Promise.all(Array.from({ length: to - from }, (_, at) => readBulkPage(graph, id, from + at)));
  const rows = await readCovered(
    graph,
    pages.flatMap(({ urns }) => urns),
    bulkAspects(model, order),
    order.run,
  );
  const kept = rows.map(({ urn, aspect, by, run, at }): KeptAspect => {
    const message = `${by} has written it since, at ${new Date(at).toISOString()}${run === null ? '' : `, in the run ${run}`}`;
    return { urn, aspect, why: 'later', message };
  });
  return { kept, entities: new Set(rows.filter(({ latestToo }) => !latestToo).map(({ urn }) => urn)).size };
}

function withKept(undone: BulkUndone, kept: readonly KeptAspect[]): BulkUndone {
  if (kept.length === 0) return undone;
  const why = { ...undone.why };
  for (const each of kept) why[each.why] = (why[each.why] ?? 0) + 1;
  return { ...undone, why, examples: [...(undone.examples ?? []), ...kept].slice(0, MOST_EXAMPLES) };
}
