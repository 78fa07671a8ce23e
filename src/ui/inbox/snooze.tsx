/**
 * Leaves something out of the inbox for a while.
 */
import { DAY_MS } from '../data/days.ts';

const TIMES = [
  ['Until tomorrow', 1],
  ['For a week', 7],
  ['For a month', 30],
] as const;

export function Snooze({ about, onSnooze }: { readonly about: string; readonly onSnooze: (until: number) => void }) {
  return (
    <select
      class="snooze small"
      aria-label={`Snooze: ${about}`}
      value=""
      onChange={(event) => {
        const days = Number(event.currentTarget.value);
        if (days > 0) onSnooze(Date.now() + days * DAY_MS);
      }}
    >
      <option value="">Snooze…</option>
      {TIMES.map(([title, days]) => (
        <option key={days} value={days}>
          {title}
        </option>
      ))}
    </select>
  );
}
