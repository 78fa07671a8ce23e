/**
 * `GET /lineage`, `GET /impact` and `GET /relationships`: what an entity is connected with.
 */
import { type Catalog, directionFrom, impact, lineageDirection, MOST_AFFECTED } from '../../catalog/index.ts';
import { tooMany } from '../../errors.ts';
import { entityTypeOrRefuse } from '../../model/named.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { sayInHeaders } from '../answer/search-headers.ts';
import { warnOfRelationships } from '../answer/warn-names.ts';
import { asOfParam } from '../request/as-of.ts';
import { pageParams } from '../request/page.ts';
import { flagParam, listParam, namesParam, requiredUrn, textParam, wholeParam } from '../request/query.ts';
import type { Context } from '../types.ts';

/** Entities on a page at most: each comes with its way, which may be long. */
export const MOST_REACHED = 1000;
export const MOST_HOPS = 1_000_000;
const MOST_RELATED = 10_000;

/**
 * Everything upstream or downstream of an entity, each once, with one shortest way to it:
 * `{urn, direction, start, count, total, filtered, degrees: {<degree>: number}, entities: [{urn, degree, path, relationships}]}`.
 * `path` begins with the entity that was asked for; `filtered` says how many were left out as soft-deleted.
 */
export async function readLineage(context: Context, catalog: Catalog): Promise<void> {
  const urn = requiredUrn(context, catalog.model);
  const direction = lineageDirection(textParam(context, 'direction'));
  const { start, count } = pageParams(context, 100, MOST_REACHED);
  const { total, filtered, degrees, reached } = await catalog.lineage({
    urn,
    direction,
    start,
    count,
    hops: textParam(context, 'hops') === undefined ? undefined : wholeParam(context, 'hops', 1, 1, MOST_HOPS),
    types: someOf(namesParam(context, 'types')),
    entityTypes: entityTypesNamed(catalog.model, someOf(namesParam(context, 'entityTypes')), '/entityTypes'),
    includeRemoved: flagParam(context, 'includeSoftDeleted', false),
    asOf: await asOfParam(context, catalog),
  });
  await sayInHeaders(context, catalog, []);
  context.body = {
    urn: urn.text,
    direction,
    start,
    count: reached.length,
    total,
    filtered,
    degrees: Object.fromEntries(degrees.map(({ degree, count }) => [degree, count])),
    entities: reached,
  };
}

function someOf(names: string[] | undefined): string[] | undefined {
  return names && names.length > 0 ? names : undefined;
}

/** @throws Refusal unknownName */
export function entityTypesNamed(model: Model, names: readonly string[] | undefined, pointer: string): EntityTypeSpec[] | undefined {
  return names?.map((name) => entityTypeOrRefuse(model, name, pointer));
}

/** Columns that one request may name. What refers to each of them is looked up. */
const MOST_COLUMNS = 50;

/**
 * What depends on an asset, or on some of its columns: `{urn, total, hidden, byType, byColumns, columns, cut, start, count, nextStart?, affected: [{urn,
 * type, name, degree?, path, owners, columns}], references, totalReferences}`. `columns` of an asset is a list of `{column, from, degree}`, or `none`
 * or `unknown`.
 *
 * @throws Refusal tooMany
 */
export async function readImpact(context: Context, catalog: Catalog): Promise<void> {
  const urn = requiredUrn(context, catalog.model);
  const columns = listParam(context, 'columns') ?? [];
  if (columns.length > MOST_COLUMNS) throw tooMany('/columns', `${MOST_COLUMNS} columns`, columns.length);
  const { start, count } = pageParams(context, MOST_AFFECTED, MOST_AFFECTED);
  const found = await impact(catalog, { urn, columns, start, count });
  context.body = { urn: urn.text, start, count: found.affected.length, ...found };
}

/** `GET /relationships` (docs/semantics.md 8.1), also as of a time. */
export async function readRelationships(context: Context, catalog: Catalog): Promise<void> {
  const urn = requiredUrn(context, catalog.model);
  const direction = directionFrom(textParam(context, 'direction'));
  const { start, count } = pageParams(context, 100, MOST_RELATED);
  const types = listParam(context, 'types') ?? [];
  warnOfRelationships(context, catalog.model, types);
  const { total, related } = await catalog.related(urn, direction, types, start, count, await asOfParam(context, catalog));
  context.body = {
    start,
    count: related.length,
    total,
    relationships: related.map(({ type, urn: entity, missing }) => ({ type, entity, ...(missing && { missing }) })),
    entities: [...new Set(related.map((each) => each.urn))],
  };
}
