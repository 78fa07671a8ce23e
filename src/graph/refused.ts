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

/** How much of one run, and of all runs, is kept, and for how long, ms. */
const MOST_OF_RUN = 1_000;
const MOST_OF_ALL = 20_000;
const KEPT_MS = 30 * 86_400_000;
const AT_ONCE = 10_000;

/** @param rows of the same time; the same thing comes once, however often it is sent */
export async function keepRefused(graph: Graph, run: string, at: number, rows: readonly Omit<RefusedRow, 'at'>[]): Promise<void> {
  const byId = new Map(rows.slice(0, MOST_OF_RUN).map((row) => [idOf(run, row), row] as const));
  const [kept] = await writeRows<{ all: number }>(graph, 'write/keep-refused', {
    ...{ run, at: whole(at), count: whole(rows.length), most: whole(MOST_OF_RUN) },
    rows: [...byId].map(([id, row]) => ({ id, ...row })).sort((a, b) => (a.id < b.id ? -1 : 1)),
  });
  if ((kept?.all ?? 0) > MOST_OF_ALL) await trimRefused(graph, at);
}

/** Removes what is too old or too much. Answers whether there may be more. */
export async function trimRefused(graph: Graph, now: number): Promise<boolean> {
  const params = { before: whole(now - KEPT_MS), most: whole(MOST_OF_ALL), limit: whole(AT_ONCE) };
  const [row] = await writeRows<{ trimmed: number }>(graph, 'write/trim-refused', params);
  return row?.trimmed === AT_ONCE;
}

export async function dropRefused(graph: Graph, run: string): Promise<void> {
  await writeRows<{ dropped: number }>(graph, 'write/drop-refused', { run });
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

function idOf(run: string, { urn, aspect, by, code, message, value }: Omit<RefusedRow, 'at'>): string {
  return createHash('sha256')
    .update(JSON.stringify([run, urn, aspect, by, code, message, value]))
    .digest('base64url');
}
