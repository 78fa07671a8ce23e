/**
 * How far the search index is in the log. Every search reads it, and writes can wait for it. The server that writes the index knows it; others
 * read the cursors from Typesense.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { IndexStatus } from '../../catalog/find/index-status.ts';
import type { IndexState } from '../../catalog/find/snapshot.ts';
import { searchNotReady } from '../../errors.ts';
import { nextCommit, readCommits, readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import { refusedAmong } from '../../graph/index-reads.ts';
import { awaitReplayed, bornAt, type IndexCursor, readCursors, type SearchEngine } from '../../search/index.ts';
import { makePace, presentCursor, stateOf } from './state.ts';
import type { Tellers } from './tellers.ts';

export interface IndexProgress extends Pick<IndexStatus, 'state' | 'node' | 'oldest' | 'reached' | 'indexed' | 'pending'> {
  /** Sets the cursors that this server knows; `undefined` if it does not write the index. */
  known(cursors: readonly IndexCursor[] | undefined): void;
  /** Does somebody wait until search shows a commit? */
  awaited(): boolean;
}

const PATIENCE_MS = 30_000;
/** How long to wait for the cursors in Typesense, ms. */
const READ_MS = 1_000;
/** How often to check whether another server has written the documents, ms. */
const POLL_MS = 50;
/** The most commits that `pending` looks through. If search is further behind, every entity counts as pending. */
const MOST_COMMITS = 2_000;

interface Waiter {
  readonly seq: number;
  readonly done: (reached: boolean) => void;
}

/** Does search show a commit? While a lost index is being filled, only commits since its beginning are certain to be in it. */
function shows(cursors: readonly IndexCursor[], commit: number): boolean {
  const { seq, from, sweptTo } = presentCursor(cursors) ?? { seq: -1, from: 0 };
  return commit <= seq && (sweptTo === undefined || commit > from);
}

export function makeProgress(graph: Graph, search: SearchEngine, tellers: Tellers, wake: () => void): IndexProgress {
  let own: readonly IndexCursor[] | undefined;
  let last: readonly IndexCursor[] | undefined;
  const waiters = new Set<Waiter>();
  const pace = makePace();

  /** What was known is of another node than the one in use now. */
  search.nodes.onChange(() => {
    [own, last] = [undefined, undefined];
  });

  /**
   * The cursors of the node in use. Only the leader has a cursor later than the documents before it. Other nodes write cursors and documents
   * side by side, so their cursors count once they have written everything that they had when they were asked (docs/engines.md 8).
   */
  async function read(): Promise<IndexCursor[]> {
    const node = search.nodes.changes();
    const cursors = await readCursors(search);
    if (!search.nodes.settled()) await awaitReplayed(search, true);
    if (search.nodes.changes() !== node) throw searchNotReady();
    last = cursors;
    return cursors;
  }

  /** While Typesense does not answer, the cursors that were read last: they may be too old, never too new. */
  async function cursorsNow(): Promise<readonly IndexCursor[]> {
    if (own) return own;
    const reading = read();
    const soon = Promise.race([reading.catch(() => undefined), pause(READ_MS, undefined, { ref: false })]);
    return (await soon) ?? last ?? reading;
  }

  async function state(): Promise<IndexState> {
    const [head, cursors] = await Promise.all([readHead(graph), cursorsNow()]);
    return stateOf(head, cursors, pace);
  }

  function answerWaiters(cursors: readonly IndexCursor[]): void {
    for (const waiter of waiters) if (shows(cursors, waiter.seq)) waiter.done(true);
  }

  function reached(seq: number, ms: number): Promise<boolean> {
    if (shows(own ?? [], seq)) return Promise.resolve(true);
    return new Promise((resolve) => {
      let over = false;
      const done = (is: boolean): void => {
        over = true;
        clearTimeout(late);
        waiters.delete(waiter);
        resolve(is);
      };
      const waiter: Waiter = { seq, done };
      const late = setTimeout(() => done(false), ms);
      const look = async (): Promise<void> => {
        // Asked again soon; who waits has a limit.
        if (!own) answerWaiters(await read().catch(() => []));
        if (!over) setTimeout(look, POLL_MS);
      };
      waiters.add(waiter);
      wake();
      setTimeout(look, POLL_MS);
    });
  }

  return {
    state,
    node: search.nodes.changes,
    reached,
    async oldest({ seq, behind, incomplete, collection }) {
      // Of an index with gaps nobody knows which commits it shows. Its own age is what people wait for.
      if (incomplete?.why === 'filling') return collection === undefined ? undefined : bornAt(collection);
      return behind === 0 ? undefined : (await nextCommit(graph, seq))?.at;
    },
    async indexed(seq, urns) {
      return (await reached(seq, PATIENCE_MS)) && (await refusedAmong(graph, urns)).length === 0;
    },
    async pending(urns, shown) {
      const { seq, behind, incomplete } = shown ?? (await state());
      const waiting = new Set(await refusedAmong(graph, urns));
      if (behind > MOST_COMMITS || incomplete?.why === 'filling') return new Set(urns);
      const asked = new Set(urns);
      const entries = behind === 0 ? [] : (await readCommits(graph, seq, MOST_COMMITS)).flatMap((commit) => commit.entries);
      for (const urn of [...entries.map((entry) => entry.urn), ...(await tellers.by(entries))]) if (asked.has(urn)) waiting.add(urn);
      return waiting;
    },
    known(cursors) {
      if (cursors && !search.nodes.settled()) return;
      own = cursors;
      last = cursors ?? last;
      if (cursors) answerWaiters(cursors);
    },
    awaited: () => waiters.size > 0,
  };
}
