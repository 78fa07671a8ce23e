/**
 * What one request may make of its answer: lists within lists multiply, whatever the query's own length.
 */
import { Refusal } from '../../errors.ts';

/** Items of lists in one answer, those of inner lists included. */
const MOST_ITEMS = 100_000;
/** What a list costs before it is read, in items. */
const LIST = 50;
/** Lists of one request that are read at a time: hundreds at once would take every connection to the graph, and time out. */
const AT_ONCE = 8;

export interface Budget {
  /**
   * Reads a list, when it is its turn.
   *
   * @throws Refusal tooLarge
   */
  list<Result>(read: () => Promise<Result>): Promise<Result>;
  /** @throws Refusal tooLarge when the answer would have too many items */
  spend(items: number): void;
}

export function makeBudget(most = MOST_ITEMS): Budget {
  const waiting: (() => void)[] = [];
  let left = most;
  let reading = 0;

  function spend(items: number): void {
    left -= items;
    if (left < 0)
      throw new Refusal('tooLarge', `The answer would have more than ${most} items; ask for shorter lists, or for fewer within each other`);
  }

  async function list<Result>(read: () => Promise<Result>): Promise<Result> {
    if (reading >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
    reading++;
    try {
      spend(LIST);
      return await read();
    } finally {
      reading--;
      waiting.shift()?.();
    }
  }

  return { list, spend };
}
