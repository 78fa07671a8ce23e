/**
 * Which part of a long list a request asks for (docs/semantics.md 9.1).
 */
import type { Context } from '../types.ts';
import { wholeParam } from './query.ts';

/** Items that a search gives at most. */
export const MOST_COUNT = 10_000;

/** How many items are given: `usual` where nothing is said, or something negative. */
export function appliedCount(asked: number | null | undefined, usual: number, most = MOST_COUNT): number {
  return asked === undefined || asked === null || asked < 0 ? usual : Math.min(asked, most);
}

/**
 * `start` and `count` in a URL.
 *
 * @throws Refusal malformed for a negative one, or for a `count` above the maximum
 */
export function pageParams(context: Context, usual: number, most: number): { start: number; count: number } {
  return { start: wholeParam(context, 'start', 0, 0, Number.MAX_SAFE_INTEGER), count: wholeParam(context, 'count', usual, 0, most) };
}

/** `count` of a scroll, which gives one item at least. @throws Refusal malformed */
export function scrollCount(context: Context, most: number): number {
  return wholeParam(context, 'count', 10, 1, most);
}
