import { DAY_MS, dayOf } from '../data/days.ts';
import { Button } from '../parts/button.tsx';

interface WhenProps {
  /** Days, as `2026-11-24`. */
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChange: (from: string | undefined, to: string | undefined) => void;
}

/** From which day to which, the last included; and the ranges that are asked for most. */
export function When({ from, to, onChange }: WhenProps) {
  const now = Date.now();
  const [today, yesterday] = [dayOf(now), dayOf(now - DAY_MS)];
  const ranges = [
    ['Today', today, today],
    ['Yesterday', yesterday, yesterday],
    ['Last 7 days', dayOf(now - 6 * DAY_MS), today],
  ] as const;
  return (
    <div class="field">
      <span class="label">When</span>
      <div class="bar close">
        {ranges.map(([title, first, last]) => {
          const chosen = from === first && to === last;
          return (
            <Button
              label={title}
              key={title}
              class="chip small"
              aria-pressed={chosen}
              onClick={() => (chosen ? onChange(undefined, undefined) : onChange(first, last))}
            />
          );
        })}
      </div>
      <div class="line close">
        <input
          type="date"
          aria-label="First day"
          value={from ?? ''}
          max={to ?? today}
          onChange={(event) => onChange(event.currentTarget.value || undefined, to)}
        />
        <span class="muted small">to</span>
        <input
          type="date"
          aria-label="Last day"
          value={to ?? ''}
          min={from}
          onChange={(event) => onChange(from, event.currentTarget.value || undefined)}
        />
      </div>
    </div>
  );
}
