/**
 * Reads the change stream backwards: the newest changes first, for people who want to know what happened last.
 */
import { nextCommit, readCommits, readHead } from '../../graph/commit-log.ts';
import { fits, typeIn } from './filter.ts';
import type { Change, ChangeCursor, ChangesPage, ChangesParts, ChangesRequest } from './types.ts';
import { withValues } from './values.ts';

/** Commits that are read at once: each has up to 10,000 entries. */
const AT_ONCE = 20;
/** The most changes to look through for one page, because a filter may match none of them. */
const MOST_SEEN = 50_000;
/** The place where the log begins: nothing is older. */
const BEGINNING: ChangeCursor = { seq: 0 };

export interface NewestFirstRequest extends Pick<ChangesRequest, 'limit' | 'filter' | 'values'> {
  /** Changes older than this one, or than this commit. Absent: from the newest on. */
  readonly after: ChangeCursor | undefined;
}

/** Answers the changes before a place, the newest first. `next` is the beginning (0) when the log has nothing older. */
export async function readNewestFirst(parts: ChangesParts, { after, limit, filter, values }: NewestFirstRequest): Promise<ChangesPage> {
  const { graph } = parts;
  const { seq: newest } = await readHead(graph);
  const found: Change[] = [];
  let next: ChangeCursor = after && after.seq <= newest ? after : { seq: newest + 1 };
  for (let seen = 0; found.length < limit && seen < MOST_SEEN && next.seq > 0; ) {
    const last = next.count === undefined ? next.seq - 1 : next.seq;
    const before = await startOf(parts, Math.max(0, last - AT_ONCE));
    if (before >= last) {
      next = BEGINNING;
      break;
    }
    const commits = await readCommits(graph, before, last - before);
    for (const { seq, at, entries } of commits.toReversed()) {
      const count = next.seq === seq ? (next.count ?? 1) - 1 : entries.length;
      next = { seq };
      for (let index = Math.min(count, entries.length) - 1; index >= 0 && found.length < limit; index--) {
        const entry = entries[index];
        if (!entry) continue;
        seen++;
        next = { seq, count: index + 1 };
        if (entry.type !== 'index' && fits(filter, entry)) found.push({ ...entry, entityType: typeIn(entry.urn), seq, at, count: index + 1 });
      }
      if (found.length === limit) break;
      next = { seq };
    }
    // A reader of another member of a cluster may not have the newest ones yet.
    if (commits.length === 0) next = { seq: before + 1 };
    if (next.seq === 1 && next.count === undefined) next = BEGINNING;
  }
  if (!values) return { changes: found, next, newest };
  const changes = await withValues(parts, found);
  const last = changes.length < found.length ? changes.at(-1) : undefined;
  return { changes, next: last ? { seq: last.seq, count: last.count } : next, newest };
}

/** The place, or the place before the oldest commit that the log still has. */
async function startOf({ graph }: ChangesParts, place: number): Promise<number> {
  const oldest = await nextCommit(graph, place);
  return oldest ? oldest.seq - 1 : Number.POSITIVE_INFINITY;
}
