/**
 * Asks for a run of each source whose schedule is due. Each server does so, and the first one makes the request.
 */

import type { Catalog } from '../catalog/catalog.ts';
import { sourceRun } from '../catalog/ingestion.ts';
import { messageOf, Refusal } from '../errors.ts';
import type { Log } from '../log.ts';
import { valueOf } from '../model/json.ts';
import { EXECUTION_INPUT, EXECUTION_REQUEST_TYPE, INGESTION_SOURCE_INFO } from '../model/known-names.ts';
import { systemActor } from '../model/named.ts';
import { knownUrns } from '../model/urn.ts';
import { type DueTimes, dueTimes, runIdOf, type ScheduledSource } from './schedules.ts';

/** A run that was due while no server was there is made up for, if that is not longer ago, ms. */
const BACK_MS = 600_000;

/** @param isBusy does a run of the source wait or run? */
export type Scheduler = (sources: readonly ScheduledSource[], isBusy: (source: string) => boolean) => Promise<void>;

export function makeScheduler(catalog: Catalog, log: Log): Scheduler {
  /** When each schedule is due next; undefined: never. */
  const known = new Map<string, number | undefined>();
  return async (sources, isBusy) => {
    const now = Date.now();
    const keys = new Set(sources.map(keyOf));
    for (const key of known.keys()) if (!keys.has(key)) known.delete(key);
    for (const source of sources) {
      const key = keyOf(source);
      const expected = known.has(key) ? known.get(key) : now - BACK_MS;
      if (expected === undefined || expected > now) continue;
      const { last, next } = timesOf(source, expected - 1, now, log);
      if (last !== undefined && !isBusy(source.urn)) await ask(catalog, source, last, log);
      known.set(key, next);
    }
  };
}

function keyOf({ urn, interval, timezone }: ScheduledSource): string {
  return JSON.stringify([urn, interval, timezone]);
}

/** A schedule that an older Cairn has taken may be none. */
function timesOf(source: ScheduledSource, after: number, now: number, log: Log): DueTimes {
  try {
    return dueTimes(source, after, now);
  } catch (error) {
    log('ingestion.bad-schedule', { source: source.urn, reason: messageOf(error) });
    return { last: undefined, next: undefined };
  }
}

/** A recipe that Cairn refuses keeps no other source waiting. @throws Refusal unavailable: then it asks again */
async function ask(catalog: Catalog, source: ScheduledSource, due: number, log: Log): Promise<void> {
  try {
    await request(catalog, source, due, log);
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'unavailable') throw error;
    log('ingestion.not-asked', { source: source.urn, reason: error.message });
  }
}

/** Makes the request, unless another server has made it, or the schedule is newer than the time. */
async function request(catalog: Catalog, { urn, config }: ScheduledSource, due: number, log: Log): Promise<void> {
  const { model } = catalog;
  const [view] = await catalog.read(knownUrns(model, [urn]), [INGESTION_SOURCE_INFO]);
  const info = view?.aspects.find(({ aspect }) => aspect.name === INGESTION_SOURCE_INFO);
  if (!info || info.state.at > due) return;
  const run = `${model.names.urnPrefix}${EXECUTION_REQUEST_TYPE}:${runIdOf(urn, due)}`;
  const by = systemActor(model);
  const { args, executorId } = await sourceRun(config, run, urn);
  const source = { type: 'SCHEDULED_INGESTION_SOURCE', ingestionSource: urn };
  const value = valueOf({ task: 'RUN_INGEST', args, executorId, source, requestedAt: Date.now(), actorUrn: by });
  try {
    await catalog.write({
      proposals: [{ entityUrn: run, aspectName: EXECUTION_INPUT, changeType: 'CREATE_ENTITY', value }],
      together: true,
      actor: by,
    });
    log('ingestion.due', { source: urn, run });
  } catch (error) {
    if (!(error instanceof Refusal) || !(await catalog.exists(knownUrns(model, [run]), true))[0]) throw error;
  }
}
