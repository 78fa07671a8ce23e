/**
 * Watches the store: does it go on where this server has seen it last, and does nobody else write to it? A Cairn that does not know the format
 * writes commits without an epoch. What such a commit names is made right again: its edges by the present model, and its search documents.
 */
import { appendReindex, readHead } from '../../graph/commit-log.ts';
import { repairEdges } from '../../graph/repair-edges.ts';
import { noteChecked, readStore, unmarkedCommits } from '../../graph/store.ts';
import { systemActor } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import { type Loop, startLoop } from '../loop.ts';
import { anotherLife, type EpochParts, noticeOlder } from './epoch.ts';
import type { LifeFile } from './life-file.ts';

const IDLE_MS = 5_000;
/** A commit names up to 10,000 entities. */
const COMMITS_AT_ONCE = 10;
/** After so many commits, the place of the check is stored. */
const STORE_EVERY = 100;

/**
 * Finds out at the start whether the store begins another life.
 *
 * @param asked the operator says so
 * @param local does the graph stand in the data folder of this server?
 */
export async function knowLife(parts: EpochParts, file: LifeFile, asked: boolean, local: boolean): Promise<void> {
  const { name } = await readHead(parts.graph);
  const before = file.before?.name === name ? file.before : undefined;
  if (asked) await anotherLife(parts, 'Cairn was started with --restored');
  else if (local && before && file.copied) await anotherLife(parts, 'the data folder is a copy of another one');
  else if (before) await noticeOlder(parts, before, 'this server');
  file.note(await readHead(parts.graph));
}

interface WatchParts extends EpochParts {
  readonly model: Model;
  readonly file: LifeFile;
}

export function startWatchingStore(parts: WatchParts): Loop {
  const { graph, model, log, tail, file } = parts;
  let epoch: string | undefined;
  let seen: Awaited<ReturnType<typeof readHead>> | undefined;
  let checked: number | undefined;
  let stored = 0;

  /** Makes right what a Cairn that does not know the format has written. Answers whether there may be more. */
  async function check(upTo: number): Promise<boolean> {
    if (checked === undefined) {
      stored = (await readStore(graph))?.checkedTo ?? 0;
      checked = stored;
    }
    if (checked >= upTo) return false;
    const commits = await unmarkedCommits(graph, checked, upTo, COMMITS_AT_ONCE);
    const urns = [...new Set(commits.flatMap(({ entries }) => entries.map(({ urn }) => urn)))];
    if (urns.length > 0) {
      const repaired = (await repairEdges(graph, model, urns)).length;
      await appendReindex(graph, urns, systemActor(model));
      log('store.unknown-writer', { commits: commits.length, from: commits[0]?.seq ?? 0, entities: urns.length, repaired });
    }
    const more = commits.length === COMMITS_AT_ONCE;
    checked = more ? (commits.at(-1)?.seq ?? upTo) : upTo;
    if (urns.length > 0 || checked - stored >= STORE_EVERY) {
      await noteChecked(graph, checked);
      stored = checked;
    }
    return more;
  }

  async function step(): Promise<boolean> {
    let head = await readHead(graph);
    if (seen && (await noticeOlder(parts, seen, 'this server', head))) head = await readHead(graph);
    // Another server has begun an epoch: what this one remembers of the log may be of the earlier life.
    if (epoch !== undefined && head.epoch !== epoch) {
      tail.forget();
      checked = undefined;
    }
    epoch = head.epoch;
    seen = head;
    file.note(head);
    return check(head.seq);
  }

  const loop = startLoop('watch over the store', step, IDLE_MS, log);
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      const last = await readHead(graph).catch(() => seen);
      if (last) file.note(last);
    },
  };
}
