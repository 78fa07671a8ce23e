/**
 * When the schedules of sources are due. Pure but for the clock that it is given.
 */
import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import { ANY_EXECUTOR } from '../catalog/ingestion.ts';
import { isRecord } from '../model/path.ts';
import { textIn } from '../model/pick.ts';

export interface ScheduledSource {
  readonly urn: string;
  readonly config: unknown;
  /** As in cron. */
  readonly interval: string;
  readonly timezone: string;
}

/** The sources that have a schedule and that this executor runs, from their stored infos. */
export function scheduledIn(entities: readonly (readonly [urn: string, json: unknown])[]): ScheduledSource[] {
  return entities.flatMap(([urn, json]) => {
    const { schedule, config } = isRecord(json) ? json : {};
    const interval = textIn(schedule, 'interval');
    const executor = textIn(config, 'executorId') ?? ANY_EXECUTOR;
    return interval === undefined || executor !== ANY_EXECUTOR ? [] : [{ urn, config, interval, timezone: textIn(schedule, 'timezone') ?? 'UTC' }];
  });
}

/**
 * The last time at which a schedule was due in `(after, until]`, epoch ms.
 *
 * @throws Error for what is no schedule
 */
export function lastDue({ interval, timezone }: Pick<ScheduledSource, 'interval' | 'timezone'>, after: number, until: number): number | undefined {
  const cron = new Cron(interval, { timezone, paused: true });
  let due: number | undefined;
  for (let next = cron.nextRun(new Date(after)); next && next.getTime() <= until; next = cron.nextRun(next)) due = next.getTime();
  return due;
}

/** The id of the run of a source at a time: the same on every server, so that only one of them makes it. */
export function runIdOf(source: string, due: number): string {
  const digest = createHash('sha256').update(`${source} ${due}`).digest('hex');
  return [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `a${digest.slice(17, 20)}`, digest.slice(20, 32)].join('-');
}
