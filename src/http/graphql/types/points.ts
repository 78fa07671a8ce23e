/**
 * Points of timeseries, as every field that shows them reads them.
 */
import { appliedLimit, EVERYTHING, readFilter, readUsage, type Usage, type UsageRequest, usageIn } from '../../../catalog/index.ts';
import type { AndFilterInput } from '../../../generated/arguments.ts';
import { DATASET_USAGE } from '../../../model/known-names.ts';
import type { Urn } from '../../../model/urn.ts';
import type { EntityRef, GraphContext } from '../operation.ts';
import { filterOf } from './search-inputs.ts';

export interface Window {
  readonly startTimeMillis?: number | null;
  readonly endTimeMillis?: number | null;
  readonly limit?: number | null;
  readonly filter?: AndFilterInput | null;
}

/** Points of a timeseries, newest first. */
export async function pointsOf(
  { catalog, budget, loaders }: GraphContext,
  { read }: EntityRef,
  aspect: string,
  { startTimeMillis, endTimeMillis, limit, filter }: Window,
): Promise<Record<string, unknown>[]> {
  const kept = filter?.and?.length ? readFilter(filterOf([filter]), '/filter') : EVERYTHING;
  const window = { from: startTimeMillis ?? undefined, to: endTimeMillis ?? undefined, limit: appliedLimit(limit ?? undefined) };
  const filtered = { aspect, ...window, keep: undefined, filter: kept, order: 'DESCENDING' as const };
  const points = kept === EVERYTHING ? await loaders.points(read, { aspect, ...window }) : await budget.list(() => catalog.series(read, filtered));
  if (kept !== EVERYTHING) budget.spend(points.length);
  return points.map(({ text }) => JSON.parse(text) as Record<string, unknown>);
}

/** Usage of a dataset. Usages of many are read at once, unless a dataset has too many points of other lengths. */
export async function usageOf({ catalog, budget, loaders }: GraphContext, read: Urn, request: UsageRequest): Promise<Usage> {
  const { from, to, duration, most } = request;
  const points = await loaders.points(read, { aspect: DATASET_USAGE, from, to, limit: most });
  if (duration === undefined || points.length < most) return usageIn(read, points, duration, most);
  return budget.list(() => readUsage(catalog, read, request));
}

const MINUTE_MS = 60_000;

/** The beginning of the minute, epoch ms: windows that begin with it are the same for all entities of a query. */
export function thisMinute(): number {
  return Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
}
