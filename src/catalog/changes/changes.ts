/**
 * Reads the change stream: every change of the catalog, in the order of the log. The order is the same on every server. A consumer that stores
 * its cursor misses nothing, because it gets again what it has not stored.
 */
import { unhurried } from '../../budget.ts';
import { logCut, otherEpoch } from '../../errors.ts';
import { type LoggedCommit, type LogHead, nextCommit } from '../../graph/commit-log.ts';
import { CHANGE_TYPES } from '../../graph/log-entries.ts';
import { changeCursorText, lastWhole, refuseOtherEpoch } from './change-cursor.ts';
import { fits, typeIn } from './filter.ts';
import type { Change, ChangeCursor, ChangeFilter, ChangesPage, ChangesParts, ChangesRequest } from './types.ts';
import { withValues } from './values.ts';

/** What may have happened in a change of the stream. */
export const CHANGES = CHANGE_TYPES.filter((type) => type !== 'index');

/** The most changes to look through for one page, because a filter may match none of them. */
const MOST_SEEN = 50_000;

/**
 * Answers the next changes after a place. If there are none, it waits for the first one as long as the request allows.
 *
 * @throws Refusal gone if the log does not reach back to the place, or ends before it, or the place is of another life of the store
 */
export async function readChanges(parts: ChangesParts, request: ChangesRequest): Promise<ChangesPage> {
  const { tail, turns } = parts;
  const { limit, filter, waitMs, over } = request;
  const found: Change[] = [];
  const { epoch } = await presentHead(parts, request.after);
  let next: ChangeCursor = { ...request.after, epoch };
  // Commits without a match do not make the wait longer: the client gets the place after them in time.
  const until = performance.now() + waitMs;
  for (let seen = 0, waited = false; ; ) {
    const commits = await tail.after(lastWhole(next));
    if (commits.length === 0) await refuseCut(parts, next);
    for (const commit of commits) {
      seen += commit.entries.length;
      next = take(commit, next, filter, limit, found, epoch);
      if (found.length === limit) break;
    }
    const leftMs = Math.ceil(until - performance.now());
    if (found.length === limit || seen >= MOST_SEEN || (waited && leftMs <= 0)) break;
    if (commits.length > 0) continue;
    // What is waited for is somebody else's write: that time is no time of the request.
    if (found.length > 0 || leftMs <= 0 || !(await unhurried(() => tail.grows(next.seq, leftMs, over)))) break;
    // A commit wakes hundreds of polls and streams at once.
    await new Promise<void>((resolve) => turns.later('', resolve));
    waited = true;
  }
  const head = await parts.head();
  // A backup may have been restored while the request waited: what it has read may be of the earlier life.
  if (head.epoch !== epoch) throw otherEpoch(changeCursorText(next), changeCursorText(head));
  const { seq: newest } = head;
  if (!request.values) return { changes: found, next, newest };
  const changes = await withValues(parts, found);
  const last = changes.length < found.length ? changes.at(-1) : undefined;
  return { changes, next: last ? { epoch, seq: last.seq, count: last.count } : next, newest };
}

/** Adds those changes of a commit that match the filter, and answers the place after them. */
function take(commit: LoggedCommit, after: ChangeCursor, filter: ChangeFilter, limit: number, found: Change[], epoch: string): ChangeCursor {
  const { seq, at, entries } = commit;
  const from = after.seq === seq ? (after.count ?? entries.length) : 0;
  for (const [index, entry] of entries.entries()) {
    if (index < from || entry.type === 'index' || !fits(filter, entry)) continue;
    found.push({ ...entry, entityType: typeIn(entry.urn), epoch, seq, at, count: index + 1 });
    if (found.length === limit) return { epoch, seq, count: index + 1 };
  }
  return { epoch, seq };
}

/**
 * The head of the log.
 *
 * @throws Refusal gone for a place of another life
 */
async function presentHead({ head: read }: ChangesParts, place: ChangeCursor): Promise<LogHead> {
  const head = await read();
  refuseOtherEpoch(place, head);
  return head;
}

/** @throws Refusal gone */
async function refuseCut({ graph, head: read }: ChangesParts, place: ChangeCursor): Promise<void> {
  const after = lastWhole(place);
  const [head, next] = await Promise.all([read(), nextCommit(graph, after)]);
  if (after > head.seq || (next && next.seq > after + 1)) throw logCut(after, next?.seq ?? head.seq, changeCursorText(head));
}
