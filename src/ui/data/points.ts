/**
 * Prepares points of a timeseries aspect for charts.
 */
import { DAY_MS } from './days.ts';
import { isRecord, type Json } from './is-record.ts';
import { compareNames } from './words.ts';

export interface Point {
  /** Epoch ms. */
  readonly time: number;
  readonly value: Json;
}

/** One measure over time. */
export interface Line {
  readonly name: string;
  readonly points: readonly { readonly time: number; readonly value: number }[];
}

/** Members that every series has and that are not measures. */
const COMMON = new Set(['timestampMillis', 'eventGranularity', 'partitionSpec', 'messageId']);

/** Points that measure the same: of the same partition and the same window length. */
interface Slice {
  readonly id: string;
  readonly title: string;
  readonly points: readonly Point[];
}

/** The slices, the one with most points first; the whole table comes before its partitions. */
export function slicesOf(points: readonly Point[]): Slice[] {
  const slices = new Map<string, { title: string; whole: boolean; points: Point[] }>();
  for (const point of points) {
    const { partition, whole } = partitionOf(point.value);
    const title = [partition, windowOf(point.value)].filter((part) => part !== '').join(', ');
    const slice = slices.get(title) ?? { title: title || 'All', whole, points: [] };
    slice.points.push(point);
    slices.set(title, slice);
  }
  return [...slices]
    .map(([id, slice]) => ({ id, ...slice, points: slice.points.sort((a, b) => a.time - b.time) }))
    .sort((a, b) => Number(b.whole) - Number(a.whole) || b.points.length - a.points.length);
}

function partitionOf({ partitionSpec }: Json): { partition: string; whole: boolean } {
  const spec = isRecord(partitionSpec) ? partitionSpec : {};
  const whole = spec.type === undefined || spec.type === 'FULL_TABLE';
  return { partition: whole ? '' : String(spec.partition ?? ''), whole };
}

/** `by day`, `by 2 hours`. Empty if a point is of a moment. */
function windowOf({ eventGranularity }: Json): string {
  if (!isRecord(eventGranularity) || typeof eventGranularity.unit !== 'string') return '';
  const unit = eventGranularity.unit.toLowerCase();
  const multiple = typeof eventGranularity.multiple === 'number' ? eventGranularity.multiple : 1;
  return multiple === 1 ? `by ${unit}` : `by ${multiple} ${unit}s`;
}

/** One line for each number in the points, in the order in which the points list them. */
export function linesOf(points: readonly Point[]): Line[] {
  const lines = new Map<string, { time: number; value: number }[]>();
  for (const { time, value } of points) {
    for (const [name, each] of Object.entries(value)) {
      if (typeof each !== 'number' || COMMON.has(name) || /timestamp|millis$/i.test(name)) continue;
      const line = lines.get(name) ?? [];
      line.push({ time, value: each });
      lines.set(name, line);
    }
  }
  return [...lines].map(([name, values]) => ({ name, points: values }));
}

/** Points of the last `days` before the newest one; all points if `days` is absent. */
export function within(points: readonly Point[], days: number | undefined): Point[] {
  if (days === undefined) return [...points];
  const newest = Math.max(...points.map(({ time }) => time));
  return points.filter(({ time }) => time > newest - days * DAY_MS);
}

/** Sums counts that each point lists: `userCounts: [{user, count}]`. The largest first. */
export function totals(points: readonly Point[], list: string, key: string, count = 'count'): { readonly key: string; readonly count: number }[] {
  const sums = new Map<string, number>();
  for (const { value } of points) {
    for (const item of Array.isArray(value[list]) ? value[list].filter(isRecord) : []) {
      const name = item[key];
      if (typeof name === 'string' && typeof item[count] === 'number') sums.set(name, (sums.get(name) ?? 0) + item[count]);
    }
  }
  return [...sums].map(([name, sum]) => ({ key: name, count: sum })).sort((a, b) => b.count - a.count || compareNames(a.key, b.key));
}
