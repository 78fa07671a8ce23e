/**
 * Reads the change stream backwards: the newest changes first, for people who want to know what happened last.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { logGap } from '../../errors.ts';
import { type LoggedCommit, nextCommit, readCommitRows, readHead } from '../../graph/commit-log.ts';
import { unpackEntries } from '../../graph/log-entries.ts';
import { refuseOtherEpoch } from './change-cursor.ts';
import { fits, typeIn } from './filter.ts';
import type { Change, ChangeCursor, ChangesPage, ChangesParts, ChangesRequest } from './types.ts';
import { withValues } from './values.ts';

/** Commits that are read at once: each has up to 10,000 entries. */
const AT_ONCE = 20;
/** The most changes to look through for one page, because a filter may match none of them. */
const MOST_SEEN = 50_000;
/** How often to look for a commit that is missing, and how long to wait in between, ms. */
const TRIES = 10;
const PAUSE_MS = 50;
/** The place where the log begins: nothing is older. */
const BEGINNING: ChangeCursor = { seq: 0 };

export interface NewestFirstRequest extends Pick<ChangesRequest, 'limit' | 'filter' | 'values'> {
  /** Changes older than this one, or than this commit. Absent: from the newest on. */
  readonly after: ChangeCursor | undefined;
}

/**
 * Answers the changes before a place, the newest first. `next` is the beginning (0) when the log has nothing older.
 *
 * @throws Refusal gone for a place of another life of the store
 */
export async function readNewestFirst(parts: ChangesParts, { after, limit, filter, values }: NewestFirstRequest): Promise<ChangesPage> {
  const { graph } = parts;
  const head = await readHead(graph);
  const { epoch, seq: newest } = head;
  if (after) refuseOtherEpoch(after, head);
  const found: Change[] = [];
  let next: ChangeCursor = after && after.seq <= newest ? after : { seq: newest + 1 };
  for (let seen = 0; found.length < limit && seen < MOST_SEEN && next.seq > 0; ) {
    const last = next.count === undefined ? next.seq - 1 : next.seq;
    const { commits, end } = await newestUntil(parts, last);
    for (const { seq, at, entries } of commits.toReversed()) {
      const count = next.seq === seq ? (next.count ?? 1) - 1 : entries.length;
      next = { seq };
      for (let index = Math.min(count, entries.length) - 1; index >= 0 && found.length < limit; index--) {
        const entry = entries[index];
        if (!entry) continue;
        seen++;
        next = { seq, count: index + 1 };
        if (entry.type !== 'index' && fits(filter, entry)) found.push({ ...entry, entityType: typeIn(entry.urn), epoch, seq, at, count: index + 1 });
      }
      if (found.length === limit) break;
      next = { seq };
    }
    if (end === 'trimmed' && found.length < limit) next = BEGINNING;
    if (end === 'gap') break;
  }
  const changes = values ? await withValues(parts, found) : found;
  const last = changes.length < found.length ? changes.at(-1) : undefined;
  const oldest: ChangeCursor = last ? { seq: last.seq, count: last.count } : next;
  return { changes, next: oldest.seq === 0 ? oldest : { ...oldest, epoch }, newest };
}

interface Newest {
  /** In order, without a gap. */
  readonly commits: readonly LoggedCommit[];
  /** What comes before them: earlier commits, nothing that the log still has, or commits that are missing. */
  readonly end: 'more' | 'trimmed' | 'gap';
}

/**
 * The newest commits up to this one.
 *
 * @throws Refusal gone if this one is missing although the log has earlier ones
 */
async function newestUntil({ graph }: ChangesParts, last: number): Promise<Newest> {
  for (let tries = 1; ; tries++) {
    const before = Math.max(0, last - AT_ONCE);
    const rows = (await readCommitRows(graph, before, last - before)).filter(({ seq }) => seq <= last);
    const from = rows.findLastIndex(({ seq }, at) => seq !== last - (rows.length - 1 - at)) + 1;
    const commits = rows.slice(from).map(({ changes, ...place }) => ({ ...place, server: '', entries: unpackEntries(changes ?? '[]') }));
    const missing = last - commits.length;
    if (missing === before) return { commits, end: before === 0 ? 'trimmed' : 'more' };
    const oldest = await nextCommit(graph, 0);
    if (!oldest || oldest.seq > missing) return { commits, end: 'trimmed' };
    if (commits.length > 0) return { commits, end: 'gap' };
    // A commit may be visible before an earlier one that is still being committed.
    if (tries === TRIES) throw logGap((rows[from - 1]?.seq ?? before) + 1, missing);
    await pause(PAUSE_MS);
  }
}
