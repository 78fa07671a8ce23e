/**
 * The loops that remove what is over: edges of deleted entities, values of properties that are gone (docs/semantics.md 14.5), sessions, and
 * the oldest commits of the log.
 */
import type { Catalog } from '../catalog/catalog.ts';
import { readHead, trimCommits } from '../graph/commit-log.ts';
import type { Graph } from '../graph/driver.ts';
import { trimRefused } from '../graph/refused.ts';
import type { Log } from '../log.ts';
import { type Loop, startLoop } from './loop.ts';

/** How often to look for what a server that has ended left behind, ms: requests finish their own deletes, and commits wake the loop of values. */
const LEFT_BEHIND_MS = 10_000;
const OLD_MS = 60_000;
const DAY_MS = 86_400_000;
const COMMITS_AT_ONCE = 1_000;

/** Finishes hard deletes that a crash interrupted: an entity with very many edges loses them in several transactions. */
export function startFinishingDeletes(catalog: Catalog, log: Log): Loop {
  return startLoop('removal of edges of deleted entities', () => catalog.finishDeletes(), LEFT_BEHIND_MS, log);
}

export function startSettling(catalog: Catalog, log: Log): Loop {
  return startLoop('removal of what hard deletions leave', () => catalog.settleNext(), LEFT_BEHIND_MS, log);
}

export function startSweepingSignIns(catalog: Catalog, log: Log): Loop {
  return startLoop('removal of sessions that are over', () => catalog.signIns.sweep(), OLD_MS, log);
}

/** Removes what runs were refused when it is old. */
export function startTrimmingRefused(graph: Graph, log: Log): Loop {
  return startLoop('removal of old refusals', () => trimRefused(graph, Date.now()), OLD_MS, log);
}

/** Removes commits that are older than CHANGES_DAYS and beyond CHANGES_COMMITS. */
export function startTrimmingLog(graph: Graph, { days, commits }: { readonly days: number; readonly commits: number }, log: Log): Loop {
  async function step(): Promise<boolean> {
    const { seq } = await readHead(graph);
    // The newest commit stays, because it shows where the log ends.
    const below = Math.max(0, seq - commits + 1);
    const trimmed = await trimCommits(graph, below, Math.round(Date.now() - days * DAY_MS), seq, COMMITS_AT_ONCE);
    if (trimmed > 0) log('log.trimmed', { commits: trimmed });
    return trimmed === COMMITS_AT_ONCE;
  }
  return startLoop('retention of the log', step, OLD_MS, log);
}
