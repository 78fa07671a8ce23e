/**
 * Daily points of the demo's timeseries. The figures of a day do not depend on when the demo is loaded. Loading it again therefore adds the
 * new days and changes nothing else.
 */
import { isRecord } from '../model/path.ts';

const DAY_MS = 86_400_000;
/** How many points the demo has; the last one is of today. */
export const DAYS = 30;

/** The day to which `at` refers: 16 February 2026. */
const DAY_ZERO = 20_500;
/** Sunday to Saturday: the ups and downs of a week in a shop. */
const WEEK = [-0.8, 0.4, 0.7, 0.5, 0.4, 0.8, -0.6];

/** Midnight (UTC) of each day up to `now`, epoch ms. */
export function daysUntil(now: number): number[] {
  const today = Math.floor(now / DAY_MS);
  return Array.from({ length: DAYS }, (_, ago) => (today - ago) * DAY_MS).reverse();
}

/**
 * The point of a day.
 *
 * @param form the point. In it, `{at, daily, swing}` is a figure that grows by `daily` each day and varies by `swing` over the week;
 * `{each: [...]}` one value after the other, day by day; `<day>` is the time of the point
 */
export function pointOf(form: unknown, time: number): Record<string, unknown> & { timestampMillis: number } {
  return { timestampMillis: time, ...(filled(form, time) as Record<string, unknown>) };
}

function filled(form: unknown, time: number): unknown {
  if (form === '<day>') return time;
  if (Array.isArray(form)) return form.map((each) => filled(each, time));
  if (!isRecord(form)) return form;
  if (Array.isArray(form.each)) return form.each[(time / DAY_MS) % form.each.length];
  if (typeof form.at === 'number') return figure(form.at, Number(form.daily ?? 0), Number(form.swing ?? 0), time / DAY_MS);
  return Object.fromEntries(Object.entries(form).map(([name, value]) => [name, filled(value, time)]));
}

function figure(at: number, daily: number, swing: number, day: number): number {
  const weekday = (day + 4) % 7;
  const chance = ((day * 7_919 + at) % 17) / 17 - 0.5;
  return Math.max(0, Math.round(at + daily * (day - DAY_ZERO) + swing * ((WEEK[weekday] ?? 0) + 0.4 * chance)));
}
