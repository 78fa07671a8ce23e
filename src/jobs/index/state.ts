/**
 * What search shows: through which commit it is, and whether it is whole. This is the only place that decides it. All answers, health and
 * metrics say what they find here (docs/semantics.md 9.8).
 */
import type { Incomplete } from '../../catalog/find/incomplete.ts';
import type { IndexState } from '../../catalog/find/snapshot.ts';
import { type LogHead, lifeOf } from '../../graph/commit-log.ts';
import { bornAt, type IndexCursor } from '../../search/index.ts';

/** Search that misses more writes than the indexer takes at once does not only lag: it is catching up. */
const MUCH = 3_000;
/** What is not whole is never told to be: rounding must not do so. */
const MOST = 0.99;
/** What is not done takes at least so long, ms. */
const LEAST_MS = 1_000;

/** Says how long the rest takes, ms, from how much was missing before. `what` names the work: a pace is not that of other work. */
export type Pace = (what: string, missing: number) => number | undefined;

export function makePace(now: () => number = Date.now): Pace {
  let work: string | undefined;
  let first = { missing: 0, at: 0 };
  let last = first;
  return (what, missing) => {
    const here = { missing, at: now() };
    if (work !== what || missing > first.missing) [work, first, last] = [what, here, here];
    // Much is done at once, and nothing in between.
    if (missing !== last.missing) last = here;
    const done = first.missing - missing;
    if (done === 0) return undefined;
    return Math.max(LEAST_MS, Math.round(((last.at - first.at) * missing) / done) - (here.at - last.at));
  };
}

/** The cursor of the collection that is searched. If that has none that can be followed: the cursor of the collection being filled. */
export function presentCursor(cursors: readonly IndexCursor[]): IndexCursor | undefined {
  return cursors.find(({ next }) => !next) ?? cursors[0];
}

/**
 * The cursor of the collection that must be filled before search is whole. A collection that is filled beside a whole one is not waited for;
 * one beside a collection that differs from the graph is.
 */
function awaited(cursors: readonly IndexCursor[]): IndexCursor | undefined {
  const present = presentCursor(cursors);
  if (present && (present.next || present.sweptTo !== undefined)) return present;
  return cursors.find(({ next, doubted }) => next && doubted === true);
}

export function stateOf(head: LogHead, cursors: readonly IndexCursor[], pace: Pace, now = Date.now()): IndexState {
  const present = presentCursor(cursors);
  const followed = present?.log === lifeOf(head) ? present : undefined;
  const incomplete = incompleteIn(head, followed, awaited(cursors), pace, now);
  // An index with gaps shows no commit for certain.
  const shown = incomplete?.why === 'filling' ? undefined : followed;
  const seq = Math.min(shown?.seq ?? 0, head.seq);
  return {
    head,
    epoch: head.epoch,
    seq,
    at: shown?.at ?? 0,
    behind: head.seq - seq,
    lag: Math.max(0, head.changed - (followed?.changed ?? 0)) + (present?.unswept ?? 0) + head.refused,
    building: cursors.some(({ next, sweptTo }) => next || sweptTo !== undefined),
    collection: present?.collection,
    sample: present?.sample && { ...present.sample, collection: present.collection },
    ...(incomplete && { incomplete }),
  };
}

function incompleteIn(
  head: LogHead,
  followed: IndexCursor | undefined,
  filled: IndexCursor | undefined,
  pace: Pace,
  now: number,
): Incomplete | undefined {
  if (head.seq === 0) return undefined;
  if (!followed) return { why: 'filling', missing: head.changed, share: 0, leftMs: undefined };
  if (filled) {
    const { collection, sweptTo, unswept = 0, entities = 0 } = filled;
    const done = entities - unswept;
    const share = sweptTo === undefined ? MOST : shareOf(done, entities);
    // A server that has just come asks how long it took others so far.
    const leftMs = pace(collection, unswept) ?? (done > 0 ? Math.round(((now - bornAt(collection)) * unswept) / done) : undefined);
    return { why: 'filling', missing: unswept, share, leftMs };
  }
  const missing = head.changed - followed.changed;
  if (missing <= MUCH) return undefined;
  return { why: 'catching-up', missing, share: shareOf(followed.changed, head.changed), leftMs: pace(lifeOf(head), missing) };
}

/** Rounded down. */
function shareOf(done: number, all: number): number {
  return all <= 0 ? 0 : Math.min(MOST, Math.floor((Math.max(0, done) / all) * 100) / 100);
}
