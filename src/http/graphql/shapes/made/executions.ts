/**
 * Lists of runs of ingestion sources.
 */
import { type EntityRef, type GraphContext, type Resolve, refNamed } from '../../operation.ts';
import { requestOf, runSearch, type SearchInput, type SortCriterion } from '../../operations/search.ts';
import type { CriterionInput } from '../../types/search-inputs.ts';

const PLAIN = { skipAggregates: true, skipHighlighting: true, allWords: true };
const MOST_SOURCES = 1_000;
const COUNT = 20;

interface ExecutionsInput extends SearchInput {
  readonly sort?: SortCriterion | null;
  readonly systemSources?: boolean | null;
}

/** Runs, the newest first unless the client wants another order. */
export const executionRequests: Resolve<{ input: ExecutionsInput }> = async (_, { input }, context) => {
  const { systemSources, sort } = input;
  const system = typeof systemSources === 'boolean' ? await sourcesOfSystem(context) : [];
  const request = requestOf(context, {
    ...input,
    types: ['EXECUTION_REQUEST'],
    filters: [...(input.filters ?? []), ...(typeof systemSources === 'boolean' ? [ofSources(system, systemSources)] : [])],
    searchFlags: PLAIN,
    sortInput: { sortCriterion: sort ?? { field: 'requestTimeMs', sortOrder: 'DESCENDING' } },
  });
  const { total, hits } = await runSearch(context, request);
  const found = hits.map(({ urn }) => refNamed(context.catalog.model, urn)).filter((ref) => ref !== null);
  return { start: request.start, count: found.length, total, executionRequests: found };
};

interface Page {
  readonly start?: number | null;
  readonly count?: number | null;
}

/** Runs of one source, the newest first. */
async function runsOf(context: GraphContext, { urn }: EntityRef, { start, count }: Page, only: readonly CriterionInput[] = []) {
  const request = requestOf(context, {
    types: ['EXECUTION_REQUEST'],
    query: '*',
    filters: [{ field: 'ingestionSource', values: [urn] }, ...only],
    start: start ?? 0,
    count: count ?? COUNT,
    searchFlags: PLAIN,
    sortInput: { sortCriterion: { field: 'requestTimeMs', sortOrder: 'DESCENDING' } },
  });
  const { total, hits } = await runSearch(context, request);
  const found = hits.map((hit) => refNamed(context.catalog.model, hit.urn)).filter((ref) => ref !== null);
  return { start: request.start, count: found.length, total, executionRequests: found };
}

export const executionsOfSource: Resolve<Page, EntityRef> = (source, page, context) => runsOf(context, source, page);

export const latestSuccess: Resolve<never, EntityRef> = async (source, _, context) => {
  const { executionRequests } = await runsOf(context, source, { count: 1 }, [{ field: 'executionResultStatus', values: ['SUCCESS'] }]);
  return executionRequests[0] ?? null;
};

/** Runs of these sources only, or of all others. Runs without a source are of no source. */
function ofSources(sources: readonly string[], wanted: boolean): CriterionInput {
  if (sources.length === 0) return { field: 'urn', condition: 'EXISTS', negated: wanted };
  return { field: 'ingestionSource', values: sources, negated: !wanted };
}

async function sourcesOfSystem(context: GraphContext): Promise<string[]> {
  const filters = [{ field: 'sourceType', values: ['SYSTEM'] }];
  const request = requestOf(context, { types: ['INGESTION_SOURCE'], query: '*', filters, count: MOST_SOURCES, searchFlags: PLAIN });
  const { hits } = await runSearch(context, request);
  return hits.map(({ urn }) => urn);
}
