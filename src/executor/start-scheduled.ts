/**
 * Asks for a run of each source whose schedule is due. Each server does so, and the first one makes the request.
 */
import type { Catalog } from '../catalog/catalog.ts';
import { REQUEST_INPUT, REQUEST_TYPE, SOURCE_INFO, sourceRun } from '../catalog/ingestion.ts';
import { messageOf, Refusal } from '../errors.ts';
import type { Log } from '../log.ts';
import { valueOf } from '../model/json.ts';
import { systemActor } from '../model/named.ts';
import { knownUrns } from '../model/urn.ts';
import { lastDue, runIdOf, type ScheduledSource } from './schedules.ts';

/** A run that was due while no server was there is made up for, if that is not longer ago, ms. */
const BACK_MS = 600_000;

/** @param isBusy does a run of the source wait or run? */
export type Scheduler = (sources: readonly ScheduledSource[], isBusy: (source: string) => boolean) => Promise<void>;

export function makeScheduler(catalog: Catalog, log: Log): Scheduler {
  /** Until when each schedule was looked at. */
  const looked = new Map<string, number>();
  return async (sources, isBusy) => {
    const now = Date.now();
    for (const source of sources) {
      const key = JSON.stringify([source.urn, source.interval, source.timezone]);
      const after = looked.get(key) ?? now - BACK_MS;
      looked.set(key, now);
      const due = dueBetween(source, after, now, log);
      if (due === undefined || isBusy(source.urn)) continue;
      try {
        await request(catalog, source, due, log);
      } catch (error) {
        looked.set(key, after);
        throw error;
      }
    }
  };
}

function dueBetween(source: ScheduledSource, after: number, now: number, log: Log): number | undefined {
  try {
    return lastDue(source, after, now);
  } catch (error) {
    log('ingestion.bad-schedule', { source: source.urn, reason: messageOf(error) });
    return undefined;
  }
}

/** Makes the request, unless another server has made it, or the schedule is newer than the time. */
async function request(catalog: Catalog, { urn, config }: ScheduledSource, due: number, log: Log): Promise<void> {
  const { model } = catalog;
  const [view] = await catalog.read(knownUrns(model, [urn]), [SOURCE_INFO]);
  const info = view?.aspects.find(({ aspect }) => aspect.name === SOURCE_INFO);
  if (!info || info.state.at > due) return;
  const run = `${model.names.urnPrefix}${REQUEST_TYPE}:${runIdOf(urn, due)}`;
  const by = systemActor(model);
  const { args, executorId } = await sourceRun(config, run, urn);
  const source = { type: 'SCHEDULED_INGESTION_SOURCE', ingestionSource: urn };
  const value = valueOf({ task: 'RUN_INGEST', args, executorId, source, requestedAt: Date.now(), actorUrn: by });
  try {
    await catalog.write({
      proposals: [{ entityUrn: run, aspectName: REQUEST_INPUT, changeType: 'CREATE_ENTITY', value }],
      together: true,
      actor: by,
    });
    log('ingestion.due', { source: urn, run });
  } catch (error) {
    if (!(error instanceof Refusal) || !(await catalog.exists(knownUrns(model, [run]), true))[0]) throw error;
  }
}
