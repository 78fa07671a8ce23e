/**
 * Reads the runs of a job or a pipeline.
 */
import { type RunFragment, runsQuery } from '../../generated/queries.ts';
import { graphql } from './client.ts';

/** How a run went. */
export interface RunState {
  /** Epoch ms: when it was created. */
  readonly at: number | undefined;
  /** SUCCESS, FAILURE, SKIPPED, UP_FOR_RETRY, or STARTED; undefined if no event said so. */
  readonly result: string | undefined;
  readonly durationMs: number | undefined;
}

interface Run extends RunState {
  readonly urn: string;
  readonly name: string;
}

const MOST = 100;

/** The latest runs first. */
export async function readRuns(urn: string, signal?: AbortSignal): Promise<{ total: number; runs: Run[] }> {
  const { entity } = await graphql(runsQuery, { urn, most: MOST }, signal);
  const runs = (entity?.runs?.relationships ?? []).flatMap(({ entity: sent }): Run[] => {
    const run = sent && runOf(sent);
    return run ? [{ urn: sent.urn, name: sent.name ?? sent.urn, ...run }] : [];
  });
  return { total: entity?.runs?.total ?? 0, runs: runs.sort((a, b) => (b.at ?? 0) - (a.at ?? 0)) };
}

/** Undefined for what is no run. */
export function runOf({ state, created }: Partial<RunFragment>): RunState | undefined {
  if (!state) return undefined;
  const [last] = state;
  return {
    at: created?.time ?? last?.timestampMillis ?? undefined,
    result: last?.result?.resultType ?? last?.status ?? undefined,
    durationMs: last?.durationMillis ?? undefined,
  };
}
