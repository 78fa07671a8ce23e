/**
 * Usage of an entity over time (docs/semantics.md 18.7): the points of its usage statistics as buckets, and what they add up to. Pure.
 */
import { DATASET_USAGE } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { type RawProposal, upsert } from '../write/proposal.ts';
import { windowBefore, windowOf } from './windows.ts';

export const DURATIONS = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type Duration = (typeof DURATIONS)[number];

export const RANGES = ['HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR', 'ALL'] as const;
export type UsageRange = (typeof RANGES)[number];

interface UserUse {
  readonly user?: string;
  readonly userEmail?: string;
  readonly count: number;
}

interface FieldUse {
  readonly fieldName: string;
  readonly count: number;
}

interface UsageMetrics {
  readonly uniqueUserCount?: number;
  readonly users?: readonly UserUse[];
  readonly totalSqlQueries?: number;
  readonly topSqlQueries?: readonly string[];
  readonly fields?: readonly FieldUse[];
}

/** The usage in one window of time. */
export interface UsageBucket {
  /** The beginning of the window, epoch ms. */
  readonly bucket: number;
  readonly duration: Duration;
  readonly resource: string;
  readonly metrics: UsageMetrics;
}

export interface UsageTotals {
  readonly uniqueUserCount: number;
  readonly users: readonly UserUse[];
  readonly fields: readonly FieldUse[];
  readonly totalSqlQueries: number;
}

const HOUR_MS = 3_600_000;
const LENGTHS_MS: Readonly<Record<Exclude<UsageRange, 'ALL'>, number>> = {
  HOUR: HOUR_MS,
  DAY: 24 * HOUR_MS,
  WEEK: 7 * 24 * HOUR_MS,
  MONTH: 31 * 24 * HOUR_MS,
  QUARTER: 92 * 24 * HOUR_MS,
  YEAR: 366 * 24 * HOUR_MS,
};

/** The beginning of a range that ends now, epoch ms; `undefined` if the range is everything. */
export function beginningOf(range: UsageRange, now: number): number | undefined {
  return range === 'ALL' ? undefined : now - LENGTHS_MS[range];
}

/** The bucket of a point of usage statistics. A point without a window covers a day. */
export function bucketOf(resource: string, point: Record<string, unknown>): UsageBucket {
  const { timestampMillis, eventGranularity, userCounts, fieldCounts, ...rest } = point;
  const unit = isRecord(eventGranularity) ? eventGranularity.unit : undefined;
  const fields = list(fieldCounts).map(({ fieldPath, count }) => ({ fieldName: String(fieldPath), count: Number(count) }));
  const { uniqueUserCount, totalSqlQueries, topSqlQueries } = rest as UsageMetrics;
  const known = { uniqueUserCount, users: userCounts && list(userCounts), totalSqlQueries, topSqlQueries, fields: fieldCounts && fields };
  return {
    bucket: Number(timestampMillis),
    duration: DURATIONS.find((each) => each === unit) ?? 'DAY',
    resource,
    metrics: Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)) as UsageMetrics,
  };
}

/**
 * Buckets of one length, oldest first, with empty ones between: what draws a line over time needs each window. At most `most`, the newest.
 */
export function withoutGaps(buckets: readonly UsageBucket[], most: number): UsageBucket[] {
  const [first] = buckets;
  if (!first || buckets.some(({ duration }) => duration !== first.duration)) return [...buckets];
  const { duration, resource } = first;
  const filled: UsageBucket[] = [];
  for (const [at, bucket] of [...buckets.entries()].reverse()) {
    filled.push(bucket);
    const before = buckets[at - 1];
    if (!before) break;
    const beginning = windowOf(before.bucket, duration);
    for (let empty = windowBefore(windowOf(bucket.bucket, duration), duration); empty > beginning; empty = windowBefore(empty, duration)) {
      if (filled.length >= most) break;
      filled.push({ bucket: empty, duration, resource, metrics: { uniqueUserCount: 0, totalSqlQueries: 0 } });
    }
    if (filled.length >= most) break;
  }
  return filled.reverse();
}

/** The totals of all buckets: users and columns, most used first. */
export function totalsOf(buckets: readonly UsageBucket[]): UsageTotals {
  const users = new Map<string, UserUse>();
  const fields = new Map<string, FieldUse>();
  for (const { metrics } of buckets) {
    for (const each of metrics.users ?? []) {
      const name = each.user ?? each.userEmail ?? '';
      users.set(name, { ...each, count: (users.get(name)?.count ?? 0) + each.count });
    }
    for (const { fieldName, count } of metrics.fields ?? []) fields.set(fieldName, { fieldName, count: (fields.get(fieldName)?.count ?? 0) + count });
  }
  return {
    uniqueUserCount: users.size || Math.max(0, ...buckets.map(({ metrics }) => metrics.uniqueUserCount ?? 0)),
    users: [...users.values()].sort((a, b) => b.count - a.count),
    fields: [...fields.values()].sort((a, b) => b.count - a.count),
    totalSqlQueries: buckets.reduce((sum, { metrics }) => sum + (metrics.totalSqlQueries ?? 0), 0),
  };
}

/** A bucket as a point of usage statistics. */
export function usageProposal({ bucket, duration, resource, metrics }: UsageBucket): RawProposal {
  const { users, fields, ...rest } = metrics;
  const value = {
    timestampMillis: bucket,
    eventGranularity: { unit: duration, multiple: 1 },
    ...rest,
    ...(users ? { userCounts: users } : {}),
    ...(fields ? { fieldCounts: fields.map(({ fieldName, count }) => ({ fieldPath: fieldName, count })) } : {}),
  };
  return upsert(resource, DATASET_USAGE, value);
}

function list(value: unknown): (UserUse & Record<string, unknown>)[] {
  return Array.isArray(value) ? (value.filter(isRecord) as unknown as (UserUse & Record<string, unknown>)[]) : [];
}
