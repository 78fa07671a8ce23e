/**
 * Days as people choose them, in the time zone of the reader: `2026-11-24`.
 */

export const DAY_MS = 86_400_000;

/** The day of a moment. */
export function dayOf(ms: number): string {
  const date = new Date(ms);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
}

/** When a day begins, epoch ms; undefined if the text is none. */
export function startOf(day: string | undefined): number | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? [];
  if (year === undefined) return undefined;
  const ms = new Date(Number(year), Number(month) - 1, Number(date)).getTime();
  return Number.isNaN(ms) ? undefined : ms;
}

/** When a day is over, epoch ms. It may have 23 or 25 hours. */
export function endOf(day: string | undefined): number | undefined {
  const start = startOf(day);
  if (start === undefined) return undefined;
  const date = new Date(start);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1).getTime();
}
