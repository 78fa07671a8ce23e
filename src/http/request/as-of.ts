/**
 * `asOf=<epoch ms>` on reads: what a reader would have seen then.
 */
import type { Catalog } from '../../catalog/index.ts';
import type { Context } from '../types.ts';
import { textParam, wholeParam } from './query.ts';

type Newest = Pick<Catalog, 'newest'>;

/** Largest time that a date can hold, epoch ms. */
const LAST_TIME = 8_640_000_000_000_000;

/**
 * Epoch ms; `undefined` when it is not there or not in the past: then what is there now is meant.
 *
 * @throws Refusal malformed
 */
export async function asOfParam(context: Context, catalog: Newest): Promise<number | undefined> {
  if (textParam(context, 'asOf') === undefined) return undefined;
  return pastTime(catalog, wholeParam(context, 'asOf', 0, 0, LAST_TIME));
}

/** A time that is not in the past means what is there now: `undefined`. Another server's clock may be ahead of this one: the log knows. */
export async function pastTime(catalog: Newest, asOf: number | undefined): Promise<number | undefined> {
  return asOf === undefined || asOf < Date.now() || asOf < (await catalog.newest()).at ? asOf : undefined;
}
