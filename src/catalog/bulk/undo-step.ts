/**
 * The next piece of the undoing of a bulk change: a page of its run. A page that was undone but not saved is no longer found, and what is left
 * of the run at the end says what was undone. So a server that dies in between loses nothing of the report.
 */
import { type StoredBulk, saveBulk } from '../../graph/bulk.ts';
import type { Graph } from '../../graph/driver.ts';
import type { Runs } from '../maintenance/runs.ts';
import { withProgress } from './bulk-step.ts';

export interface UndoParts {
  readonly graph: Graph;
  readonly runs: Pick<Runs, 'left' | 'undoSome'>;
}

/**
 * Undoes the next piece and saves the progress.
 *
 * @returns the bulk change as saved; nothing if somebody else has changed it meanwhile
 * @throws Refusal unavailable if an engine does not answer
 */
export async function undoStep({ graph, runs }: UndoParts, bulk: StoredBulk): Promise<StoredBulk | undefined> {
  const { order, progress } = bulk;
  const { undone, undoneBy = order.createdBy, staying = 0 } = progress;
  // What there is to undo is saved before anything is undone.
  if (!undone) {
    const { rows } = await runs.left(order.run);
    return saveBulk(graph, withProgress(bulk, { undone: { aspects: 0, total: rows, kept: 0 } }));
  }
  const page = await runs.undoSome(order.run, undoneBy, staying);
  if (!page.over) {
    const aspects = Math.min(undone.total, undone.aspects + page.reverted);
    return saveBulk(graph, withProgress(bulk, { undone: { ...undone, aspects }, staying: page.staying }));
  }
  const left = await runs.left(order.run);
  const result = { aspects: Math.max(0, undone.total - left.rows), total: undone.total, kept: left.entities };
  return saveBulk(graph, withProgress(bulk, { state: 'undone', undone: result, staying: undefined }));
}
