/**
 * Reads who feeds whom from the facets `columnLineage` and `lineage`.
 */
import type { LineageEvent } from './event.ts';
import { present, type RunFacet } from './kept.ts';
import type { ColumnSources } from './lineage.ts';
import { columnPath, columnUrn, type DatasetRef, datasetRef, type EventScope, jobRef } from './refs.ts';

interface Source {
  readonly type?: 'DATASET' | 'JOB';
  readonly namespace?: string;
  readonly name?: string;
  readonly field?: string;
  readonly transformations?: readonly { readonly type?: string; readonly subtype?: string; readonly masking?: boolean }[];
}
interface FieldSources {
  readonly inputFields?: readonly Source[];
  readonly inputs?: readonly Source[];
  readonly transformationType?: string;
  readonly transformationDescription?: string;
}
interface FlowEntry {
  readonly type: 'DATASET' | 'JOB';
  readonly namespace?: string;
  readonly name?: string;
  readonly inputs?: readonly Source[];
  readonly fields?: Readonly<Record<string, FieldSources>>;
}

/** What feeds a dataset, or a job. */
export interface Sources {
  readonly datasets: readonly string[];
  readonly jobs: readonly string[];
  readonly columns: ColumnSources;
}

/** @param pointer of the facet, below the event */
export function columnLineageOf(scope: EventScope, target: DatasetRef, facet: RunFacet, pointer: string): Sources {
  const { fields = {}, dataset = [] } = facet as { fields?: Record<string, FieldSources>; dataset?: readonly Source[] };
  return feed(scope, target, fields, dataset, pointer, 'dataset');
}

/** The facet `lineage` of a dataset, and an entry of that of a job or a run. */
export function explicitLineageOf(scope: EventScope, target: DatasetRef | undefined, facet: RunFacet, pointer: string): Sources {
  const { inputs = [], fields = {} } = facet as { inputs?: readonly Source[]; fields?: Record<string, FieldSources> };
  return feed(scope, target, fields, inputs, pointer, 'inputs');
}

export interface EntrySources extends Sources {
  /** The dataset that is fed; absent if it is the job of the event. */
  readonly target: DatasetRef | undefined;
}

/**
 * The entries of the facet `lineage` of a job or a run. Those about other jobs make no lineage here: the events of these jobs do. The facet itself is
 * kept as a custom property.
 */
export function entriesOf(scope: EventScope, facet: RunFacet, pointer: string): EntrySources[] {
  const { entries = [] } = (present(facet) ?? {}) as { entries?: readonly FlowEntry[] };
  return entries.flatMap((entry, index): EntrySources[] => {
    const at = `${pointer}/entries/${index}`;
    if (entry.type === 'JOB')
      return isOwn(scope.event, entry) ? [{ target: undefined, ...explicitLineageOf(scope, undefined, { ...entry }, at) }] : [];
    const target = refOf(scope, entry, at);
    return target ? [{ target, ...explicitLineageOf(scope, target, { ...entry }, at) }] : [];
  });
}

function isOwn({ job }: LineageEvent, { namespace, name }: Source): boolean {
  return namespace === undefined || name === undefined || (namespace === job?.namespace && name === job.name);
}

/** A dataset that has to have a name. */
function refOf(scope: EventScope, { namespace, name }: Source, pointer: string): DatasetRef | undefined {
  if (namespace !== undefined && name !== undefined) return datasetRef(scope, `${pointer}/name`, { namespace, name });
  scope.problems.push({ pointer: `${scope.event.pointer}${pointer}`, expected: 'a dataset with `namespace` and `name`' });
  return undefined;
}

function feed(
  scope: EventScope,
  target: DatasetRef | undefined,
  fields: Readonly<Record<string, FieldSources>>,
  whole: readonly Source[],
  pointer: string,
  list: string,
): Sources {
  const datasets = new Set<string>();
  const jobs = new Set<string>();
  /** Notes a source. Answers its column. */
  const note = (source: Source, at: string): { dataset: string; column: string } | undefined => {
    if (source.type === 'JOB') {
      const { namespace, name } = source;
      const job =
        namespace !== undefined && name !== undefined && !isOwn(scope.event, source) ? jobRef(scope, `${at}/name`, { namespace, name }) : undefined;
      if (job) jobs.add(job.job.text);
      return undefined;
    }
    const dataset = refOf(scope, source, at);
    if (!dataset) return undefined;
    datasets.add(dataset.urn.text);
    if (source.field === undefined || !columnUrn(scope, `${at}/field`, dataset, source.field)) return undefined;
    return { dataset: dataset.urn.text, column: columnPath(dataset, source.field) };
  };
  const made: [string, ColumnSources['fields'][string]][] = [];
  for (const [name, sources] of target ? Object.entries(fields) : []) {
    const key = sources.inputFields ? 'inputFields' : 'inputs';
    const at = `${pointer}/fields/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const inputs = sources[key] ?? [];
    const from = grouped(inputs.flatMap((source, index) => note(source, `${at}/${key}/${index}`) ?? []));
    if (!target || name.trim() === '' || !columnUrn(scope, at, target, name)) continue;
    if (Object.keys(from).length > 0) made.push([columnPath(target, name), { from, how: howOf(inputs, sources) }]);
  }
  const reads = grouped(whole.flatMap((source, index) => note(source, `${pointer}/${list}/${index}`) ?? []));
  return { datasets: [...datasets], jobs: [...jobs], columns: { fields: Object.fromEntries(made), reads } };
}

function grouped(columns: readonly { dataset: string; column: string }[]): Record<string, string[]> {
  const groups = new Map<string, Set<string>>();
  for (const { dataset, column } of columns) {
    const group = groups.get(dataset);
    if (group) group.add(column);
    else groups.set(dataset, new Set([column]));
  }
  return Object.fromEntries([...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([dataset, names]) => [dataset, [...names].sort()]));
}

/** `DIRECT:AGGREGATION,INDIRECT:JOIN`; `:MASKED` where the values cannot be recognised any more. */
function howOf(inputs: readonly Source[], { transformationType, transformationDescription }: FieldSources): string {
  const kinds = inputs.flatMap(({ transformations = [] }) =>
    transformations.map(({ type, subtype, masking }) =>
      [type, subtype, masking ? 'MASKED' : undefined].filter((each) => each !== undefined && each !== '').join(':'),
    ),
  );
  const named = [...new Set(kinds.filter((each) => each !== ''))].sort();
  return (named.length > 0 ? named : [transformationType, transformationDescription].filter((each) => each !== undefined && each !== '')).join(',');
}
