/**
 * Reads the runs of a job or a pipeline.
 */
import { runsQuery } from '../../generated/queries.ts';
import { graphql } from './client.ts';

interface Run {
  readonly urn: string;
  readonly name: string;
  /** Epoch ms: when it was created. */
  readonly at: number | undefined;
  /** SUCCESS, FAILURE, SKIPPED, UP_FOR_RETRY, or STARTED; undefined if no event said so. */
  readonly result: string | undefined;
  readonly durationMs: number | undefined;
}

const MOST = 100;
/** The latest runs first. */
export async function readRuns(urn: string, signal?: AbortSignal): Promise<{ total: number; runs: Run[] }> {
  const { entity } = await graphql(runsQuery, { urn, most: MOST }, signal);
  const runs = (entity?.runs?.relationships ?? []).flatMap(({ entity: sent }): Run[] => {
    if (!sent?.state) return [];
    const last = sent.state[0];
    return [
      {
        urn: sent.urn,
        name: sent.name ?? sent.urn,
        at: sent.created?.time ?? last?.timestampMillis ?? undefined,
        result: last?.result?.resultType ?? last?.status ?? undefined,
        durationMs: last?.durationMillis ?? undefined,
      },
    ];
  });
  return { total: entity?.runs?.total ?? 0, runs: runs.sort((a, b) => (b.at ?? 0) - (a.at ?? 0)) };
}
