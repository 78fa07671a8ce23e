/**
 * Runs: of assertions with their results, of jobs, of datasets that runs read or wrote.
 */
import { isRecord } from '../../../../model/path.ts';
import { type EntityRef, type Resolve, refNamed } from '../../operation.ts';
import { pointsOf, type Window } from '../../types/points.ts';

/** Counts are those of the runs that are answered. */
export const runEvents: Resolve<Window & { status?: string | null }, EntityRef> = async (entity, args, context) => {
  const all = await pointsOf(context, entity, 'assertionRunEvent', args);
  const found = args.status ? all.filter(({ status }) => status === args.status) : all;
  const count = (type: string): number => found.filter(({ result }) => isRecord(result) && result.type === type).length;
  return { total: found.length, failed: count('FAILURE'), succeeded: count('SUCCESS'), errored: count('ERROR'), runEvents: found };
};

export const runState: Resolve<Window, EntityRef> = (entity, args, context) => pointsOf(context, entity, 'dataProcessInstanceRunEvent', args);

interface RunsArgs {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly direction?: 'INCOMING' | 'OUTGOING' | null;
}

const COUNT = 20;
const MOST = 1_000;
/** INCOMING: runs that read the dataset. OUTGOING: runs that wrote it. */
const RELATIONSHIPS = {
  INCOMING: ['Consumes', 'DataProcessInstanceConsumes'],
  OUTGOING: ['Produces', 'DataProcessInstanceProduces'],
};

export const datasetRuns: Resolve<RunsArgs, EntityRef> = async ({ read }, { start, count, direction }, { catalog, loaders }) => {
  const page = { start: Math.max(0, start ?? 0), count: Math.min(Math.max(0, count ?? COUNT), MOST) };
  const types = RELATIONSHIPS[direction ?? 'OUTGOING'];
  const { total, related } = await loaders.related(read, { direction: 'INCOMING', types }, page.start, page.count);
  const runs = related.map(({ urn }) => refNamed(catalog.model, urn)).filter((ref) => ref?.read.type.name === 'dataProcessInstance');
  return { start: page.start, count: runs.length, total, runs };
};
