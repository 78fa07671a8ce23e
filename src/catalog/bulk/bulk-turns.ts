/**
 * Whose turn it is: each bulk change gets one step after the other, by the rights of who has ordered or undone it. One that fails for good stops.
 */
import { randomBytes } from 'node:crypto';
import { messageOf, Refusal, reasonOf } from '../../errors.ts';
import { isUnderWay, listBulk, type StoredBulk, saveBulk } from '../../graph/bulk.ts';
import type { Log } from '../../log.ts';
import type { Authors } from '../access/authors.ts';
import { type BulkParts, bulkStep, withProgress } from './bulk-step.ts';
import { type UndoParts, undoStep } from './undo-step.ts';

interface TurnParts extends BulkParts, UndoParts {
  readonly authors: Authors;
  readonly log: Log;
  /** What a user writes with, whom policies judge. */
  as(user: string): Pick<BulkParts & UndoParts, 'write' | 'runs'>;
}

/** Makes a function that does the next step of one bulk change, and answers whether there was one. */
export function makeStep(parts: TurnParts): (held: () => boolean, onState: (bulk: StoredBulk) => void) => Promise<boolean> {
  const { graph, log } = parts;
  /** Those whose last step an engine refused. */
  const waiting = new Set<string>();
  return async (held, onState) => {
    const working = (await listBulk(graph)).filter(({ progress }) => isUnderWay(progress));
    let away: unknown;
    for (const id of waiting) if (!working.some((bulk) => bulk.id === id)) waiting.delete(id);
    // Each gets its turn: a small one does not wait for the end of a large one, nor for one that waits for an engine.
    for (const bulk of working.sort((a, b) => a.progress.at - b.progress.at)) {
      if (!held()) return false;
      try {
        const saved = await work(parts, bulk);
        waiting.delete(bulk.id);
        if (saved && saved.progress.state !== bulk.progress.state) onState(saved);
        return true;
      } catch (error) {
        away ??= error;
        if (!waiting.has(bulk.id)) log('bulk.waiting', { id: bulk.id, reason: messageOf(error) });
        waiting.add(bulk.id);
      }
    }
    if (away !== undefined) throw away;
    return false;
  };
}

/** One step. What fails and would fail again stops. @throws Refusal if an engine is away: it comes back */
async function work(parts: TurnParts, bulk: StoredBulk): Promise<StoredBulk | undefined> {
  const { graph, log } = parts;
  try {
    const { order, progress } = bulk;
    const { undoneBy, undoJudged, makers = order.makers } = progress;
    const reason = await parts.authors.gone({ ...(undoneBy === undefined ? order : { createdBy: undoneBy }), makers });
    if (reason !== undefined) return saveBulk(graph, withProgress(bulk, { state: 'stopped', reason }));
    const judged = undoneBy === undefined ? order.judged : undoJudged;
    const own = { ...parts, ...(judged && parts.as(undoneBy ?? order.createdBy)) };
    return await (progress.state === 'active' ? bulkStep(own, bulk) : undoStep(own, bulk));
  } catch (error) {
    if (error instanceof Refusal && error.retryAfter !== undefined) throw error;
    return saveBulk(graph, withProgress(bulk, { state: 'stopped', reason: stopReason(log, bulk.id, error) }));
  }
}

/** Why a bulk change stops. An error that is not a refusal is a mistake in Cairn: it is logged, and the reader sees only its id. */
function stopReason(log: Log, id: string, error: unknown): string {
  if (error instanceof Refusal) return error.message;
  const errorId = randomBytes(6).toString('hex');
  log('bulk.failed', { id, errorId, reason: reasonOf(error) });
  return `An error in Cairn. The log has the details under ${errorId}`;
}
