/**
 * What an event says about a run: when it began and ended, how, what it read and wrote, and which run it is part of.
 */
import type { Urn } from '../../model/urn.ts';
import type { EventType, Facets, LineageEvent } from './event.ts';
import { nominalTimeOf } from './event.ts';
import { latest, properties } from './facts.ts';
import { bare, type FacetParts, fieldsTo, kept, partsOf, present, type RunFacet } from './kept.ts';
import { type JobLineage, RUN } from './lineage.ts';
import { type EventScope, type JobRef, jobRef, runUrn, stampActor } from './refs.ts';

/** Facets that become custom properties of the run. */
const PROPERTIES: Readonly<Record<string, FacetParts>> = {
  processing_engine: fieldsTo({
    processingEngine: 'name',
    processingEngineVersion: 'version',
    openlineageAdapterVersion: 'openlineageAdapterVersion',
  }),
  nominalTime,
  errorMessage: fieldsTo({ errorMessage: 'message', errorLanguage: 'programmingLanguage', errorStackTrace: 'stackTrace' }),
  externalQuery: fieldsTo({ externalQueryId: 'externalQueryId', externalQuerySource: 'source' }),
  parent: (facet, scope) => {
    const { run, job, root } = (facet ?? {}) as { run?: unknown; job?: unknown; root?: unknown };
    return properties({ parentRun: kept(scope, 'parentRun', run), parentJob: kept(scope, 'parentJob', job), rootRun: kept(scope, 'rootRun', root) });
  },
};

/** Its times, as they were sent. If one cannot be read, the facet is kept whole, like an unknown one. */
function nominalTime(facet: RunFacet | undefined, scope: EventScope): ReturnType<FacetParts> {
  const { nominalStartTime: start, nominalEndTime: end } = facet ?? {};
  const readable = (name: string, value: unknown) => (nominalTimeOf(value) === undefined ? undefined : kept(scope, name, value));
  const isWhole = [start, end].every((each) => each === undefined || nominalTimeOf(each) !== undefined);
  return properties({
    nominalStartTime: readable('nominalStartTime', start),
    nominalEndTime: readable('nominalEndTime', end),
    'openlineage.nominalTime': isWhole ? undefined : kept(scope, 'nominalTime', bare(facet)),
  });
}

const NONE: ReadonlySet<string> = new Set();

/** How the types of events that end a run are called in the model. */
const RESULTS: Readonly<Partial<Record<EventType, string>>> = { COMPLETE: 'SUCCESS', FAIL: 'FAILURE', ABORT: 'FAILURE' };
/** The custom property with the time of the latest event of a type. */
const TIMES: Readonly<Partial<Record<EventType, string>>> = {
  START: 'startedAt',
  RUNNING: RUN.running,
  COMPLETE: RUN.completed,
  FAIL: 'failedAt',
  ABORT: 'abortedAt',
};

/** @param lineage what the run has read and written, according to this event */
export function sayRun(scope: EventScope, run: NonNullable<LineageEvent['run']>, urn: Urn, { job }: JobRef, lineage: JobLineage): void {
  const { facts, event } = scope;
  const { facets = {} } = run;
  const at = new Date(event.at).toISOString();
  const processingType = event.job?.facets?.jobType?.processingType;
  const upstream = upstreamOf(scope, facets.jobDependencies);
  const known = TIMES[event.type];
  facts.say(
    urn,
    'dataProcessInstanceProperties',
    event.at,
    {
      created: { kind: 'first', value: { time: event.at, actor: stampActor(scope) } },
      ...kindOf(facets, processingType),
      ...partsOf(scope, facets, PROPERTIES, NONE),
      ...properties({
        [RUN.lastEvent]: at,
        ...(known !== undefined && { [known]: at }),
        ...(isEndless(processingType) && { [RUN.streaming]: 'true' }),
        ...(lineage.jobs.length + upstream.jobs.length > 0 && {
          [RUN.jobs]: JSON.stringify([...new Set([...lineage.jobs, ...upstream.jobs])].sort()),
        }),
        ...Object.fromEntries(Object.entries(lineage.columns).map(([dataset, columns]) => [`${RUN.columnsOf}${dataset}`, JSON.stringify(columns)])),
      }),
    },
    { name: run.runId },
  );
  const parent = parentOf(scope, facets.parent);
  facts.say(
    urn,
    'dataProcessInstanceRelationships',
    event.at,
    {
      parentTemplate: { kind: 'latest', value: job.text },
      ...(parent && { parentInstance: { kind: 'latest', value: parent.text } }),
      upstreamInstances: { kind: 'union', values: upstream.runs },
    },
    { upstreamInstances: [] },
  );
  const { inputs, outputs } = lineage;
  if (inputs.length > 0) facts.say(urn, 'dataProcessInstanceInput', event.at, { inputs: { kind: 'union', values: inputs } }, { inputs: [] });
  if (outputs.length > 0) facts.say(urn, 'dataProcessInstanceOutput', event.at, { outputs: { kind: 'union', values: outputs } }, { outputs: [] });
  sayState(scope, urn);
}

/** STREAMING for a job that does not end by itself, BATCH_SCHEDULED for a run with a nominal time. */
function kindOf(facets: Facets, processingType: unknown): ReturnType<typeof latest> {
  if (isEndless(processingType)) return latest({ type: 'STREAMING' });
  return nominalTimeOf(facets.nominalTime?.nominalStartTime) !== undefined ? latest({ type: 'BATCH_SCHEDULED' }) : {};
}

/** Does a job of this kind not end by itself? */
function isEndless(processingType: unknown): boolean {
  return typeof processingType === 'string' && /^(streaming|service)$/i.test(processingType);
}

/** A point for each change of the state. OTHER changes nothing. */
function sayState({ facts, event }: EventScope, urn: Urn): void {
  if (event.type === 'OTHER') return;
  const type = RESULTS[event.type];
  facts.point(urn, 'dataProcessInstanceRunEvent', {
    timestampMillis: event.at,
    messageId: event.type,
    ...(type === undefined ? { status: 'STARTED' } : { status: 'COMPLETE', result: { type, nativeResultType: event.type } }),
  });
}

function parentOf(scope: EventScope, facet: RunFacet | undefined): Urn | undefined {
  const { run } = ((facet && present(facet)) ?? {}) as { run?: { runId: string } };
  return run && runUrn(scope, '/run/facets/parent/run/runId', run.runId);
}

/** The jobs and runs that this one waited for. */
function upstreamOf(scope: EventScope, facet: RunFacet | undefined): { jobs: string[]; runs: string[] } {
  const { upstream = [] } = ((facet && present(facet)) ?? {}) as {
    upstream?: { job: { namespace: string; name: string }; run?: { runId: string } }[];
  };
  const pointer = '/run/facets/jobDependencies/upstream';
  return {
    jobs: upstream.flatMap(({ job }, index) => jobRef(scope, `${pointer}/${index}/job/name`, job)?.job.text ?? []),
    runs: upstream.flatMap(({ run }, index) => (run && runUrn(scope, `${pointer}/${index}/run/runId`, run.runId)?.text) ?? []),
  };
}
