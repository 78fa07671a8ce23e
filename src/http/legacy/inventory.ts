/**
 * What there is, and how much of it: `exists`, `filterExistingUrns`, `listUrns`, `getTotalEntityCount`, `batchGetTotalEntityCount` on
 * entities, `getCount` on aspects (docs/semantics.md 9.7, 18.6).
 */
import type { Catalog } from '../../catalog/index.ts';
import { entityTypeOrRefuse, urnFrom, urnsFrom } from '../../model/named.ts';
import { boolean, integer, listOf, MOST_NAMES, MOST_URNS, paramsOf, someText, start } from '../request/params.ts';
import type { Context } from '../types.ts';

const readExists = paramsOf('exists', { urn: someText }, { includeSoftDelete: boolean });
const readFilter = paramsOf('filterExistingUrns', { urns: listOf(someText, MOST_URNS) });
const readList = paramsOf('listUrns', { entity: someText }, { start, count: integer({ minimum: 0, maximum: MOST_URNS }) });
const readCount = paramsOf('getTotalEntityCount', { entity: someText });
const readCounts = paramsOf('batchGetTotalEntityCount', { entities: listOf(someText, MOST_NAMES) });
const readAspectCount = paramsOf('getCount', { aspect: someText }, { urnLike: someText });

/** `{value: <boolean>}`; a soft-deleted entity exists unless `includeSoftDelete` is false. */
export async function exists(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { urn, includeSoftDelete = true } = readExists(body);
  const [there = false] = await catalog.exists([urnFrom(catalog.model, urn)], includeSoftDelete);
  context.body = { value: there };
}

/** `{value: [urn]}`: those that exist, soft-deleted ones too, in the order in which they were asked for. */
export async function filterExistingUrns(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { urns } = readFilter(body);
  const there = await catalog.exists(urnsFrom(catalog.model, urns), true);
  context.body = { value: urns.filter((_, index) => there[index]) };
}

/** `{value: {start, count, total, entities: [urn]}}` by URN, soft-deleted ones included: it lists what is stored. */
export async function listUrns(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { entity, start = 0, count = 100 } = readList(body);
  const type = entityTypeOrRefuse(catalog.model, entity, '/entity');
  const [entities, total] = await Promise.all([catalog.urnsOf(type, start, count), catalog.count([type], true)]);
  context.body = { value: { start, count: entities.length, total, entities } };
}

/** `{value: <number>}`, without soft-deleted ones. */
export async function getTotalEntityCount(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  context.body = { value: await catalog.count([entityTypeOrRefuse(catalog.model, readCount(body).entity, '/entity')], false) };
}

/** `{value: {<entity>: <number>}}`, without soft-deleted ones. */
export async function batchGetTotalEntityCount(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const types = readCounts(body).entities.map((entity, index) => [entity, entityTypeOrRefuse(catalog.model, entity, `/entities/${index}`)] as const);
  const counts = await catalog.countEach(
    types.map(([, type]) => type),
    false,
  );
  context.body = { value: Object.fromEntries(types.map(([entity, type]) => [entity, counts.get(type.name) ?? 0])) };
}

/** `{value: <number>}`: entities that have the aspect; `%` in `urnLike` stands for any text. */
export async function getCount(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { aspect, urnLike } = readAspectCount(body);
  context.body = { value: await catalog.countAspect(aspect, urnLike) };
}
