/**
 * `GET /lineage`: everything upstream or downstream of an entity, each once, with one shortest way to it.
 */

import { type Catalog, lineageDirection } from '../../catalog/index.ts';
import { entityTypeOrRefuse } from '../../model/named.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { sayInHeaders } from '../answer/search-headers.ts';
import { asOfParam } from '../request/as-of.ts';
import { pageParams } from '../request/page.ts';
import { flagParam, namesParam, requiredUrn, textParam, wholeParam } from '../request/query.ts';
import type { Context } from '../types.ts';

/** Entities on a page at most: each comes with its way, which may be long. */
export const MOST_REACHED = 1000;
export const MOST_HOPS = 1_000_000;

/**
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
    asOf: asOfParam(context),
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
