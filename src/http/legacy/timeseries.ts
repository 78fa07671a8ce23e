/**
 * `POST /aspects?action=getTimeseriesAspectValues` (docs/semantics.md 7.1).
 */
import { appliedLimit, type Catalog, readFilter } from '../../catalog/index.ts';
import { entityTypeOrRefuse, ofType, urnFrom } from '../../model/named.ts';
import { refuseClosed } from '../request/closed.ts';
import { boolean, integer, paramsOf, someText, time } from '../request/params.ts';
import type { Context } from '../types.ts';
import { FILTER, SORTING } from './find-params.ts';

const read = paramsOf(
  'getTimeseriesAspectValues',
  { urn: someText, entity: someText, aspect: someText },
  { startTimeMillis: time, endTimeMillis: time, limit: integer(), latestValue: boolean, filter: FILTER, sort: SORTING.sort },
);

export async function getTimeseriesAspectValues(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { urn: asked, entity, aspect, startTimeMillis, endTimeMillis, latestValue, filter, sort, ...params } = read(body);
  const named = urnFrom(catalog.model, asked);
  const urn = ofType(entityTypeOrRefuse(catalog.model, entity, '/entity'), named);
  const limit = latestValue ? 1 : appliedLimit(params.limit);
  await refuseClosed(catalog, urn, aspect);
  const points = await catalog.series(urn, {
    aspect,
    from: startTimeMillis,
    to: endTimeMillis,
    limit,
    keep: undefined,
    filter: readFilter(filter),
    by: sort?.field,
    order: sort?.order ?? 'DESCENDING',
  });
  context.body = {
    value: {
      entityName: urn.type.name,
      aspectName: aspect,
      ...(startTimeMillis === undefined ? {} : { startTimeMillis }),
      ...(endTimeMillis === undefined ? {} : { endTimeMillis }),
      limit,
      values: points.map(({ text: value, meta }) => ({ aspect: { value, contentType: 'application/json' }, systemMetadata: meta })),
    },
  };
}
