/**
 * The loop that removes the oldest commits of the log (CHANGES_DAYS, CHANGES_COMMITS).
 */
import { readHead, trimCommits } from '../graph/commit-log.ts';
import type { Graph } from '../graph/driver.ts';
import type { Log } from '../log.ts';
import { type Loop, startLoop } from './loop.ts';

export interface LogRetention {
  readonly days: number;
  readonly commits: number;
}

const IDLE_MS = 60_000;
const DAY_MS = 86_400_000;
const AT_ONCE = 1_000;

export function startTrimmingLog(graph: Graph, { days, commits }: LogRetention, log: Log): Loop {
  async function step(): Promise<boolean> {
    const { seq } = await readHead(graph);
    // The newest commit stays, because it shows where the log ends.
    const below = Math.max(0, seq - commits + 1);
    const trimmed = await trimCommits(graph, below, Math.round(Date.now() - days * DAY_MS), seq, AT_ONCE);
    if (trimmed > 0) log('log.trimmed', { commits: trimmed });
    return trimmed === AT_ONCE;
  }
  return startLoop('retention of the log', step, IDLE_MS, log);
}
