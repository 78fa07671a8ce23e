/**
 * `POST /relationships?action=getNeighbours` (docs/semantics.md 8.3).
 */
import type { Catalog } from '../../catalog/index.ts';
import { urnsFrom } from '../../model/named.ts';
import { asOfParam, pastTime } from '../request/as-of.ts';
import { listOf, paramsOf, someText, time } from '../request/params.ts';
import type { Context } from '../types.ts';

/** Both limit the answer: each entity has two sides. */
const MOST_STARTS = 200;
const MOST_OF_SIDE = 500;

const read = paramsOf<{ urns: string[]; count?: number; asOf?: number }>('getNeighbours', ['urns'], {
  urns: listOf(someText, MOST_STARTS),
  count: { type: 'integer', minimum: 0, maximum: MOST_OF_SIDE },
  asOf: { ...time, minimum: 0 },
});

/** `{value: {neighbours: [{urn, upstream: {total, urns}, downstream: {total, urns}}]}}`, in the order of the request. */
export async function getNeighbours(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { urns, count = 50, asOf } = read(body);
  const neighbours = await catalog.neighbours({
    urns: urnsFrom(catalog.model, urns),
    count,
    asOf: pastTime(asOf) ?? asOfParam(context),
  });
  context.body = { value: { neighbours } };
}
