/**
 * Reads versions of aspects: who wrote what, and when.
 */
import { type HistoryFragment, historyFragment } from '../../generated/queries.ts';
import { type Answer, documentOf, graphql, request } from './client.ts';
import { type AspectView, runOf, type Stamp, stampOf, viewOf } from './entity.ts';

/** One version of an aspect. Numbers begin at 1 and never change; the latest version has the highest. */
export interface Version {
  readonly number: number;
  readonly created: Stamp;
  /** The ingestion run that wrote it, if any. */
  readonly runId: string | undefined;
  /** URN of who suggested it to who wrote it. */
  readonly suggestedBy: string | undefined;
  readonly value: Record<string, unknown>;
}

interface VersionPage {
  readonly total: number;
  /** The latest first. */
  readonly versions: readonly Version[];
}

/** @throws ApiError 404 if the entity does not have the aspect */
export async function readVersions(urn: string, aspect: string, start: number, count: number, signal?: AbortSignal): Promise<VersionPage> {
  const answer = await request<Extract<Answer<'/aspects/{urn}'>, { readonly values: unknown }>>(`aspects/${encodeURIComponent(urn)}`, {
    query: { aspect, start, count },
    signal,
  });
  const versions = answer.values.map(({ aspect: record, created, systemMetadata }) => ({
    number: Number(systemMetadata.version ?? 0),
    created,
    runId: runOf(systemMetadata.runId),
    suggestedBy: systemMetadata.properties?.suggestedBy,
    value: Object.values(record)[0] ?? {},
  }));
  return { total: answer.total, versions };
}

/**
 * Reads one version by its number.
 *
 * @throws ApiError 404 if it does not exist
 */
export async function readVersion(urn: string, aspect: string, number: number, signal?: AbortSignal): Promise<AspectView> {
  const path = `openapi/v3/entity/generic/${encodeURIComponent(urn)}/${aspect}`;
  return viewOf(await request(path, { query: { version: number, systemMetadata: true }, signal }));
}

/** How many versions an aspect has. */
export interface AspectHistory {
  readonly aspect: string;
  readonly total: number;
  readonly latest: Stamp | undefined;
}

/** The histories of the aspects, the last changed first. */
export async function readHistories(urn: string, aspects: readonly string[], signal?: AbortSignal): Promise<AspectHistory[]> {
  if (aspects.length === 0) return [];
  const fields = aspects.map((name, index) => `a${index}: versions(aspect: ${JSON.stringify(name)}, count: 1) { ...history }`);
  const document = documentOf<{ entity: Record<string, HistoryFragment | null> | null }>(
    `query histories($urn: String!) { entity(urn: $urn) { ${fields.join(' ')} } }`,
    historyFragment,
  );
  const { entity } = await graphql(document, { urn }, signal);
  return aspects
    .map((aspect, index) => {
      const { total = 0, versions: [last] = [] } = entity?.[`a${index}`] ?? {};
      return { aspect, total, latest: last && stampOf(last.created) };
    })
    .filter(({ total }) => total > 0)
    .sort((a, b) => (b.latest?.time ?? 0) - (a.latest?.time ?? 0) || (a.aspect < b.aspect ? -1 : 1));
}
