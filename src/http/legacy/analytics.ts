/**
 * `POST /analytics?action=getTimeseriesStats` (docs/semantics.md 18.7): points of a timeseries as a table.
 */
import { AGGREGATIONS, type Catalog, readFilter, readStats, UNITS } from '../../catalog/index.ts';
import { entityTypeOrRefuse } from '../../model/named.ts';
import { integer, listOf, members, oneOf, paramsOf, someText } from '../request/params.ts';
import type { Context } from '../types.ts';
import { FILTER } from './find-params.ts';

const MOST_METRICS = 20;
const MOST_BUCKETS = 5;

const METRIC = members({ fieldPath: someText, aggregationType: oneOf(AGGREGATIONS) });
const WINDOW = members({ unit: oneOf(UNITS) }, { multiple: integer({ minimum: 1, maximum: 1_000_000 }) });
const BUCKET = members({ key: someText, type: oneOf(['DATE_GROUPING_BUCKET', 'STRING_GROUPING_BUCKET']) }, { timeWindowSize: WINDOW });

const read = paramsOf(
  'getTimeseriesStats',
  { entityName: someText, aspectName: someText, metrics: listOf(METRIC, MOST_METRICS) },
  { filter: FILTER, buckets: listOf(BUCKET, MOST_BUCKETS) },
);

/** `{value: {entityName, aspectName, filter?, aggregationSpecs, groupingBuckets?, table}}`; a window of time is a day if it has no size. */
export async function getTimeseriesStats(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { entityName, aspectName, filter, metrics, buckets } = read(body);
  const table = await readStats(catalog, {
    type: entityTypeOrRefuse(catalog.model, entityName, '/entityName'),
    aspect: aspectName,
    filter: readFilter(filter),
    metrics,
    buckets: (buckets ?? []).map(({ key, type, timeWindowSize }) => ({
      key,
      window: type === 'DATE_GROUPING_BUCKET' ? { unit: timeWindowSize?.unit ?? 'DAY', multiple: timeWindowSize?.multiple ?? 1 } : undefined,
    })),
  });
  context.body = {
    value: {
      entityName,
      aspectName,
      ...(filter !== undefined && { filter }),
      aggregationSpecs: metrics,
      ...(buckets && { groupingBuckets: buckets }),
      table,
    },
  };
}
