/**
 * The core's reading of usage (docs/semantics.md 18.7).
 */
import { noUsageOf } from '../../errors.ts';
import { DATASET_USAGE } from '../../model/known-names.ts';
import type { Urn } from '../../model/urn.ts';
import type { Catalog } from '../catalog.ts';
import type { SeriesPoint } from './series.ts';
import { bucketOf, type Duration, totalsOf, type UsageBucket, type UsageTotals, withoutGaps } from './usage.ts';

export interface UsageRequest {
  /** Epoch ms, both inclusive. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Only buckets of this length. */
  readonly duration: Duration | undefined;
  /** At most so many, the newest ones. */
  readonly most: number;
}

export interface Usage {
  readonly buckets: UsageBucket[];
  readonly aggregations: UsageTotals;
}

/**
 * The buckets, oldest first, and their totals.
 *
 * @throws Refusal malformed for an entity whose type has no usage statistics
 */
export async function readUsage(catalog: Pick<Catalog, 'series'>, urn: Urn, { from, to, duration, most }: UsageRequest): Promise<Usage> {
  if (!urn.type.aspects.has(DATASET_USAGE)) throw noUsageOf(urn.text, urn.type.name);
  const keep = (point: Record<string, unknown>): boolean => duration === undefined || bucketOf(urn.text, point).duration === duration;
  const points = await catalog.series(urn, { aspect: DATASET_USAGE, from, to, limit: most, keep, order: 'DESCENDING' });
  return usageIn(urn, points, duration, most);
}

/**
 * The usage that points tell, which are newest first. Where all buckets have one length, empty ones are between.
 *
 * @param duration only buckets of this length
 * @param most buckets, the newest ones
 */
export function usageIn(urn: Urn, points: readonly SeriesPoint[], duration: Duration | undefined, most: number): Usage {
  const buckets = points
    .map(({ text }) => bucketOf(urn.text, JSON.parse(text) as Record<string, unknown>))
    .filter((bucket) => duration === undefined || bucket.duration === duration)
    .reverse();
  return { buckets: withoutGaps(buckets, most), aggregations: totalsOf(buckets) };
}
