/**
 * One read for many callers.
 */
import { outsideBudgets } from '../../budget.ts';

/**
 * Runs one read at a time. All callers that come while one is running share the next, so that each gets a read that began after its call.
 * Several requests wait for it, so it does not end when one of them does.
 */
export function shared<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let present: Promise<Value> | undefined;
  let next: Promise<Value> | undefined;
  const begin = (): Promise<Value> => {
    const mine = outsideBudgets(read).finally(() => {
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
