/**
 * `POST /relationships?action=getLineage` and `getNeighbours` (docs/semantics.md 8.3).
 */
import { type Catalog, lineageDirection } from '../../catalog/index.ts';
import { urnFrom, urnsFrom } from '../../model/named.ts';
import { sayInHeaders } from '../answer/search-headers.ts';
import { asOfParam, pastTime } from '../request/as-of.ts';
import { integer, listOf, oneOf, paramsOf, someText, start, time } from '../request/params.ts';
import type { Context } from '../types.ts';
import { MOST_HOPS, MOST_REACHED } from './read-lineage.ts';

const at = { ...time, minimum: 0 };
const read = paramsOf(
  'getLineage',
  { urn: someText, direction: oneOf(['UPSTREAM', 'DOWNSTREAM']) },
  { start, count: integer({ minimum: 0, maximum: MOST_REACHED }), maxHops: integer({ minimum: 1, maximum: MOST_HOPS }), asOf: at },
);

/** `{value: {start, count, total, filtered, relationships: [{type, entity, degree, paths}]}}` */
export async function getLineage(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { urn, direction, start = 0, count = 100, maxHops = 1, asOf } = read(body);
  const page = await catalog.lineage({
    urn: urnFrom(catalog.model, urn),
    direction: lineageDirection(direction),
    start,
    count,
    hops: maxHops,
    asOf: (await pastTime(catalog, asOf)) ?? (await asOfParam(context, catalog)),
  });
  await sayInHeaders(context, catalog, []);
  context.body = {
    value: {
      start,
      count: page.reached.length,
      total: page.total,
      filtered: page.filtered,
      relationships: page.reached.map(({ urn: entity, degree, path, relationships, missing }) => ({
        type: relationships.at(-1),
        entity,
        degree,
        paths: [path],
        ...(missing && { missing }),
      })),
    },
  };
}

/** Both limit the answer: each entity has two sides. */
const MOST_STARTS = 200;
const MOST_OF_SIDE = 500;

const readNeighbours = paramsOf(
  'getNeighbours',
  { urns: listOf(someText, MOST_STARTS) },
  { count: integer({ minimum: 0, maximum: MOST_OF_SIDE }), asOf: at },
);

/** `{value: {neighbours: [{urn, upstream: {total, urns}, downstream: {total, urns}}]}}`, in the order of the request. */
export async function getNeighbours(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { urns, count = 50, asOf } = readNeighbours(body);
  const neighbours = await catalog.neighbours({
    urns: urnsFrom(catalog.model, urns),
    count,
    asOf: (await pastTime(catalog, asOf)) ?? (await asOfParam(context, catalog)),
  });
  context.body = { value: { neighbours } };
}
