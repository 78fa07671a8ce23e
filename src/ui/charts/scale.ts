/**
 * Axes: from values to pixels, and the positions of the marks.
 */

interface Scale {
  /** The pixel position of a value. */
  at(value: number): number;
  /** Values at which there are marks. */
  readonly ticks: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** Smaller numbers count as zero, because a quarter of them has no power of ten any more. */
const SMALLEST = 1e-300;

/**
 * A scale from zero (or the smallest value, if that is negative) to a round number above the largest value.
 *
 * @param size px
 * @param marks approximate number of marks
 */
export function valueScale(values: readonly number[], size: number, marks = 4): Scale {
  const finite = values.filter(Number.isFinite).map((value) => (Math.abs(value) < SMALLEST ? 0 : value));
  const low = Math.min(0, ...finite);
  const high = Math.max(0, ...finite) || (low === 0 ? 1 : 0);
  const step = roundStep((high - low) / marks);
  const from = Math.floor(low / step) * step;
  const to = Math.max(from + step, Math.ceil(high / step) * step);
  const count = Math.round((to - from) / step);
  const ticks = Array.from({ length: count + 1 }, (_, index) => clean(from + index * step));
  return { at: (value) => size - ((value - from) / (to - from)) * size, ticks, from, to };
}

/** 1, 2, 2.5 or 5 times a power of ten, and at least `step`. */
export function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  const factor = [1, 2, 2.5, 5, 10].find((each) => each * power >= step * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Rounds off the errors of binary fractions. */
function clean(value: number): number {
  return Number(value.toPrecision(12));
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, DAY, 2 * DAY, 7 * DAY, 14 * DAY];
const MONTHS = [1, 2, 3, 6, 12, 24, 60];
const DECADE = 120;

/**
 * A scale of times in epoch ms, with marks at round times in UTC.
 *
 * @param size px
 * @param marks the most marks
 */
export function timeScale(from: number, to: number, size: number, marks: number): Scale {
  const span = Math.max(1, to - from);
  return { at: (time) => ((time - from) / span) * size, ticks: timeTicks(from, to, Math.max(1, marks)), from, to };
}

export function timeTicks(from: number, to: number, marks: number): number[] {
  const step = STEPS.find((each) => (to - from) / each <= marks);
  if (step === undefined) return monthTicks(from, to, marks);
  // Weeks begin on Mondays; 1 January 1970 was a Thursday.
  const shift = step % (7 * DAY) === 0 ? 4 * DAY : 0;
  const ticks: number[] = [];
  for (let time = Math.ceil((from - shift) / step) * step + shift; time <= to; time += step) ticks.push(time);
  return ticks;
}

function monthTicks(from: number, to: number, marks: number): number[] {
  const months = (to - from) / (30.44 * DAY);
  const step = MONTHS.find((each) => months / each <= marks) ?? Math.ceil(months / marks / DECADE) * DECADE;
  const first = new Date(from);
  const ticks: number[] = [];
  for (let month = Math.ceil((first.getUTCFullYear() * 12 + first.getUTCMonth()) / step) * step; ; month += step) {
    const time = Date.UTC(Math.floor(month / 12), month % 12, 1);
    if (time > to) return ticks;
    if (time >= from) ticks.push(time);
  }
}

/** How detailed the label of a mark has to be, by the distance between marks. */
export function timeLabel(time: number, ticks: readonly number[]): string {
  const apart = (ticks[1] ?? time + DAY) - (ticks[0] ?? time);
  const date = new Date(time);
  if (apart < DAY) return date.toISOString().slice(11, 16);
  if (apart < 27 * DAY) return date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  if (apart < 360 * DAY) return date.toLocaleDateString('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' });
  return String(date.getUTCFullYear());
}
