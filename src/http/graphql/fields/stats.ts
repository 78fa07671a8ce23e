/**
 * Summaries of usage: of datasets from their usage statistics and latest profile, of charts and dashboards from their views.
 */
import { DATASET_USAGE } from '../../../model/known-names.ts';
import { isRecord } from '../../../model/path.ts';
import { type EntityRef, type GraphContext, type Resolve, type Resolvers, refNamed } from '../operation.ts';
import { thisMinute, usageOf } from '../types/points.ts';

const MONTH_MS = 30 * 24 * 3_600_000;
const TOP_USERS = 5;
const MOST_POINTS = 1_000;
/** What clients read of an asset that nobody has used in the last 30 days. */
const UNUSED = { queryCountLast30Days: 0, viewCountLast30Days: 0, uniqueUserCountLast30Days: 0, topUsersLast30Days: [] };

type Stats = Resolve<never, EntityRef>;

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

function sizeOf({ rowCount, columnCount, sizeInBytes }: Record<string, unknown>): object {
  return { rowCount, columnCount, sizeInBytes };
}

/** Points with a window count views in it; points without one count all views so far. */
function views(aspect: string): Stats {
  return async ({ read }, _, context) => {
    const from = thisMinute() - MONTH_MS;
    if (!(await usedLately(context, read, aspect, from))) return UNUSED;
    const points = await context.loaders.points(read, { aspect, from, to: undefined, limit: MOST_POINTS });
    const values = points.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
    const soFar = values.find((each) => each.eventGranularity === undefined && typeof each.viewsCount === 'number');
    const inWindows = values.filter((each) => each.eventGranularity !== undefined).map((each) => Number(each.viewsCount ?? 0));
    const counts = new Map<string, number>();
    for (const each of values.flatMap(({ userCounts }) => (Array.isArray(userCounts) ? userCounts.filter(isRecord) : [])))
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

function refs({ catalog }: GraphContext, users: readonly (string | undefined)[]): EntityRef[] {
  return users
    .slice(0, TOP_USERS)
    .map((user) => refNamed(catalog.model, user))
    .filter((ref) => ref?.read.type.name === 'corpuser') as EntityRef[];
}

export const stats: Resolvers = {
  Dataset: { statsSummary: datasetStats },
  Chart: { statsSummary: views('chartUsageStatistics') },
  Dashboard: { statsSummary: views('dashboardUsageStatistics') },
};
