/**
 * `POST /usageStats?action=batchIngest` and `queryRange` (docs/semantics.md 18.7): usage of datasets as older clients write and read it.
 */
import { beginningOf, type Catalog, DURATIONS, RANGES, readUsage, refuseEmpty, usageProposal } from '../../catalog/index.ts';
import { conflictingParameters } from '../../errors.ts';
import { DATASET_USAGE } from '../../model/known-names.ts';
import { urnFrom } from '../../model/named.ts';
import { mapInSlices } from '../../slices.ts';
import { sendNothing } from '../answer/send.ts';
import { warnOfWrite } from '../answer/warn-of-write.ts';
import { refuseClosed } from '../request/closed.ts';
import { integer, listOf, longText, MOST_ITEMS, members, oneOf, type Param, paramsOf, someText, text, time } from '../request/params.ts';
import { writer } from '../request/writer.ts';
import type { Context } from '../types.ts';

const MOST_BUCKETS = 10_000;
const number = integer({ minimum: 0 });
const USERS: Param<{ user: string; userEmail?: string; count: number }[]> = {
  type: 'array',
  items: members({ user: someText, count: number }, { userEmail: text }),
};
const QUERIES: Param<string[]> = { type: 'array', items: longText };
const FIELDS: Param<{ fieldName: string; count: number }[]> = { type: 'array', items: members({ fieldName: someText, count: number }) };
const METRICS = members({}, { uniqueUserCount: number, users: USERS, totalSqlQueries: number, topSqlQueries: QUERIES, fields: FIELDS });
const BUCKET = members({ bucket: time, duration: oneOf(DURATIONS), resource: someText, metrics: METRICS });
const readBuckets = paramsOf('batchIngest', { buckets: listOf(BUCKET, MOST_ITEMS) });

/** All buckets or none. The answer has no body. */
export async function ingestUsage(context: Context, catalog: Catalog, body: unknown): Promise<void> {
  const { buckets } = readBuckets(body);
  refuseEmpty(buckets, 'buckets');
  const notes = await catalog.write({ proposals: await mapInSlices(buckets, usageProposal), together: true, ...writer(context, catalog) });
  warnOfWrite(context, catalog, notes);
  sendNothing(context);
}

const readRange = paramsOf(
  'queryRange',
  { resource: someText },
  {
    duration: oneOf(DURATIONS),
    startTime: time,
    endTime: time,
    rangeFromEnd: oneOf(RANGES),
    maxBuckets: integer({ minimum: 1, maximum: MOST_BUCKETS }),
  },
);

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
