/**
 * How far search is behind: entities with writes that it does not show yet (docs/semantics.md 9.8). It is read before a search: what ends in
 * between makes the figure too large, never too small.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { outsideBudgets } from '../../budget.ts';

export interface Lag {
  /**
   * The largest number that was read before a search of this request; if nothing was searched, the present number. Never rejects: while the
   * graph does not answer, it resolves with 0.
   */
  (): Promise<number>;
  /** Reads the lag, then calls the search index. */
  before<Result>(call: () => Promise<Result>): Promise<Result>;
}

interface Noted {
  lag: number | undefined;
}

const request = new AsyncLocalStorage<Noted>();

/** Runs `work`. All its searches count as one request. */
export function noteLag<Result>(work: () => Result): Result {
  return request.run({ lag: undefined }, work);
}

/** The number that was read before a search of this request; 0 if nothing waits, or nothing was searched. */
export function notedLag(): number {
  return request.getStore()?.lag ?? 0;
}

/** @param count reads the number. A call waits for a read that begins after the call, so that everything written earlier counts, on any server. */
export function makeLag(count: () => Promise<number>): Lag {
  // Other requests wait for the same read, so it does not end when one of them does.
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

/** Runs one read at a time. All callers that come while one is running share the next. */
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
