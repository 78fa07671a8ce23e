/**
 * What runs were refused, in the graph: a node for each thing, with its reason (docs/semantics.md 3.7). It is no part of the catalog, and so not of the
 * log: it goes by itself.
 */
import { createHash } from 'node:crypto';
import { type Graph, place, readRows, whole, writeRows } from './driver.ts';
import type { MaybeRow } from './whole-rows.ts';

export interface RefusedRow {
  /** As it was sent; null if it cannot be read. */
  readonly urn: string | null;
  readonly aspect: string | null;
  /** URN of who sent it. */
  readonly by: string;
  /** Epoch ms. */
  readonly at: number;
  readonly code: string;
  readonly message: string;
  /** The JSON text that was sent; null if it is not kept. */
  readonly value: string | null;
}

export type RefusedContent = Omit<RefusedRow, 'at' | 'by'>;

/** What is kept: of one run and sender, of one sender, and in all; and for how long, ms. */
export const MOST_OF_RUN = 1_000;
const MOST_OF_SENDER = 5_000;
const MOST_OF_ALL = 20_000;
const KEPT_MS = 30 * 86_400_000;
const AT_ONCE = 10_000;
/** The share that is left where there is too much: the next few that come need no look at all of it. */
const LEFT = 0.9;
/** A run that has just begun may write in this moment, ms. */
const NEW_MS = 60_000;
const RUNS_AT_ONCE = 1_000;

/** @param rows of the same time; the same thing comes once, however often it is sent */
export async function keepRefused(graph: Graph, run: string, by: string, at: number, rows: readonly RefusedContent[]): Promise<void> {
  const byId = new Map(rows.slice(0, MOST_OF_RUN).map((row) => [idOf(run, by, row), row] as const));
  const [kept] = await writeRows<{ all: number; own: number }>(graph, 'write/keep-refused', {
    ...{ run, by, at: whole(at), count: whole(rows.length), most: whole(MOST_OF_RUN) },
    rows: [...byId].map(([id, row]) => ({ id, ...row })).sort((a, b) => (a.id < b.id ? -1 : 1)),
  });
  if (kept && (kept.all > MOST_OF_ALL || kept.own > MOST_OF_SENDER)) await trimRefused(graph, at, LEFT);
}

/**
 * Removes what is too old or too much, and runs of which nothing is left. Answers whether there may be more.
 *
 * @param share of what may be kept
 */
export async function trimRefused(graph: Graph, now: number, share = 1): Promise<boolean> {
  const [most, mostOfSender] = [MOST_OF_ALL, MOST_OF_SENDER].map((each) => whole(each * share));
  const params = { before: whole(now - KEPT_MS), most, mostOfSender, limit: whole(AT_ONCE) };
  const [row] = await writeRows<{ trimmed: number }>(graph, 'write/trim-refused', params);
  const [runs] = await writeRows<{ dropped: number }>(graph, 'write/drop-empty-runs', { before: whole(now - NEW_MS), limit: whole(RUNS_AT_ONCE) });
  return row?.trimmed === AT_ONCE || runs?.dropped === RUNS_AT_ONCE;
}

/** @param whole forget also the run, if nothing else is known of it */
export async function dropRefused(graph: Graph, run: string, whole: boolean): Promise<void> {
  await writeRows<{ dropped: number }>(graph, 'write/drop-refused', { run, whole });
}

/** @param by URN of who sent it; if absent: of everybody */
export async function readRefusedRows(graph: Graph, run: string, start: number, count: number, by?: string): Promise<RefusedRow[]> {
  const params = { run, by: by ?? null, start: place(start), count: whole(count) };
  const rows = await readRows<RefusedRow | MaybeRow<RefusedRow>>(graph, 'read/page-refused', params);
  // A node that goes meanwhile has lost everything.
  return rows.filter((row): row is RefusedRow => row.code !== null);
}

/** How often a run was refused something, and how much of that is kept. */
export async function countRefused(graph: Graph, run: string): Promise<{ total: number; kept: number }> {
  const [row] = await readRows<{ total: number; kept: number }>(graph, 'read/count-refused', { run });
  return row ?? { total: 0, kept: 0 };
}

function idOf(run: string, by: string, { urn, aspect, code, message, value }: RefusedContent): string {
  return createHash('sha256')
    .update(JSON.stringify([run, urn, aspect, by, code, message, value]))
    .digest('base64url');
}
