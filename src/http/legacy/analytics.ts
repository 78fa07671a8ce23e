/**
 * `POST /analytics?action=getTimeseriesStats` (docs/semantics.md 18.7): points of a timeseries as a table.
 */
import { AGGREGATIONS, type Catalog, readFilter, readStats, type StatsRequest, UNITS } from '../../catalog/index.ts';
import { entityTypeOrRefuse } from '../../model/named.ts';
import { listOf, paramsOf, someText } from '../request/params.ts';
import type { Context } from '../types.ts';
import { FILTER } from './find-params.ts';

const MOST_METRICS = 20;
const MOST_BUCKETS = 5;

interface Bucket {
  readonly key: string;
  readonly type: 'DATE_GROUPING_BUCKET' | 'STRING_GROUPING_BUCKET';
  readonly timeWindowSize?: { readonly unit: (typeof UNITS)[number]; readonly multiple?: number };
}

interface Params {
  readonly entityName: string;
  readonly aspectName: string;
  readonly filter?: unknown;
  readonly metrics: StatsRequest['metrics'];
  readonly buckets?: readonly Bucket[];
}

const WINDOW = {
  type: 'object',
  required: ['unit'],
  properties: { unit: { enum: [...UNITS] }, multiple: { type: 'integer', minimum: 1, maximum: 1_000_000 } },
  additionalProperties: false,
};

const read = paramsOf<Params>('getTimeseriesStats', ['entityName', 'aspectName', 'metrics'], {
  entityName: someText,
  aspectName: someText,
  filter: FILTER,
  metrics: listOf(
    {
      type: 'object',
      required: ['fieldPath', 'aggregationType'],
      properties: { fieldPath: someText, aggregationType: { enum: [...AGGREGATIONS] } },
      additionalProperties: false,
    },
    MOST_METRICS,
  ),
  buckets: listOf(
    {
      type: 'object',
      required: ['key', 'type'],
      properties: { key: someText, type: { enum: ['DATE_GROUPING_BUCKET', 'STRING_GROUPING_BUCKET'] }, timeWindowSize: WINDOW },
      additionalProperties: false,
    },
    MOST_BUCKETS,
  ),
});

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
