/**
 * Begins a new epoch when the store begins another life: a backup was restored, or the data were copied and go their own way from here. Each
 * place in the log names its epoch, so nobody goes on from a place of an earlier life (docs/data-model.md 2.8).
 */
import { isUnderWay, listBulk, saveBulk } from '../../graph/bulk.ts';
import { type LogHead, readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import type { RecentCommits } from '../../graph/recent-commits.ts';
import { beginEpoch, type StorePlace } from '../../graph/store.ts';
import type { Log } from '../../log.ts';

export interface EpochParts {
  readonly graph: Graph;
  readonly log: Log;
  readonly tail: RecentCommits;
}

/**
 * Begins a new epoch if the graph is older than what somebody has seen of it. Answers whether it did.
 *
 * @param by who has seen it, for the log
 * @param head the newest commit, if it was read after that
 */
export async function noticeOlder(parts: EpochParts, seen: StorePlace, by: string, head?: LogHead): Promise<boolean> {
  const { epoch, seq } = head ?? (await readHead(parts.graph));
  if (seen.epoch === epoch && seen.seq <= seq) return false;
  return begin(parts, seen, `${by} has seen commit ${seen.seq} of epoch ${seen.epoch}`);
}

/** Begins a new epoch in any case. */
export async function anotherLife(parts: EpochParts, reason: string): Promise<void> {
  await begin(parts, 'another life', reason);
}

async function begin({ graph, log, tail }: EpochParts, seen: StorePlace | 'another life', reason: string): Promise<boolean> {
  const begun = await beginEpoch(graph, seen);
  if (!begun) return false;
  tail.forget();
  log('store.epoch', { ...begun, reason });
  // What was ordered in the earlier life may be done already, or not be wanted any more.
  for (const bulk of await listBulk(graph))
    if (isUnderWay(bulk.progress)) await saveBulk(graph, { ...bulk, progress: { ...bulk.progress, state: 'stopped', reason: RESTORED } });
  return true;
}

const RESTORED = 'A backup was restored while it was under way. Look at what it would change or undo, then continue it';
