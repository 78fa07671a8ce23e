/**
 * Limits the size of one answer: nested lists multiply, however short the query is.
 */
import { answerTooLarge } from '../../errors.ts';

/** Most list items of one answer, including nested lists. */
const MOST_ITEMS = 100_000;
/** The cost of a list before it is read, in items. */
const LIST = 50;
/** Characters of an aspect that cost as much as an item. One entity may be named, and so shown, many times. */
const CHARACTERS = 1_000;
/** How many lists of one request are read at a time: hundreds would take every connection to the graph, and time out. */
const AT_ONCE = 8;

export interface Budget {
  /**
   * Reads a list when it is its turn.
   *
   * @throws Refusal tooLarge
   */
  list<Result>(read: () => Promise<Result>): Promise<Result>;
  /** @throws Refusal tooLarge if the answer would have too many items */
  spend(items: number): void;
  /**
   * Counts an entity that an aspect names. Once the answer is too large it gives null: thousands of fields would repeat the error.
   *
   * @throws Refusal tooLarge for the first entity too many
   */
  named<Entity>(entity: Entity): Entity | null;
  /** @throws Refusal tooLarge if the texts of aspects become too long */
  aspect(text: string): void;
}

export function makeBudget(most = MOST_ITEMS): Budget {
  const waiting: (() => void)[] = [];
  let left = most;
  let reading = 0;

  function spend(items: number): void {
    left -= items;
    if (left < 0) throw answerTooLarge(most);
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

  function named<Entity>(entity: Entity): Entity | null {
    if (left < 0) return null;
    spend(1);
    return entity;
  }

  return { list, spend, named, aspect: (text) => spend(text.length / CHARACTERS) };
}
