/**
 * The schedules of sources that this executor runs. Pure but for the clock that it is given.
 */
import { createHash } from 'node:crypto';
import { ANY_EXECUTOR } from '../catalog/ingestion.ts';
import { nextDue, type Schedule, scheduleIn } from '../catalog/schedule.ts';
import { isRecord } from '../model/path.ts';
import { textIn } from '../model/pick.ts';

export interface ScheduledSource extends Schedule {
  readonly urn: string;
  readonly config: unknown;
}

/** Epoch ms. */
export interface DueTimes {
  /** The last time that has come. */
  readonly last: number | undefined;
  /** The first one that has not; undefined if none comes. */
  readonly next: number | undefined;
}

/** The sources that have a schedule and that this executor runs, from their stored infos. */
export function scheduledIn(entities: readonly (readonly [urn: string, json: unknown])[]): ScheduledSource[] {
  return entities.flatMap(([urn, json]) => {
    const { config } = isRecord(json) ? json : {};
    const schedule = scheduleIn(json);
    const executor = textIn(config, 'executorId') ?? ANY_EXECUTOR;
    return schedule === undefined || executor !== ANY_EXECUTOR ? [] : [{ urn, config, ...schedule }];
  });
}

/**
 * When a schedule was last due in `(after, until]`, and when it is due next.
 *
 * @throws Error for what is no schedule
 */
export function dueTimes(schedule: Schedule, after: number, until: number): DueTimes {
  let last: number | undefined;
  let next = nextDue(schedule, after);
  for (; next !== undefined && next <= until; next = nextDue(schedule, next)) last = next;
  return { last, next };
}

/** The id of the run of a source at a time: the same on every server, so that only one of them makes it. */
export function runIdOf(source: string, due: number): string {
  const digest = createHash('sha256').update(`${source} ${due}`).digest('hex');
  return [digest.slice(0, 8), digest.slice(8, 12), `8${digest.slice(13, 16)}`, `a${digest.slice(17, 20)}`, digest.slice(20, 32)].join('-');
}
