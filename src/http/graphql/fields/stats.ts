/**
 * Summaries of usage: of datasets from their usage statistics and latest profile, of charts and dashboards from their views.
 */
import { DATASET_USAGE } from '../../../model/known-names.ts';
import { recordsIn } from '../../../model/pick.ts';
import { type EntityRef, type GraphContext, type Resolve, type Resolvers, refNamed } from '../operation.ts';
import { pointsOf, thisMinute, usageOf, type Window } from '../types/points.ts';

const MONTH_MS = 30 * 24 * 3_600_000;
const TOP_USERS = 5;
const MOST_POINTS = 1_000;
/** What clients read of an asset that nobody has used in the last 30 days. */
const UNUSED = { queryCountLast30Days: 0, viewCountLast30Days: 0, uniqueUserCountLast30Days: 0, topUsersLast30Days: [] };

const DASHBOARD_USAGE = 'dashboardUsageStatistics';

type Stats = Resolve<never, EntityRef>;
type Point = Readonly<Record<string, unknown>>;

/** The latest points of all entities are read at once; the points of the month only of those that have any. */
async function usedLately({ loaders }: GraphContext, read: EntityRef['read'], aspect: string, since: number): Promise<boolean> {
  return Number((await loaders.latestPoint(read, aspect))?.timestampMillis ?? Number.NEGATIVE_INFINITY) >= since;
}

const datasetStats: Stats = async ({ read }, _, context) => {
  const { loaders } = context;
  const from = thisMinute() - MONTH_MS;
  const request = { from, to: undefined, duration: 'DAY' as const, most: MOST_POINTS };
  const [used, profile] = await Promise.all([usedLately(context, read, DATASET_USAGE, from), loaders.latestPoint(read, 'datasetProfile')]);
  const usage = used ? await usageOf(context, read, request) : undefined;
  const buckets = usage?.buckets ?? [];
  if (!usage || buckets.length === 0) return { ...UNUSED, ...sizeOf(profile ?? {}) };
  const { aggregations } = usage;
  const users = [...aggregations.users].sort((a, b) => b.count - a.count);
  return {
    queryCountLast30Days: aggregations.totalSqlQueries,
    uniqueUserCountLast30Days: aggregations.uniqueUserCount,
    topUsersLast30Days: refs(
      context,
      users.map(({ user }) => user),
    ),
    ...sizeOf(profile ?? {}),
  };
};

/** The points that are counted. */
function newest<Item>({ warn }: GraphContext, urn: string, aspect: string, points: readonly Item[]): readonly Item[] {
  if (points.length > MOST_POINTS) warn(`${urn} has more points of ${aspect} than are counted: the sums are of the newest ${MOST_POINTS}`);
  return points.slice(0, MOST_POINTS);
}

function sizeOf({ rowCount, columnCount, sizeInBytes }: Record<string, unknown>): object {
  return { rowCount, columnCount, sizeInBytes };
}

/** Points with a window count views in it; points without one count all views so far. */
function views(aspect: string): Stats {
  return async ({ read }, _, context) => {
    const from = thisMinute() - MONTH_MS;
    if (!(await usedLately(context, read, aspect, from))) return UNUSED;
    const points = await context.loaders.points(read, { aspect, from, to: undefined, limit: MOST_POINTS + 1 });
    const values = newest(context, read.text, aspect, points).map(({ text }) => JSON.parse(text) as Record<string, unknown>);
    const soFar = values.find((each) => each.eventGranularity === undefined && typeof each.viewsCount === 'number');
    const inWindows = values.filter((each) => each.eventGranularity !== undefined).map((each) => Number(each.viewsCount ?? 0));
    const counts = new Map<string, number>();
    for (const each of values.flatMap((each) => recordsIn(each, 'userCounts')))
      counts.set(String(each.user), (counts.get(String(each.user)) ?? 0) + Number(each.usageCount ?? each.viewsCount ?? 0));
    const users = [...counts].sort(([, a], [, b]) => b - a).map(([user]) => user);
    return {
      viewCount: soFar?.viewsCount,
      viewCountLast30Days: inWindows.length === 0 ? null : inWindows.reduce((sum, each) => sum + each, 0),
      uniqueUserCountLast30Days: users.length,
      topUsersLast30Days: refs(context, users),
    };
  };
}

/** The sum of a field of points, 0 where none has it. */
function sumOf(points: readonly Point[], field: string): number {
  return points.reduce((sum, each) => sum + Number(each[field] ?? 0), 0);
}

const DAY_MS = 24 * 3_600_000;

function byDay(urn: string, points: readonly Point[]): object[] {
  const days = new Map<number, Point[]>();
  for (const point of points) {
    const bucket = Math.floor(Number(point.timestampMillis) / DAY_MS) * DAY_MS;
    days.set(bucket, [...(days.get(bucket) ?? []), point]);
  }
  return [...days].map(([bucket, all]) => ({ bucket, duration: 'DAY', resource: urn, metrics: metricsOf(all) })).reverse();
}

function metricsOf(points: readonly Point[]): object {
  return Object.fromEntries(['uniqueUserCount', 'viewsCount', 'executionsCount'].map((field) => [field, sumOf(points, field)]));
}

/** What each user did in all points. */
function usersIn(points: readonly Point[]): Point[] {
  const users = new Map<unknown, Point[]>();
  for (const each of points.flatMap((each) => recordsIn(each, 'userCounts'))) users.set(each.user, [...(users.get(each.user) ?? []), each]);
  const counts = ['viewsCount', 'executionsCount', 'usageCount'];
  return [...users].map(([user, all]) => ({ user, ...Object.fromEntries(counts.map((field) => [field, sumOf(all, field)])) }));
}

const dashboardUsage: Resolve<Window, EntityRef> = async (entity, { limit, ...window }, context) => {
  const found = await pointsOf(context, entity, DASHBOARD_USAGE, { ...window, limit: MOST_POINTS + 1 });
  const points = newest(context, entity.urn, DASHBOARD_USAGE, found);
  const inWindows = points.filter(({ eventGranularity }) => eventGranularity !== undefined);
  const soFar = points.filter(({ eventGranularity }) => eventGranularity === undefined);
  const users = usersIn(inWindows);
  return {
    buckets: byDay(entity.urn, inWindows),
    aggregations: { ...metricsOf(inWindows), uniqueUserCount: users.length, users },
    metrics: soFar.slice(0, limit ?? MOST_POINTS),
  };
};

function refs({ catalog }: GraphContext, users: readonly (string | undefined)[]): EntityRef[] {
  return users
    .slice(0, TOP_USERS)
    .map((user) => refNamed(catalog.model, user))
    .filter((ref) => ref?.read.type.name === 'corpuser') as EntityRef[];
}

export const stats: Resolvers = {
  Dataset: { statsSummary: datasetStats },
  Chart: { statsSummary: views('chartUsageStatistics') },
  Dashboard: { statsSummary: views(DASHBOARD_USAGE), usageStats: dashboardUsage },
};
