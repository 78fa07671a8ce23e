/**
 * Finds what a run read and wrote, down to columns, and the lineage of its job. Pure.
 *
 * All events of a run together say what it read and wrote. A job has the lineage of one run: of its completed runs, the one with the newest event;
 * before one has completed, the newest run. So a failed run replaces nothing, and what a job no longer reads goes with the next completed run.
 * A run of a job that never ends counts as completed when it starts. A run without datasets replaces nothing. An event about a job without a
 * run counts as a completed run at its time.
 */
import type { Merge, MergeBase } from '../../catalog/index.ts';
import { isRecord } from '../../model/path.ts';
import { readJson } from '../../model/read-json.ts';
import type { Urn } from '../../model/urn.ts';
import { textOf } from './parts.ts';
import { hashOf } from './refs.ts';

/** Columns by dataset URN. */
type Columns = Readonly<Record<string, readonly string[]>>;

/** From which columns the columns of one dataset are made. */
export interface ColumnSources {
  readonly fields: Readonly<Record<string, { readonly from: Columns; readonly how: string }>>;
  /** Columns that decide about all rows: filters, joins, order. */
  readonly reads: Columns;
}

export interface JobLineage {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** URNs of the jobs that it waits for. */
  readonly jobs: readonly string[];
  /** By URN of the dataset that is made. */
  readonly columns: Readonly<Record<string, ColumnSources>>;
}

/** Custom properties of a run that the lineage of its job follows from. */
export const RUN = {
  lastEvent: 'lastEventAt',
  completed: 'completedAt',
  running: 'runningAt',
  streaming: 'streaming',
  jobs: 'upstreamJobs',
  columnsOf: 'columnLineage:',
} as const;

/** Which of two runs decides: completed ones first, then the latest time, then the id. */
type Rank = readonly [established: number, at: string, id: string, content: string];

const RANK = 'lineageOf';
const SEEN = ['dataProcessInstanceProperties', 'dataProcessInstanceInput', 'dataProcessInstanceOutput'] as const;

/** The lineage of a job after an event of this run, from what all events of the run have said. */
export function lineageOfRun(run: Urn, columnOf: ColumnOf): Merge {
  return {
    sees: SEEN.map((aspect) => ({ urn: run, aspect })),
    make: (base, see) => {
      const [properties, inputs, outputs] = SEEN.map((aspect) => see(run.text, aspect)).map((each) => (isRecord(each) ? each : {}));
      const own = propertiesIn(properties);
      // None of these goes away again: a run only moves up.
      const established = own[RUN.completed] !== undefined || (own[RUN.running] !== undefined && own[RUN.streaming] !== undefined);
      const lineage: JobLineage = {
        inputs: textsIn(inputs?.inputs),
        outputs: textsIn(outputs?.outputs),
        jobs: textsIn(parsed(own[RUN.jobs])),
        columns: columnsIn(own),
      };
      return made(base, lineage, [established ? 1 : 0, own[RUN.lastEvent] ?? '', run.text, ''], columnOf);
    },
  };
}

/** The lineage of a job after an event about the job itself. @param at ISO time */
export function lineageOfJob(lineage: JobLineage, at: string, columnOf: ColumnOf): Merge {
  return { sees: [], make: (base) => made(base, lineage, [1, at, '', hashOf(textOf(lineage))], columnOf) };
}

/** URN of a column. Absent if there can be none. */
type ColumnOf = (dataset: string, column: string) => string | undefined;

function made(base: MergeBase | undefined, lineage: JobLineage, rank: Rank, columnOf: ColumnOf): ReturnType<Merge['make']> {
  if (lineage.inputs.length + lineage.outputs.length + lineage.jobs.length === 0) return undefined;
  const before = base?.observed?.[RANK] as Rank | undefined;
  if (before && isLess(rank, before)) return undefined;
  return {
    json: inputOutput(lineage, columnOf),
    lastObserved: Math.max(base?.lastObserved ?? 0, Date.parse(rank[1]) || 0),
    observed: { [RANK]: rank },
  };
}

function isLess(one: Rank, other: Rank): boolean {
  for (const [at, mine] of one.entries()) {
    const theirs = other[at] ?? '';
    if (mine !== theirs) return mine < theirs;
  }
  return false;
}

/** The lineage as `dataJobInputOutput` has it. */
function inputOutput({ inputs, outputs, jobs, columns }: JobLineage, columnOf: ColumnOf): Record<string, unknown> {
  const edges = (urns: readonly string[]) => [...new Set(urns)].sort().map((destinationUrn) => ({ destinationUrn }));
  const fineGrained = Object.entries(columns)
    .sort(byName)
    .flatMap(([dataset, { fields }]) => fineGrainedLineages(dataset, fields, columnOf));
  const read = Object.values(columns).flatMap(({ reads }) => columnUrns(reads, columnOf));
  return {
    inputDatasets: [],
    outputDatasets: [],
    inputDatasetEdges: edges(inputs),
    outputDatasetEdges: edges(outputs),
    ...(jobs.length > 0 && { inputDatajobEdges: edges(jobs) }),
    ...(read.length > 0 && { inputDatasetFields: [...new Set(read)].sort() }),
    ...(fineGrained.length > 0 && { fineGrainedLineages: fineGrained }),
  };
}

/** One entry for each column that is made. */
export function fineGrainedLineages(dataset: string, fields: ColumnSources['fields'], columnOf: ColumnOf): Record<string, unknown>[] {
  return Object.entries(fields)
    .sort(byName)
    .flatMap(([column, { from, how }]): Record<string, unknown>[] => {
      const downstream = columnOf(dataset, column);
      const upstreams = columnUrns(from, columnOf);
      if (downstream === undefined || upstreams.length === 0) return [];
      return [
        { upstreamType: 'FIELD_SET', upstreams, downstreamType: 'FIELD', downstreams: [downstream], ...(how !== '' && { transformOperation: how }) },
      ];
    });
}

function columnUrns(columns: Columns, columnOf: ColumnOf): string[] {
  const urns = Object.entries(columns).flatMap(([dataset, names]) => names.flatMap((name) => columnOf(dataset, name) ?? []));
  return [...new Set(urns)].sort();
}

function propertiesIn(json: Record<string, unknown> | undefined): Record<string, string> {
  return (isRecord(json?.customProperties) ? json.customProperties : {}) as Record<string, string>;
}

function columnsIn(properties: Record<string, string>): JobLineage['columns'] {
  const own = Object.entries(properties).filter(([name]) => name.startsWith(RUN.columnsOf));
  return Object.fromEntries(
    own.flatMap(([name, text]): [string, ColumnSources][] => {
      const json = parsed(text);
      return isRecord(json) && isRecord(json.fields) && isRecord(json.reads)
        ? [[name.slice(RUN.columnsOf.length), json as unknown as ColumnSources]]
        : [];
    }),
  );
}

/** Others may have changed the property: a text that is no JSON, or too heavy, counts as no value. */
function parsed(text: string | undefined): unknown {
  try {
    return readJson(text ?? '', 'The property').json;
  } catch {
    return undefined;
  }
}

function textsIn(json: unknown): string[] {
  return Array.isArray(json) ? json.map(String) : [];
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
