/**
 * `POST /usageStats?action=batchIngest` and `queryRange` (docs/semantics.md 18.7): usage of datasets as older clients write and read it.
 */

import {
  beginningOf,
  type Catalog,
  DURATIONS,
  type Duration,
  RANGES,
  type Range,
  readUsage,
  refuseEmpty,
  type UsageBucket,
  usageProposal,
} from '../../catalog/index.ts';
import { conflictingParameters } from '../../errors.ts';
import { DATASET_USAGE } from '../../model/known-names.ts';
import { urnFrom } from '../../model/named.ts';
import { mapInSlices } from '../../slices.ts';
import { sendNothing } from '../answer/send.ts';
import { warnOfWrite } from '../answer/warn-of-write.ts';
import { refuseClosed } from '../request/closed.ts';
import { listOf, longText, MOST_ITEMS, paramsOf, someText, text, time } from '../request/params.ts';
import { writer } from '../request/writer.ts';
import type { Context } from '../types.ts';

const MOST_BUCKETS = 10_000;
const number = { type: 'integer', minimum: 0 };
const METRICS = {
  type: 'object',
  properties: {
    uniqueUserCount: number,
    users: {
      type: 'array',
      items: {
        type: 'object',
        required: ['user', 'count'],
        properties: { user: someText, userEmail: text, count: number },
        additionalProperties: false,
      },
    },
    totalSqlQueries: number,
    topSqlQueries: { type: 'array', items: longText },
    fields: {
      type: 'array',
      items: { type: 'object', required: ['fieldName', 'count'], properties: { fieldName: someText, count: number }, additionalProperties: false },
    },
  },
  additionalProperties: false,
};

const readBuckets = paramsOf<{ buckets: UsageBucket[] }>('batchIngest', ['buckets'], {
  buckets: listOf(
    {
      type: 'object',
      required: ['bucket', 'duration', 'resource', 'metrics'],
      properties: { bucket: time, duration: { enum: [...DURATIONS] }, resource: someText, metrics: METRICS },
      additionalProperties: false,
    },
    MOST_ITEMS,
  ),
});

/** All buckets or none. The answer has no body. */
export async function ingestUsage(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { buckets } = readBuckets(body);
  refuseEmpty(buckets, 'buckets');
  const notes = await catalog.write({ proposals: await mapInSlices(buckets, usageProposal), together: true, ...writer(context, catalog) });
  warnOfWrite(context, catalog, notes);
  sendNothing(context);
}

interface RangeParams {
  resource: string;
  duration?: Duration;
  startTime?: number;
  endTime?: number;
  rangeFromEnd?: Range;
  maxBuckets?: number;
}

const readRange = paramsOf<RangeParams>('queryRange', ['resource'], {
  resource: someText,
  duration: { enum: [...DURATIONS] },
  startTime: time,
  endTime: time,
  rangeFromEnd: { enum: [...RANGES] },
  maxBuckets: { type: 'integer', minimum: 1, maximum: MOST_BUCKETS },
});

/** `{value: {buckets, aggregations}}`; a range ends at `endTime`, or now. */
export async function queryRange(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { resource, duration, startTime, endTime, rangeFromEnd, maxBuckets = MOST_BUCKETS } = readRange(body);
  if (startTime !== undefined && rangeFromEnd !== undefined)
    throw conflictingParameters('startTime and rangeFromEnd contradict each other; send one of them', {
      pointer: '/rangeFromEnd',
      expected: 'either startTime or rangeFromEnd',
      got: rangeFromEnd,
    });
  const from = rangeFromEnd === undefined ? startTime : beginningOf(rangeFromEnd, endTime ?? Date.now());
  const urn = urnFrom(catalog.model, resource, '/resource');
  await refuseClosed(catalog, urn, DATASET_USAGE);
  context.body = { value: await readUsage(catalog, urn, { from, to: endTime, duration, most: maxBuckets }) };
}
