const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const STEPS: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, ms: number])[] = [
  ['year', 31_536_000_000],
  ['month', 2_592_000_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/** A point in time: how long ago, with date and time on hover. */
export function Time({ ms }: { readonly ms: number }) {
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return <span>unknown time</span>;
  return (
    <time dateTime={date.toISOString()} title={fullTime(ms)}>
      {ago(ms)}
    </time>
  );
}

/** Date and time of day in the time zone of the reader, in the words of all dates here: `28 Nov 2026, 15:04:05`. */
export function fullTime(ms: number): string {
  return FULL.format(ms);
}

function ago(ms: number): string {
  const passed = ms - Date.now();
  const step = STEPS.find(([, length]) => Math.abs(passed) >= length);
  return step ? RELATIVE.format(Math.round(passed / step[1]), step[0]) : 'just now';
}
