/**
 * The log: one node for each commit, in the order in which commits became visible (docs/data-model.md 2.6). Search and the change stream
 * follow it, each with its own cursor.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { QueryResult, Transaction } from 'neo4j-driver';
import { storeUpgraded } from '../errors.ts';
import { type Graph, inTransaction, readRows, runAlone, whole, writeRows } from './driver.ts';
import { type LogEntry, packEntries, unpackEntries } from './log-entries.ts';
import { statement } from './statements.ts';

/** A place in the log: everything up to this commit. */
export interface LogPosition {
  /** The number of the commit, from 1 on, without a gap. 0 is the place before all commits. */
  readonly seq: number;
  /** When the commit was made, epoch ms. Later than each earlier commit. */
  readonly at: number;
  /** The sum of the numbers of entities that this commit and each earlier one changed. */
  readonly changed: number;
  /** The life of the store in which it was read or written (docs/data-model.md 2.8). */
  readonly epoch: string;
}

export interface LogHead extends LogPosition {
  /** Distinguishes this log from that of another store. */
  readonly name: string;
  /** How many entities the search engine refuses. */
  readonly refused: number;
}

export interface LoggedCommit extends Omit<LogPosition, 'epoch'> {
  /** The server that made the commit. */
  readonly server: string;
  readonly entries: readonly LogEntry[];
}

/** Names this process in the log. */
export const SERVER = crypto.randomUUID();

/** The format of the store that this Cairn writes. It counts the upgrade steps (jobs/store/steps/). */
export const FORMAT = 2;

/** Names the log in one life of the store. Who follows the log writes it beside its place. */
export function lifeOf({ name, epoch }: Pick<LogHead, 'name' | 'epoch'>): string {
  return `${name}/${epoch}`;
}

export async function beginLog(graph: Graph): Promise<void> {
  await runAlone(graph, 'log/begin-log', { name: crypto.randomUUID() });
}

/**
 * Makes a transaction the next to commit, and answers the newest commit. What has a later time than that one has the time of its commit.
 */
export async function takeTurn(tx: Transaction): Promise<LogPosition> {
  return positionIn(await tx.run(statement('log/take-turn')));
}

/**
 * Appends a commit made at `at`, epoch ms, or a little later if the log has a commit of that time. It must be the last statement of its
 * transaction.
 *
 * @throws Refusal unavailable if a newer Cairn has upgraded the store meanwhile
 */
export async function appendCommit(tx: Transaction, entries: readonly LogEntry[], at = Date.now()): Promise<LogPosition> {
  const changed = new Set(entries.map(({ urn }) => urn)).size;
  const params = { changes: packEntries(entries), changed: whole(changed), at: whole(at), server: SERVER, format: whole(FORMAT) };
  const result = await tx.run(statement('log/append-commit'), params);
  if (result.records.length === 0) throw storeUpgraded();
  return positionIn(result);
}

/** The newest commit that a transaction sees. */
export async function newestIn(tx: Transaction): Promise<LogPosition> {
  return positionIn(await tx.run(statement('log/read-head')));
}

function positionIn({ records }: QueryResult): LogPosition {
  const [record] = records;
  if (!record) throw new Error('the graph has no log: start Cairn again');
  return {
    seq: record.get('seq') as number,
    at: record.get('at') as number,
    changed: record.get('changed') as number,
    epoch: record.get('epoch') as string,
  };
}

export async function readHead(graph: Graph): Promise<LogHead> {
  const [head] = await readRows<LogHead>(graph, 'log/read-head', {});
  graph.seen.epoch = head?.epoch ?? '';
  return head ?? { name: '', epoch: '', seq: 0, at: 0, changed: 0, refused: 0 };
}

/** What `readHead` says of the newest commit, for what asks at each request. */
export type LogPlace = Pick<LogHead, 'name' | 'epoch' | 'seq'>;

export async function readPlace(graph: Graph): Promise<LogPlace> {
  const [place] = await readRows<LogPlace>(graph, 'log/read-place', {});
  graph.seen.epoch = place?.epoch ?? '';
  return place ?? { name: '', epoch: '', seq: 0 };
}

/**
 * Waits until all of the newest commit is visible: its place may be so a moment earlier.
 *
 * @returns false if it cannot be known, for example because Neo4j takes no writes now
 */
export async function awaitCommit(graph: Graph): Promise<boolean> {
  try {
    await runAlone(graph, 'log/await-commit', {});
    return true;
  } catch {
    return false;
  }
}

/** Commits after a place, without a gap. None if retention has removed the next one: `nextCommit` shows that. */
export async function readCommits(graph: Graph, after: number, limit: number): Promise<LoggedCommit[]> {
  const rows = await readRows<Omit<LogPosition, 'epoch'> & { server: string; changes: string }>(graph, 'log/page-commits', {
    after: whole(after),
    limit: whole(limit),
  });
  const gap = rows.findIndex(({ seq }, index) => seq !== after + 1 + index);
  return (gap < 0 ? rows : rows.slice(0, gap)).map(({ changes, ...place }) => ({ ...place, entries: unpackEntries(changes) }));
}

/** A commit as it is stored: `changes` may be damaged. */
export interface CommitRow extends Omit<LogPosition, 'epoch'> {
  readonly changes: string | null;
}

/** The commits after a place that the log has, in order, whether or not some are missing between them. */
export function readCommitRows(graph: Graph, after: number, limit: number): Promise<CommitRow[]> {
  return readRows<CommitRow & { server: string }>(graph, 'log/page-commits', { after: whole(after), limit: whole(limit) });
}

/** The oldest commit after a place that the log still has. */
export async function nextCommit(graph: Graph, after: number): Promise<{ seq: number; at: number } | undefined> {
  const [row] = await readRows<{ seq: number; at: number }>(graph, 'log/read-next', { after: whole(after) });
  return row;
}

/**
 * Removes at most `limit` of the oldest commits: those whose number is less than `below` or whose time is before `before`, epoch ms. Keeps
 * `newest` and all later ones. Answers how many it removed.
 */
export async function trimCommits(graph: Graph, below: number, before: number, newest: number, limit: number): Promise<number> {
  const params = { below: whole(below), before: whole(before), newest: whole(newest), limit: whole(limit) };
  const [row] = await writeRows<{ trimmed: number }>(graph, 'log/trim-commits', params);
  return row?.trimmed ?? 0;
}

/** Appends a commit that changes nothing but makes the indexer build the documents of these entities again. */
export function appendReindex(graph: Graph, urns: readonly string[], actor: string): Promise<LogPosition> {
  const entries = urns.map((urn): LogEntry => ({ urn, aspect: '', type: 'index', actor }));
  return inTransaction(graph, (tx) => appendCommit(tx, entries));
}

/** How long a read waits for a commit that this member of a cluster does not have yet, ms; and how often it checks. */
const SEEN_WITHIN_MS = 10_000;
const POLL_MS = 50;

/**
 * Waits until reads see a commit. Answers false if that takes too long, for example because the commit is of another store. In a cluster each
 * look may ask another member; the bookmark of the look that sees the commit then makes all later reads of this server wait for it.
 *
 * @param check gets the head of the log at each look, and may throw
 */
export async function sees(graph: Graph, seq: number, check: (head: LogHead) => void): Promise<boolean> {
  for (const until = Date.now() + SEEN_WITHIN_MS; ; await pause(POLL_MS)) {
    const head = await readHead(graph);
    check(head);
    if (head.seq >= seq) return true;
    if (Date.now() > until) return false;
  }
}

/**
 * The place before the first commit at or after a time, epoch ms. `kept`: does the log reach back to that time? Each step of the search halves
 * what is left: times in the log never decrease.
 */
export async function positionBefore(graph: Graph, time: number): Promise<{ seq: number; kept: boolean }> {
  const [oldest, head] = await Promise.all([nextCommit(graph, 0), readHead(graph)]);
  if (!oldest || oldest.at >= time) return { seq: (oldest?.seq ?? head.seq + 1) - 1, kept: !oldest || oldest.seq === 1 };
  let [before, from] = [oldest.seq, head.seq + 1];
  // Commit `before` is earlier than the time; commit `from`, if it exists, is not.
  while (from - before > 1) {
    const middle = Math.floor((before + from) / 2);
    const commit = await nextCommit(graph, middle - 1);
    if (commit && commit.at < time) before = Math.max(middle, Math.min(commit.seq, from - 1));
    else from = middle;
  }
  return { seq: before, kept: true };
}
