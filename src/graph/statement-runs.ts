/**
 * Sends the statements of a transaction one after the other, without waiting for their answers.
 */
import type { QueryResult, Transaction } from 'neo4j-driver';
import { type Slices, yieldIfDue } from '../slices.ts';
import { type Statement, statement } from './statements.ts';

/**
 * Rows that a statement brings, and characters of their values: the driver packs all of them in one go, 2,000 rows in 40 ms, while every
 * other request waits. More go with the same statement once more. A batch of 500, the most that the committer makes of separate
 * requests, stays in one.
 */
const MOST_AT_ONCE = { rows: 500, characters: 1_000_000 };

/**
 * Sends a statement with its rows, as often as they need, without waiting for the answers.
 *
 * @param made parameters of a part; `rows` where nothing else is said
 */
export async function runInParts<Item, Row>(
  tx: Transaction,
  slices: Slices,
  name: Statement,
  items: readonly Item[],
  row: (item: Item) => Row,
  made: (rows: Row[]) => Record<string, unknown> = (rows) => ({ rows }),
): Promise<Promise<QueryResult>[]> {
  const runs: Promise<QueryResult>[] = [];
  for (let from = 0; from < items.length; ) {
    const rows: Row[] = [];
    for (let characters = 0; from < items.length && rows.length < MOST_AT_ONCE.rows && characters < MOST_AT_ONCE.characters; from++) {
      const item = items[from] as Item;
      characters += (item as { readonly value?: string }).value?.length ?? 0;
      rows.push(row(item));
    }
    runs.push(sent(tx.run(statement(name), made(rows))));
    await yieldIfDue(slices);
  }
  return runs;
}

/** A failure that comes while other statements are still being sent is met by whoever waits for all of them. */
export function sent<Answer>(run: Promise<Answer>): Promise<Answer> {
  run.catch(() => undefined);
  return run;
}

/** Waits for all, so that no failure is unhandled, then fails with the first failure. */
export async function settled<const Runs extends readonly Promise<unknown>[]>(
  runs: Runs,
): Promise<{ -readonly [Index in keyof Runs]: Awaited<Runs[Index]> }> {
  const outcomes = await Promise.allSettled(runs);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  return outcomes.map((outcome) => (outcome as PromiseFulfilledResult<unknown>).value) as { -readonly [Index in keyof Runs]: Awaited<Runs[Index]> };
}
