/**
 * When sources run: times as cron writes them, in words, and the next time. Pure.
 */
import { Cron } from 'croner';

export interface Schedule {
  /** As in cron. */
  readonly interval: string;
  readonly timezone: string;
}

/** The time zone of the reader. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const NUMBER = /^\d+$/;

/** How a schedule reads: `every night at 02:00`. What has no simple words stays as cron writes it. */
export function scheduleWords({ interval, timezone }: Schedule): string {
  const zone = timezone === '' ? 'UTC' : timezone;
  return `${intervalWords(interval.trim())} (${zone.replaceAll('_', ' ')})`;
}

function intervalWords(interval: string): string {
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...more] = interval.split(/\s+/);
  const step = /^\*\/(\d+)$/.exec(hour)?.[1];
  const plain = `at the times “${interval}”`;
  if (more.length > 0 || month !== '*' || !NUMBER.test(minute)) return plain;
  const at = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  if (day === '*' && weekday === '*') {
    if (hour === '*') return minute === '0' ? 'every hour' : `every hour, ${minute} minutes past`;
    if (step !== undefined) return `every ${step} hours`;
    if (NUMBER.test(hour)) return `every ${Number(hour) < 6 ? 'night' : 'day'} at ${at}`;
  }
  if (!NUMBER.test(hour)) return plain;
  const named = DAYS[Number(weekday)];
  if (day === '*' && NUMBER.test(weekday) && named !== undefined) return `every ${named} at ${at}`;
  if (day === '*' && weekday === '1-5') return `from Monday to Friday at ${at}`;
  return NUMBER.test(day) && weekday === '*' ? `on day ${day} of each month at ${at}` : plain;
}

/** The next time, epoch ms; undefined if there is none, or if the schedule cannot be read. */
export function nextRun({ interval, timezone }: Schedule, after: number): number | undefined {
  try {
    return new Cron(interval, { timezone: timezone === '' ? 'UTC' : timezone, paused: true }).nextRun(new Date(after))?.getTime();
  } catch {
    return undefined;
  }
}

/** What people choose from; the rest they write as cron. */
export type Rhythm = 'never' | 'nightly' | 'hourly' | 'weekly' | 'own';

export function rhythmOf(schedule: Schedule | undefined): Rhythm {
  if (schedule === undefined) return 'never';
  const [minute = '', hour = '', ...rest] = schedule.interval.trim().split(/\s+/);
  if (!NUMBER.test(minute)) return 'own';
  if (hour === '*' && rest.join(' ') === '* * *') return minute === '0' ? 'hourly' : 'own';
  if (!NUMBER.test(hour)) return 'own';
  if (rest.join(' ') === '* * *') return 'nightly';
  return rest.join(' ') === '* * 1' ? 'weekly' : 'own';
}

/** The time of day of a nightly or weekly schedule: `02:00`. */
export function timeOf(schedule: Schedule | undefined): string {
  const [minute = '', hour = ''] = schedule?.interval.trim().split(/\s+/) ?? [];
  return NUMBER.test(minute) && NUMBER.test(hour) ? `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}` : '02:00';
}

/** As cron writes it. @param time of the day: `02:00` */
export function intervalOf(rhythm: Exclude<Rhythm, 'never' | 'own'>, time: string): string {
  const [hour = '2', minute = '0'] = time.split(':').map((each) => String(Number(each)));
  if (rhythm === 'hourly') return '0 * * * *';
  return `${minute} ${hour} * * ${rhythm === 'weekly' ? '1' : '*'}`;
}
