/**
 * `GET /relationships` (docs/semantics.md 8.1, 19: all five fields), also as of a time.
 */

import { type Catalog, directionFrom } from '../../catalog/index.ts';
import { warnOfRelationships } from '../answer/warn-names.ts';
import { asOfParam } from '../request/as-of.ts';
import { pageParams } from '../request/page.ts';
import { listParam, requiredUrn, textParam } from '../request/query.ts';
import type { Context } from '../types.ts';

const MOST = 10_000;

export async function readRelationships(context: Context, catalog: Catalog): Promise<void> {
  const urn = requiredUrn(context, catalog.model);
  const direction = directionFrom(textParam(context, 'direction'));
  const { start, count } = pageParams(context, 100, MOST);
  const types = listParam(context, 'types') ?? [];
  warnOfRelationships(context, catalog.model, types);
  const { total, related } = await catalog.related(urn, direction, types, start, count, asOfParam(context));
  context.body = {
    start,
    count: related.length,
    total,
    relationships: related.map(({ type, urn: entity, missing }) => ({ type, entity, ...(missing && { missing }) })),
    entities: [...new Set(related.map((each) => each.urn))],
  };
}
