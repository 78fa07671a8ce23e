/**
 * Windows of time in UTC, as buckets of points begin: weeks on Monday. Pure.
 */
export const UNITS = ['SECOND', 'MINUTE', 'HOUR', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const;
export type Unit = (typeof UNITS)[number];

const DAY = 86_400_000;
/** Units of a fixed length, ms; only these have windows of several. */
const LENGTHS: Readonly<Partial<Record<Unit, number>>> = { SECOND: 1_000, MINUTE: 60_000, HOUR: 3_600_000, DAY };
const MONTHS: Readonly<Partial<Record<Unit, number>>> = { MONTH: 1, QUARTER: 3, YEAR: 12 };
/** The first Monday of 1970. */
const MONDAY = 4 * DAY;

export function hasFixedLength(unit: Unit): boolean {
  return LENGTHS[unit] !== undefined;
}

/** The beginning of the window that a time is in, epoch ms. */
export function windowOf(time: number, unit: Unit, multiple = 1): number {
  const length = LENGTHS[unit];
  if (length !== undefined) return floor(time, length * multiple);
  const months = MONTHS[unit];
  if (months === undefined) return floor(time - MONDAY, 7 * DAY) + MONDAY;
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / months) * months);
}

/** The beginning of the window before one that begins at `start`. */
export function windowBefore(start: number, unit: Unit): number {
  return windowOf(start - 1, unit);
}

function floor(time: number, step: number): number {
  return Math.floor(time / step) * step;
}
