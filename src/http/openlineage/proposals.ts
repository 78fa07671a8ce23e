/**
 * From OpenLineage events to proposals. `docs/openlineage.md` has the mapping as a table. Pure.
 */
import type { RawProposal } from '../../catalog/index.ts';
import { badLineageEvents, type Detail } from '../../errors.ts';
import type { Model } from '../../model/types.ts';
import { columnText, feedsOf, sayDataset, sayUpstreams } from './datasets.ts';
import type { LineageDataset, LineageEvent } from './event.ts';
import { makeFacts, makeFactsOfEvent } from './facts.ts';
import { type EntrySources, entriesOf, type Sources } from './flows.ts';
import { sayJob } from './jobs.ts';
import { type ColumnSources, type JobLineage, lineageOfJob, lineageOfRun } from './lineage.ts';
import type { PlatformName } from './platforms.ts';
import { sayAssertions, sayOperation, sayProfile } from './quality.ts';
import { ANY_SITE, aliasKey, aliasOf, type DatasetRef, type DatasetSite, datasetRef, type EventScope, type JobRef, jobRef, runUrn } from './refs.ts';
import { sayRun } from './runs.ts';

export interface MappedEvent {
  readonly proposals: RawProposal[];
  /** Facets of which only the beginning is kept. */
  readonly cut: readonly string[];
}

/**
 * All proposals of a request, for one write.
 *
 * @throws Refusal malformed for names that make no URN
 */
export function proposalsOf(model: Model, events: readonly LineageEvent[], site: DatasetSite = ANY_SITE): MappedEvent {
  const facts = makeFacts();
  const problems: Detail[] = [];
  const cut = new Set<string>();
  for (const event of events) sayEvent({ model, site, event, facts, problems, cut, aliases: aliasesOf(event) });
  if (problems.length > 0) throw badLineageEvents(problems);
  return { proposals: facts.proposals(), cut: [...cut] };
}

export interface EventMapper {
  /** Adds what an event says. @throws Refusal malformed for names that make no URN; then nothing of it is added */
  add(event: LineageEvent): void;
  mapped(): MappedEvent;
}

/** Maps events of which some may be refused. */
export function makeMapper(model: Model, site: DatasetSite): EventMapper {
  const facts = makeFacts();
  const all = new Set<string>();
  return {
    add(event) {
      const problems: Detail[] = [];
      const cut = new Set<string>();
      const { own, give } = makeFactsOfEvent();
      sayEvent({ model, site, event, facts: own, problems, cut, aliases: aliasesOf(event) });
      if (problems.length > 0) throw badLineageEvents(problems);
      give(facts);
      for (const each of cut) all.add(each);
    },
    mapped: () => ({ proposals: facts.proposals(), cut: [...all] }),
  };
}

function aliasesOf({ inputs, outputs, dataset }: LineageEvent): Map<string, PlatformName> {
  const all = [...inputs, ...outputs, ...(dataset ? [dataset] : [])];
  return new Map(
    all.flatMap((each): [string, PlatformName][] => {
      const alias = aliasOf(each.facets);
      return alias ? [[aliasKey(each), alias]] : [];
    }),
  );
}

/** A dataset of an event, and where it stands there. */
interface NamedDataset {
  readonly dataset: LineageDataset;
  readonly ref: DatasetRef;
  readonly pointer: string;
}

function sayEvent(scope: EventScope): void {
  const { event } = scope;
  const tool = event.job && jobRef(scope, '/job/name', event.job);
  if (event.dataset) sayAlone(scope, event.dataset);
  if (!event.job || !tool) return;
  sayJob(scope, event.job, tool, '/job');
  const inputs = namedDatasets(scope, event.inputs, 'inputs');
  const outputs = namedDatasets(scope, event.outputs, 'outputs');
  for (const each of inputs) {
    sayCommon(scope, each, false, tool.orchestrator);
    // What makes an input is not this job.
    sayUpstreams(scope, each.dataset, each.ref, each.pointer);
  }
  for (const each of outputs) {
    sayCommon(scope, each, event.run !== undefined, tool.orchestrator);
    if (event.run) sayOperation(scope, each.dataset, each.ref, tool.job.text);
  }
  sayLineage(scope, tool, inputs, outputs);
}

function namedDatasets(scope: EventScope, datasets: readonly LineageDataset[], list: string): NamedDataset[] {
  return datasets.flatMap((dataset, index) => {
    const pointer = `/${list}/${index}`;
    const ref = datasetRef(scope, `${pointer}/name`, dataset);
    return ref ? [{ dataset, ref, pointer }] : [];
  });
}

/** An event about a dataset itself. */
function sayAlone(scope: EventScope, dataset: LineageDataset): void {
  const ref = datasetRef(scope, '/dataset/name', dataset);
  if (!ref) return;
  sayCommon(scope, { dataset, ref, pointer: '/dataset' }, false, ref.platform.split(':').at(-1) ?? '');
  sayUpstreams(scope, dataset, ref, '/dataset');
  sayOperation(scope, dataset, ref, undefined);
}

function sayCommon(scope: EventScope, { dataset, ref, pointer }: NamedDataset, writes: boolean, tool: string): void {
  sayDataset(scope, dataset, ref, pointer, writes);
  sayProfile(scope, dataset, ref);
  sayAssertions(scope, dataset, ref, pointer, tool);
}

function sayLineage(scope: EventScope, tool: JobRef, inputs: readonly NamedDataset[], outputs: readonly NamedDataset[]): void {
  const { event, facts } = scope;
  const fed: { target: DatasetRef | undefined; fed: Sources }[] = outputs.flatMap((each) =>
    feedsOf(scope, each.dataset, each.ref, each.pointer).map((feeds) => ({ target: each.ref, fed: feeds })),
  );
  const entries: EntrySources[] = [
    ...(event.job?.facets?.lineage ? entriesOf(scope, event.job.facets.lineage, '/job/facets/lineage') : []),
    ...(event.run?.facets?.lineage ? entriesOf(scope, event.run.facets.lineage, '/run/facets/lineage') : []),
  ];
  fed.push(...entries.map((entry) => ({ target: entry.target, fed: entry })));
  const named = entries.flatMap(({ target }) => target?.urn.text ?? []);
  const made = [...outputs.map(({ ref }) => ref.urn.text), ...named];
  const lineage: JobLineage = {
    inputs: unique([...inputs.map(({ ref }) => ref.urn.text), ...fed.flatMap(({ fed: { datasets } }) => datasets)]),
    outputs: unique(made),
    jobs: unique(fed.flatMap(({ fed: { jobs } }) => jobs)),
    columns: columnsOf(tool, fed),
  };
  const columnOf = (dataset: string, column: string): string | undefined => columnText(scope, dataset, column);
  if (!event.run) {
    facts.last(tool.job, 'dataJobInputOutput', lineageOfJob(lineage, new Date(event.at).toISOString(), columnOf));
    return;
  }
  const run = runUrn(scope, '/run/runId', event.run.runId);
  if (!run) return;
  sayRun(scope, event.run, run, tool, lineage);
  facts.last(tool.job, 'dataJobInputOutput', lineageOfRun(run, columnOf));
}

/** By dataset that is made; columns that feed the job as a whole stand under the URN of the job. */
function columnsOf({ job }: JobRef, fed: readonly { target: DatasetRef | undefined; fed: Sources }[]): Record<string, ColumnSources> {
  const columns: Record<string, ColumnSources> = {};
  for (const { target, fed: each } of fed) {
    const { fields, reads } = each.columns;
    if (Object.keys(fields).length + Object.keys(reads).length === 0) continue;
    const key = target?.urn.text ?? job.text;
    const before = columns[key];
    columns[key] = { fields: { ...before?.fields, ...fields }, reads: { ...before?.reads, ...reads } };
  }
  return columns;
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}
