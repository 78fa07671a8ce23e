/**
 * Points of a timeseries as a table: grouped by fields and windows of time, and summed up (docs/semantics.md 18.7). Pure.
 */
import type { PointField } from './point-field.ts';
import { type Unit, windowOf } from './windows.ts';

export const AGGREGATIONS = ['LATEST', 'SUM', 'CARDINALITY'] as const;

export interface StatsGrouping {
  readonly key: string;
  readonly field: PointField;
  /** Groups by windows of time; if absent, by the values of the field. */
  readonly window?: { readonly unit: Unit; readonly multiple: number };
}

export interface Metric {
  readonly fieldPath: string;
  readonly aggregationType: (typeof AGGREGATIONS)[number];
  readonly field: PointField;
}

export interface Table {
  readonly columnNames: readonly string[];
  readonly columnTypes: readonly string[];
  /** Everything as text. */
  readonly rows: readonly (readonly string[])[];
}

/** What known clients read for a value that is absent. */
const NOTHING = 'NULL';

/** @param points JSON values, each with the field `urn` beside its own */
export function tableOf(points: readonly Record<string, unknown>[], groupings: readonly StatsGrouping[], metrics: readonly Metric[]): Table {
  const groups = new Map<string, { readonly keys: readonly (string | number)[]; readonly members: Record<string, unknown>[] }>();
  for (const point of points)
    for (const keys of keysOf(point, groupings)) {
      const name = JSON.stringify(keys);
      const group = groups.get(name) ?? { keys, members: [] };
      group.members.push(point);
      groups.set(name, group);
    }
  const ordered = [...groups.values()].sort((a, b) => compareKeys(a.keys, b.keys));
  return {
    columnNames: [
      ...groupings.map(({ key }) => key),
      ...metrics.map(({ aggregationType, fieldPath }) => `${aggregationType.toLowerCase()}_${fieldPath}`),
    ],
    columnTypes: [...groupings.map(({ window }) => (window ? 'long' : 'string')), ...metrics.map((metric) => typeOf(metric, points))],
    rows: ordered.map(({ keys, members }) => [...keys.map(String), ...metrics.map((metric) => valueOf(metric, members))]),
  };
}

/** The groups that a point is in: one for each combination of values. */
function keysOf(point: Record<string, unknown>, groupings: readonly StatsGrouping[]): (string | number)[][] {
  let all: (string | number)[][] = [[]];
  for (const { field, window } of groupings) {
    const values = field.valuesIn(point);
    const keys = window
      ? values.filter((each) => typeof each === 'number').map((time) => windowOf(time, window.unit, window.multiple))
      : values.length === 0
        ? [NOTHING]
        : [...new Set(values.map(String))];
    all = all.flatMap((before) => keys.map((key) => [...before, key]));
  }
  return all;
}

function valueOf({ field, aggregationType }: Metric, members: readonly Record<string, unknown>[]): string {
  if (aggregationType === 'LATEST') {
    const latest = members.reduce<{ time: number; value: unknown }>(
      (found, point) => {
        const [value] = field.valuesIn(point);
        const time = Number(point.timestampMillis);
        return value !== undefined && time >= found.time ? { time, value } : found;
      },
      { time: Number.NEGATIVE_INFINITY, value: NOTHING },
    );
    return typeof latest.value === 'string' ? latest.value : JSON.stringify(latest.value);
  }
  const values = members.flatMap((point) => field.valuesIn(point));
  if (aggregationType === 'CARDINALITY') return String(new Set(values.map(String)).size);
  return sumOf(values.filter((value) => typeof value === 'number'));
}

/** The model has no larger whole numbers; what is larger is a double. */
const LONG = 2 ** 63;

/** Of whole numbers it is exact, also where a double is not: a write of a number that a double cannot hold is refused. */
function sumOf(numbers: readonly number[]): string {
  if (numbers.every((each) => Number.isInteger(each) && Math.abs(each) < LONG)) return String(numbers.reduce((sum, each) => sum + BigInt(each), 0n));
  return String(numbers.reduce((sum, each) => sum + each, 0));
}

function typeOf({ aggregationType, field }: Metric, points: readonly unknown[]): string {
  if (aggregationType === 'CARDINALITY') return 'long';
  if (field.kind === 'number') return points.every((point) => field.valuesIn(point).every(Number.isInteger)) ? 'long' : 'double';
  return field.kind === 'boolean' ? 'boolean' : 'string';
}

function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at] ?? '';
    if (one !== other) return one < other ? -1 : 1;
  }
  return 0;
}
