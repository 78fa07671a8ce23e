/**
 * Reads the runs of a job or a pipeline.
 */
import { graphql } from './client.ts';

export interface Run {
  readonly urn: string;
  readonly name: string;
  /** Epoch ms: when it was created. */
  readonly at: number | undefined;
  /** SUCCESS, FAILURE, SKIPPED, UP_FOR_RETRY, or STARTED; undefined if nobody told. */
  readonly result: string | undefined;
  readonly durationMs: number | undefined;
}

interface Sent {
  readonly urn: string;
  readonly name: string | null;
  readonly created: { readonly time: number } | null;
  readonly state: readonly {
    readonly timestampMillis: number;
    readonly status: string;
    readonly result: { readonly resultType: string } | null;
    readonly durationMillis: number | null;
  }[];
}

const MOST = 100;
const QUERY = `query runs($urn: String!) { entity(urn: $urn) { runs: relationships(input: {types: ["InstanceOf"], direction: INCOMING, start: 0, count: ${MOST}}) {
  total relationships { entity { urn ... on DataProcessInstance { name created { time } state(limit: 1) { timestampMillis status result { resultType } durationMillis } } } }
} } }`;

/** The latest runs first. */
export async function readRuns(urn: string, signal?: AbortSignal): Promise<{ total: number; runs: Run[] }> {
  const { entity } = await graphql<{ entity: { runs: { total: number; relationships: { entity: Sent | null }[] } } | null }>(QUERY, { urn }, signal);
  const runs = (entity?.runs.relationships ?? []).flatMap(({ entity: sent }): Run[] => {
    if (!sent?.state) return [];
    const last = sent.state[0];
    return [
      {
        urn: sent.urn,
        name: sent.name ?? sent.urn,
        at: sent.created?.time ?? last?.timestampMillis,
        result: last?.result?.resultType ?? last?.status,
        durationMs: last?.durationMillis ?? undefined,
      },
    ];
  });
  return { total: entity?.runs.total ?? 0, runs: runs.sort((a, b) => (b.at ?? 0) - (a.at ?? 0)) };
}
