/**
 * What is made anew for each request, for example by asking the engines, but is the same for all who ask at the same time.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** A result is made at most once in this time, ms. */
const EVERY_MS = 100;

/**
 * Makes one result for all who ask before it is begun. Nobody gets one that was begun before they asked, so that it is never old.
 *
 * @param clock ms
 */
export function madeTogether<Result>(make: () => Promise<Result>, clock: () => number = () => performance.now()): () => Promise<Result> {
  let begun = -Infinity;
  let next: Promise<Result> | undefined;
  const begin = (): Promise<Result> => {
    begun = clock();
    next = undefined;
    return make();
  };
  return () => {
    const ms = begun + EVERY_MS - clock();
    if (!next && ms <= 0) return begin();
    next ??= pause(ms).then(begin);
    return next;
  };
}
