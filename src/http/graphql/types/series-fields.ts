/**
 * Timeseries of entities (docs/semantics.md 15.2, 18.7): points, newest first, and the usage of datasets over time.
 */
import { beginningOf, DURATIONS, type Duration, RANGES, type UsageRange } from '../../../catalog/index.ts';
import type { AspectSpec } from '../../../model/types.ts';
import { type EntityRef, type Resolve, type Resolvers, refNamed } from '../operation.ts';
import type { AspectTypes } from './aspect-types.ts';
import { pointsOf, thisMinute, usageOf, type Window } from './points.ts';

interface SeriesField {
  readonly type: string;
  readonly resolve: Resolve<never, EntityRef>;
}

const LIMIT = 10;

/** Names by which clients know the points of an aspect, beside the aspect's own. */
const ALSO: Readonly<Record<string, string>> = { datasetProfile: 'datasetProfiles', operation: 'operations' };

/** Fields of an entity type that carries the timeseries. */
export function seriesFields(aspect: AspectSpec, types: AspectTypes): Record<string, SeriesField> {
  const resolve: Resolve<Window, EntityRef> = (entity, args, context) =>
    pointsOf(context, entity, aspect.name, { ...args, limit: args.limit ?? LIMIT });
  const type = `(startTimeMillis: Long, endTimeMillis: Long, filter: FilterInput, limit: Int = ${LIMIT}): [${types.of(aspect)}!]!`;
  const points: SeriesField = { type, resolve };
  const also = ALSO[aspect.name];
  return { [aspect.name]: points, ...(also ? { [also]: points } : {}) };
}

interface UsageArgs {
  readonly range?: UsageRange | null;
  readonly duration?: Duration | null;
  readonly startTimeMillis?: number | null;
  readonly endTimeMillis?: number | null;
}

const MOST_BUCKETS = 1_000;

const usage: Resolve<UsageArgs, EntityRef> = async ({ read }, { range, duration, startTimeMillis, endTimeMillis }, context) => {
  const to = endTimeMillis ?? undefined;
  const from = startTimeMillis ?? (range ? beginningOf(range, to ?? thisMinute()) : undefined);
  const request = { from, to, duration: duration ?? undefined, most: MOST_BUCKETS };
  const { buckets, aggregations } = await usageOf(context, read, request);
  const users = (list: readonly { user?: string }[] | undefined) =>
    list?.map((each) => ({ ...each, user: refNamed(context.catalog.model, each.user) }));
  return {
    buckets: buckets.map((each) => ({ ...each, metrics: { ...each.metrics, users: users(each.metrics.users) } })),
    aggregations: { ...aggregations, users: users(aggregations.users) },
  };
};

export const usageFields: Resolvers = { Entity: { usageStats: usage } };

export const SERIES_ENUMS = `enum TimeRange { ${RANGES.join(' ')} } enum WindowDuration { ${DURATIONS.join(' ')} }`;
