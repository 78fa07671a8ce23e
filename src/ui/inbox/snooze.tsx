/**
 * Leaves something out of the inbox for a while.
 */

import { DAY_MS } from '../data/days.ts';
import { Select } from '../parts/select.tsx';

/** For how many days. */
const TIMES = [
  ['', 'Snooze…'],
  ['1', 'Until tomorrow'],
  ['7', 'For a week'],
  ['30', 'For a month'],
] as const;

export function Snooze({ about, onSnooze }: { readonly about: string; readonly onSnooze: (until: number) => void }) {
  return (
    <Select
      class="small"
      label={`Snooze: ${about}`}
      value=""
      options={TIMES}
      onChoose={(days) => days !== '' && onSnooze(Date.now() + Number(days) * DAY_MS)}
    />
  );
}
