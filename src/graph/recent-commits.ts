/**
 * The newest part of the log. It gives recent commits of this server from memory and reads all others from the graph. Everything that follows
 * the log reads it here.
 */
import { type LoggedCommit, type LogPlace, readCommits, readHead, SERVER } from './commit-log.ts';
import type { Graph } from './driver.ts';

/** The most entries to keep in memory. Older ones are read from the graph. */
const MOST_KEPT = 50_000;
/** The most commits that wait for the one before them. */
const MOST_EARLY = 8;
/** The most commits to read at once: each has up to 10,000 entries. */
const MOST_READ = 200;
/** How often to check for commits of other servers while a caller waits, ms. */
const POLL_MS = 250;

export interface RecentCommits {
  /** Adds a commit that this server has made. */
  add(commit: Omit<LoggedCommit, 'server'> & { readonly epoch: string }): void;
  /** Forgets all commits: a backup was restored, so they may be others now. */
  forget(): void;
  /** The commits after this one, in order and without a gap. None if there are no later ones, or if the log begins later. */
  after(seq: number): Promise<readonly LoggedCommit[]>;
  /** Is it known without asking that all of this commit is visible? Then this server has made it, and its transaction has ended. */
  hasEnded(place: Pick<LogPlace, 'epoch' | 'seq'>): boolean;
  /** Waits until there is a commit after this one. Answers false after `ms`, or when `over` ends the wait. */
  grows(seq: number, ms: number, over: AbortSignal): Promise<boolean>;
}

interface Waiter {
  readonly seq: number;
  readonly done: (grew: boolean) => void;
}

export function makeRecentCommits(graph: Graph): RecentCommits {
  /** The newest commits of this server, without a gap between them. */
  let kept: LoggedCommit[] = [];
  let entries = 0;
  /** Commits that came before the one that precedes them: transactions that end together are told in any order. */
  const early = new Map<number, LoggedCommit>();
  const waiters = new Set<Waiter>();
  let polling = false;
  let epoch = '';

  function forget(): void {
    [kept, entries] = [[], 0];
    early.clear();
  }

  function wake(newest: number): void {
    for (const waiter of waiters) if (newest > waiter.seq) waiter.done(true);
  }

  /** Checks the graph again and again while there are waiters: once for all of them. */
  function poll(): void {
    if (polling) return;
    polling = true;
    setTimeout(async () => {
      // Asked again soon; the connection logs why it failed.
      const { seq } = await readHead(graph).catch(() => ({ seq: 0 }));
      polling = false;
      wake(seq);
      if (waiters.size > 0) poll();
    }, POLL_MS);
  }

  return {
    add({ epoch: of, ...commit }) {
      if (of !== epoch) forget();
      epoch = of;
      if (commit.seq > (kept.at(-1)?.seq ?? 0)) early.set(commit.seq, { ...commit, server: SERVER });
      // The missing one may be of another server.
      if (early.size > MOST_EARLY) [kept, entries] = [[], 0];
      for (;;) {
        const next = early.get((kept.at(-1)?.seq ?? Math.min(...early.keys()) - 1) + 1);
        if (!next) break;
        early.delete(next.seq);
        entries += next.entries.length;
        if (entries > MOST_KEPT) [kept, entries] = [[], next.entries.length];
        kept.push(next);
      }
      wake(commit.seq);
    },
    forget,
    async after(seq) {
      const first = kept[0]?.seq;
      if (first === undefined || seq + 1 < first) return readCommits(graph, seq, MOST_READ);
      const rest = kept.slice(seq + 1 - first, seq + 1 - first + MOST_READ);
      return rest.length > 0 ? rest : readCommits(graph, seq, MOST_READ);
    },
    hasEnded: ({ seq, epoch: of }) => of === epoch && kept[seq - (kept[0]?.seq ?? 0)]?.seq === seq,
    grows(seq, ms, over) {
      if (ms === 0 || over.aborted) return Promise.resolve(false);
      return new Promise((resolve) => {
        const done = (grew: boolean): void => {
          waiters.delete(waiter);
          clearTimeout(late);
          over.removeEventListener('abort', stop);
          resolve(grew);
        };
        const stop = (): void => done(false);
        const late = setTimeout(stop, ms);
        const waiter: Waiter = { seq, done };
        over.addEventListener('abort', stop, { once: true });
        waiters.add(waiter);
        poll();
      });
    },
  };
}
