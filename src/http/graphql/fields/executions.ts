/**
 * Lists of runs of ingestion sources, the newest first unless the client wants another order.
 */
import type { Arguments, FacetFilterInput, SortCriterion } from '../../../generated/arguments.ts';
import type { EntityRef, GraphContext, Resolve, Resolvers } from '../operation.ts';
import { requestOf, runSearch, type SearchInput } from '../operations/search.ts';
import { listed } from '../schema/search.ts';

const MOST_SOURCES = 1_000;
const COUNT = 20;

interface Runs {
  readonly start: number;
  readonly total: number;
  readonly executionRequests: readonly EntityRef[];
}

async function runs(context: GraphContext, input: SearchInput, filters: readonly FacetFilterInput[], sort?: SortCriterion | null): Promise<Runs> {
  const sortInput = { sortCriterion: sort ?? { field: 'requestTimeMs', sortOrder: 'DESCENDING' as const } };
  return (await listed('executionRequests')(context, { ...input, types: ['EXECUTION_REQUEST'], filters, sortInput }, false)) as Runs;
}

const all: Resolve<Arguments['listExecutionRequests']> = async (_, { input }, context) => {
  const { systemSources, sort, ...asked } = input;
  const system = typeof systemSources === 'boolean' ? [ofSources(await sourcesOfSystem(context), systemSources)] : [];
  return runs(context, asked, [...(input.filters ?? []), ...system], sort);
};

const ofSource: Resolve<Pick<SearchInput, 'start' | 'count'>, EntityRef> = ({ urn }, { start, count }, context) =>
  runs(context, { start: start ?? 0, count: count ?? COUNT }, [{ field: 'ingestionSource', values: [urn] }]);

const latestSuccess: Resolve<never, EntityRef> = async ({ urn }, _, context) => {
  const succeeded = { field: 'executionResultStatus', values: ['SUCCESS'] };
  const { executionRequests } = await runs(context, { count: 1 }, [{ field: 'ingestionSource', values: [urn] }, succeeded]);
  return executionRequests[0] ?? null;
};

/** Runs of these sources only, or of all others. Runs without a source are of no source. */
function ofSources(sources: readonly string[], wanted: boolean): FacetFilterInput {
  if (sources.length === 0) return { field: 'urn', condition: 'EXISTS', negated: wanted };
  return { field: 'ingestionSource', values: sources, negated: !wanted };
}

async function sourcesOfSystem(context: GraphContext): Promise<string[]> {
  const filters = [{ field: 'sourceType', values: ['SYSTEM'] }];
  const searchFlags = { skipAggregates: true, skipHighlighting: true };
  const { hits, total } = await runSearch(context, requestOf(context, { types: ['INGESTION_SOURCE'], filters, count: MOST_SOURCES, searchFlags }));
  if (total > hits.length) context.warn(`systemSources looks at the first ${hits.length} of ${total} ingestion sources of the system`);
  return hits.map(({ urn }) => urn);
}

export const executions: Resolvers = {
  Query: { listExecutionRequests: all },
  IngestionSource: { executions: ofSource, latestSuccessfulExecution: latestSuccess },
};
