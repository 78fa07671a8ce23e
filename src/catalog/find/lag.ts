/**
 * How far search is behind: entities with writes that it does not show yet (docs/semantics.md 9.8). It is read before a search: what ends in
 * between makes the figure too large, never too small.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { outsideBudgets } from '../../budget.ts';

export interface Lag {
  /**
   * The largest figure that was read before a search of this request; where there was none, the present one. Never rejects: while the graph
   * is away, nobody knows, and nothing is said.
   */
  (): Promise<number>;
  /** Has the lag read before a call of the index. */
  before<Result>(call: () => Promise<Result>): Promise<Result>;
}

interface Noted {
  lag: number | undefined;
}

const request = new AsyncLocalStorage<Noted>();

/** Whatever is searched in this work counts as one request. */
export function noteLag<Result>(work: () => Result): Result {
  return request.run({ lag: undefined }, work);
}

/** The figure that was read before a search of this request; 0 where nothing is behind, or nothing was searched. */
export function notedLag(): number {
  return request.getStore()?.lag ?? 0;
}

/** @param count reads the figure; the read that a call waits for begins after the call: what was written before it counts, on any server */
export function makeLag(count: () => Promise<number>): Lag {
  // Others wait for the same reading: it ends with no request of its own.
  const read = shared(() => outsideBudgets(count).catch(() => 0));
  const lag = async (): Promise<number> => request.getStore()?.lag ?? (await read());
  return Object.assign(lag, {
    before: async <Result>(call: () => Promise<Result>): Promise<Result> => {
      const found = await read();
      const noted = request.getStore();
      if (noted) noted.lag = Math.max(noted.lag ?? 0, found);
      return call();
    },
  });
}

/** Reads one after the other: all who ask while one is under way share the next. */
function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let present: Promise<Value> | undefined;
  let next: Promise<Value> | undefined;
  const begin = (): Promise<Value> => {
    const mine = read().finally(() => {
      if (present === mine) present = undefined;
    });
    present = mine;
    return mine;
  };
  return () => {
    if (!present) return begin();
    next ??= present
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        return begin();
      });
    return next;
  };
}
