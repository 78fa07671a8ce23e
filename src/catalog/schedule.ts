/**
 * When an ingestion source is due: times as cron writes them, in a time zone. Pure.
 */
import { Cron } from 'croner';
import { isRecord } from '../model/path.ts';
import { textIn } from '../model/pick.ts';

export interface Schedule {
  /** As in cron. */
  readonly interval: string;
  readonly timezone: string;
}

/** The schedule in the info of a source; undefined if it has none, or a blank one. */
export function scheduleIn(info: unknown): Schedule | undefined {
  const schedule = isRecord(info) ? info.schedule : undefined;
  const interval = textIn(schedule, 'interval');
  return interval === undefined ? undefined : { interval, timezone: textIn(schedule, 'timezone') ?? 'UTC' };
}

/**
 * The next time after another one, epoch ms; undefined if it never comes.
 *
 * @throws Error for what is no schedule
 */
export function nextDue({ interval, timezone }: Schedule, after: number): number | undefined {
  return new Cron(interval, { timezone, paused: true }).nextRun(new Date(after))?.getTime();
}

/** What is wrong with a schedule: the field; undefined if it comes at some time after `now`. */
export function wrongIn(schedule: Schedule, now: number): keyof Schedule | undefined {
  try {
    new Intl.DateTimeFormat('en', { timeZone: schedule.timezone });
  } catch {
    return 'timezone';
  }
  try {
    return nextDue(schedule, now) === undefined ? 'interval' : undefined;
  } catch {
    return 'interval';
  }
}
