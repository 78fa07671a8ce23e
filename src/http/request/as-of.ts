/**
 * `asOf=<epoch ms>` on reads: what a reader would have seen then.
 */

import type { Context } from '../types.ts';
import { textParam, wholeParam } from './query.ts';

/** Largest time that a date can hold, epoch ms. */
const LAST_TIME = 8_640_000_000_000_000;

/**
 * Epoch ms; `undefined` when it is not there or not in the past: then what is there now is meant.
 *
 * @throws Refusal malformed
 */
export function asOfParam(context: Context): number | undefined {
  if (textParam(context, 'asOf') === undefined) return undefined;
  const asOf = wholeParam(context, 'asOf', 0, 0, LAST_TIME);
  return pastTime(asOf);
}

/** A time that is not in the past means what is there now: `undefined`. */
export function pastTime(asOf: number | undefined): number | undefined {
  return asOf === undefined || asOf >= Date.now() ? undefined : asOf;
}
