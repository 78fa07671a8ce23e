/**
 * Runs: of assertions with their results, of jobs, of datasets that runs read or wrote; and what checks a dataset.
 */
import { isRecord } from '../../../model/path.ts';
import { costing } from '../cost.ts';
import { type EntityRef, type Resolve, type Resolvers, refNamed } from '../operation.ts';
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

/** A page of what points at an entity by relationships, as the field `into` of the answer. */
function pointing(into: string, typesOf: (page: Page) => readonly string[], wanted?: string): Resolve<Page, EntityRef> {
  return async ({ read }, page, { catalog, loaders }) => {
    const [start, count] = [Math.max(0, page.start ?? 0), Math.min(Math.max(0, page.count ?? COUNT), MOST)];
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

const contract: Resolve<never, EntityRef> = async ({ read }, _, { catalog, loaders }) =>
  refNamed(catalog.model, (await loaders.related(read, { direction: 'INCOMING', types: ['ContractFor'] }, 0, 1)).related[0]?.urn);

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
    assertions: costing(
      1,
      pointing('assertions', () => ['Asserts']),
    ),
    contract: costing(1, contract),
  },
};
