/**
 * Runs: of assertions with their results, of jobs, of datasets that runs read or wrote; and what checks a dataset.
 */
import { isRecord } from '../../../model/path.ts';
import { costing } from '../cost.ts';
import { type EntityRef, type Resolve, type Resolvers, refNamed, refOf } from '../operation.ts';
import { pointsOf, type Window } from '../types/points.ts';

/** Counts are those of the runs that are answered. */
const runEvents: Resolve<Window & { status?: string | null }, EntityRef> = async (entity, args, context) => {
  const all = await pointsOf(context, entity, 'assertionRunEvent', args);
  const found = args.status ? all.filter(({ status }) => status === args.status) : all;
  const count = (type: string): number => found.filter(({ result }) => isRecord(result) && result.type === type).length;
  return { total: found.length, failed: count('FAILURE'), succeeded: count('SUCCESS'), errored: count('ERROR'), runEvents: found };
};

const state: Resolve<Window, EntityRef> = (entity, args, context) => pointsOf(context, entity, 'dataProcessInstanceRunEvent', args);

interface Page {
  readonly start?: number | null;
  readonly count?: number | null;
  readonly direction?: 'INCOMING' | 'OUTGOING' | null;
}

const COUNT = 20;
const MOST = 10_000;

function rangeOf({ start, count }: Page): [start: number, count: number] {
  return [Math.max(0, start ?? 0), Math.min(Math.max(0, count ?? COUNT), MOST)];
}

/** A page of what points at an entity by relationships, as the field `into` of the answer. */
function pointing(into: string, typesOf: (page: Page) => readonly string[], wanted?: string): Resolve<Page, EntityRef> {
  return async ({ read }, page, { catalog, loaders }) => {
    const [start, count] = rangeOf(page);
    const { total, related } = await loaders.related(read, { direction: 'INCOMING', types: typesOf(page) }, start, count);
    const refs = related.map(({ urn }) => refNamed(catalog.model, urn)).filter((ref) => ref !== null);
    const found = refs.filter(({ read: { type } }) => wanted === undefined || type.name === wanted);
    return { start, count: found.length, total, [into]: found };
  };
}

/** INCOMING: runs that read the dataset. OUTGOING: runs that wrote it. */
const RELATIONSHIPS = {
  INCOMING: ['Consumes', 'DataProcessInstanceConsumes'],
  OUTGOING: ['Produces', 'DataProcessInstanceProduces'],
};

const allAssertions = pointing('assertions', () => ['Asserts']);

/** The checks of a dataset; soft-deleted ones only where they are asked for. */
const assertions: Resolve<Page & { includeSoftDeleted?: boolean | null }, EntityRef> = async (
  dataset,
  { includeSoftDeleted, ...page },
  context,
  info,
) => {
  if (includeSoftDeleted) return allAssertions(dataset, page, context, info);
  const [start, count] = rangeOf(page);
  const active = await context.loaders.pointing(dataset.read, 'assertion', 'Asserts');
  const found = active.slice(start, start + count).map(refOf);
  return { start, count: found.length, total: active.length, assertions: found };
};

const contract: Resolve<never, EntityRef> = async ({ read }, _, { loaders }) => {
  const [first] = await loaders.pointing(read, 'dataContract', 'ContractFor');
  return first ? refOf(first) : null;
};

export const runs: Resolvers = {
  Assertion: { runEvents },
  DataProcessInstance: { state },
  DataFlow: {
    dataJobs: costing(
      1,
      pointing('entities', () => ['IsPartOf'], 'dataJob'),
    ),
  },
  EntityRelationshipLegacy: { entity: (ref: EntityRef) => ref },
  DataJob: {
    runs: costing(
      1,
      pointing('runs', () => ['InstanceOf']),
    ),
  },
  Dataset: {
    runs: pointing('runs', ({ direction }) => RELATIONSHIPS[direction ?? 'OUTGOING'], 'dataProcessInstance'),
    assertions: costing(1, assertions),
    contract: costing(1, contract),
  },
};
