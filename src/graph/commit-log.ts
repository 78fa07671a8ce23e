/**
 * The log: one node for each commit, in the order in which commits became visible (docs/data-model.md 2.6). Search, the change stream and
 * webhooks follow it, each with a cursor of its own.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { QueryResult, Transaction } from 'neo4j-driver';
import { commitBehind, type Graph, inTransaction, readRows, runAlone, whole, writeRows } from './driver.ts';
import { type LogEntry, packEntries, unpackEntries } from './log-entries.ts';
import { statement } from './statements.ts';

/** A place in the log: everything up to this commit. */
export interface LogPlace {
  /** The number of the commit, from 1 on, without a gap; 0: before all. */
  readonly seq: number;
  /** When it was made, epoch ms; never less than that of an earlier one. */
  readonly at: number;
  /** How many entities all commits up to this one have changed; one counts again with each commit. */
  readonly changed: number;
}

export interface LogHead extends LogPlace {
  /** Tells this log from that of another store. */
  readonly name: string;
  /** How many entities the search engine refuses. */
  readonly refused: number;
}

export interface LoggedCommit extends LogPlace {
  /** The server that made it. */
  readonly server: string;
  readonly entries: readonly LogEntry[];
}

/** Names this process in the log. */
export const SERVER = crypto.randomUUID();

export async function beginLog(graph: Graph): Promise<void> {
  await runAlone(graph, 'log/begin-log', { name: crypto.randomUUID() });
}

/** Appends a commit made at `at`, epoch ms. It must be the last statement of its transaction. The answer is for `placeIn`. */
export function appendCommit(tx: Transaction, entries: readonly LogEntry[], at: number): Promise<QueryResult> {
  const changed = new Set(entries.map(({ urn }) => urn)).size;
  return tx.run(statement('log/append-commit'), { changes: packEntries(entries), changed: whole(changed), at: whole(at), server: SERVER });
}

/** The place that a statement of the log answers. */
export function placeIn({ records }: QueryResult): LogPlace {
  const [record] = records;
  if (!record) throw new Error('the log is not there: start Cairn again');
  return { seq: record.get('seq') as number, at: record.get('at') as number, changed: record.get('changed') as number };
}

export async function readHead(graph: Graph): Promise<LogHead> {
  const [head] = await readRows<LogHead & Record<string, unknown>>(graph, 'log/read-head', {});
  return head ?? { name: '', seq: 0, at: 0, changed: 0, refused: 0 };
}

/** Commits after a place, without a gap. None if the log was cut after it: `logBegins` tells. */
export async function readCommits(graph: Graph, after: number, limit: number): Promise<LoggedCommit[]> {
  const rows = await readRows<LogPlace & { server: string; changes: string } & Record<string, unknown>>(graph, 'log/page-commits', {
    after: whole(after),
    limit: whole(limit),
  });
  const gap = rows.findIndex(({ seq }, index) => seq !== after + 1 + index);
  return (gap < 0 ? rows : rows.slice(0, gap)).map(({ changes, ...place }) => ({ ...place, entries: unpackEntries(changes) }));
}

/** The oldest commit after a place that the log still has. */
export async function nextCommit(graph: Graph, after: number): Promise<{ seq: number; at: number } | undefined> {
  const [row] = await readRows<{ seq: number; at: number }>(graph, 'log/read-next', { after: whole(after) });
  return row;
}

/** Removes the oldest commits before `newest` that are below a number or made before a time, epoch ms: at most `limit`. Answers how many. */
export async function trimCommits(graph: Graph, below: number, before: number, newest: number, limit: number): Promise<number> {
  const params = { below: whole(below), before: whole(before), newest: whole(newest), limit: whole(limit) };
  const [row] = await writeRows<{ trimmed: number }>(graph, 'log/trim-commits', params);
  return row?.trimmed ?? 0;
}

/** Appends a commit of its own that changes nothing: search builds the documents of these entities again. */
export function appendReindex(graph: Graph, urns: readonly string[], actor: string): Promise<LogPlace> {
  const entries = urns.map((urn): LogEntry => ({ urn, aspect: '', type: 'index', actor }));
  return inTransaction(graph, (tx) => committed(tx, entries));
}

/** Appends the commit of a transaction that `graph/commit.ts` does not make, and commits. */
export async function committed(tx: Transaction, entries: readonly LogEntry[]): Promise<LogPlace> {
  const logged = appendCommit(tx, entries, Date.now());
  const [answer] = await Promise.all([logged, commitBehind(tx)]);
  return placeIn(answer);
}

/** How long a read waits for a commit that this member of a cluster does not have yet, and how often it looks, ms. */
const SEEN_WITHIN_MS = 10_000;
const LOOK_MS = 50;

/** Waits until reads see a commit. Answers false if that takes too long: it may be of another store. */
export async function sees(graph: Graph, seq: number): Promise<boolean> {
  const until = Date.now() + SEEN_WITHIN_MS;
  while ((await readHead(graph)).seq < seq) {
    if (Date.now() > until) return false;
    await pause(LOOK_MS);
  }
  return true;
}
