/**
 * When a source runs by itself.
 */
import { useState } from 'preact/hooks';
import { intervalOf, nextRun, ownZone, type Rhythm, rhythmOf, type Schedule, scheduleWords, timeOf } from '../data/schedule.ts';
import { Field, TextField } from '../parts/field.tsx';
import { SelectField } from '../parts/select-field.tsx';
import { fullTime } from '../parts/time.tsx';

const RHYTHMS: readonly (readonly [Rhythm, string])[] = [
  ['never', 'Only when somebody runs it'],
  ['nightly', 'Every night'],
  ['hourly', 'Every hour'],
  ['weekly', 'Every Monday'],
  ['own', 'At other times, as cron writes them'],
];

interface ScheduleFieldsProps {
  readonly schedule: Schedule | undefined;
  readonly onChange: (schedule: Schedule | undefined) => void;
}

export function ScheduleFields({ schedule, onChange }: ScheduleFieldsProps) {
  const [rhythm, setRhythm] = useState(rhythmOf(schedule));
  const timezone = schedule?.timezone ?? ownZone();
  const choose = (next: Rhythm): void => {
    setRhythm(next);
    if (next === 'never') onChange(undefined);
    else onChange({ timezone, interval: next === 'own' ? (schedule?.interval ?? '0 2 * * *') : intervalOf(next, timeOf(schedule)) });
  };
  const next = schedule && nextRun(schedule, Date.now());
  return (
    <>
      <SelectField id="source-rhythm" label="Run" value={rhythm} options={RHYTHMS} onChoose={choose} />
      {(rhythm === 'nightly' || rhythm === 'weekly') && (
        <Field id="source-time" label="At">
          <input
            id="source-time"
            type="time"
            required
            value={timeOf(schedule)}
            onInput={({ currentTarget: { value } }) => value !== '' && onChange({ timezone, interval: intervalOf(rhythm, value) })}
          />
        </Field>
      )}
      {rhythm === 'own' && (
        <TextField
          id="source-interval"
          label="Times"
          required
          spellcheck={false}
          value={schedule?.interval ?? ''}
          onType={(interval) => onChange({ timezone, interval })}
          hint="Minute, hour, day, month and day of the week. 30 3 * * 1-5 is at 03:30 from Monday to Friday."
        />
      )}
      {schedule && (
        <TextField
          id="source-zone"
          label="Time zone"
          required
          spellcheck={false}
          value={timezone}
          onType={(zone) => onChange({ ...schedule, timezone: zone })}
          hint={next === undefined ? 'These times cannot be read.' : `Runs ${scheduleWords(schedule)}. Next: ${fullTime(next)} of your time.`}
        />
      )}
    </>
  );
}
