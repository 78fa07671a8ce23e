/**
 * Reads versions of aspects: who wrote what, and when.
 */
import { graphql, request } from './client.ts';
import { type AspectView, type Stamp, viewOf } from './entity.ts';

/** One version of an aspect. Numbers begin at 1 and never change; the latest version has the highest. */
export interface Version {
  readonly number: number;
  readonly created: Stamp;
  /** The ingestion run that wrote it, if any. */
  readonly runId: string | undefined;
  readonly value: Record<string, unknown>;
}

export interface VersionPage {
  readonly total: number;
  /** The latest first. */
  readonly versions: readonly Version[];
}

interface RangeAnswer {
  readonly total: number;
  readonly values: readonly {
    readonly aspect: Readonly<Record<string, Record<string, unknown>>>;
    readonly created: Stamp;
    readonly systemMetadata: { readonly version?: string; readonly runId?: string };
  }[];
}

/** @throws ApiError 404 if the entity does not have the aspect */
export async function readVersions(urn: string, aspect: string, start: number, count: number, signal?: AbortSignal): Promise<VersionPage> {
  const answer = await request<RangeAnswer>(`aspects/${encodeURIComponent(urn)}`, { query: { aspect, start, count }, signal });
  const versions = answer.values.map(({ aspect: record, created, systemMetadata }) => ({
    number: Number(systemMetadata.version ?? 0),
    created,
    runId: systemMetadata.runId === NO_RUN ? undefined : systemMetadata.runId,
    value: Object.values(record)[0] ?? {},
  }));
  return { total: answer.total, versions };
}

const NO_RUN = 'no-run-id-provided';

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

type Histories = Record<string, { readonly total: number; readonly versions: readonly { readonly created: Stamp }[] } | null>;

/** The histories of the aspects, the last changed first. */
export async function readHistories(urn: string, aspects: readonly string[], signal?: AbortSignal): Promise<AspectHistory[]> {
  if (aspects.length === 0) return [];
  const fields = aspects.map(
    (name, index) => `a${index}: versions(aspect: ${JSON.stringify(name)}, count: 1) { total versions { created { time actor } } }`,
  );
  const { entity } = await graphql<{ entity: Histories | null }>(
    `query histories($urn: String!) { entity(urn: $urn) { ${fields.join(' ')} } }`,
    { urn },
    signal,
  );
  return aspects
    .map((aspect, index) => ({ aspect, total: entity?.[`a${index}`]?.total ?? 0, latest: entity?.[`a${index}`]?.versions[0]?.created }))
    .filter(({ total }) => total > 0)
    .sort((a, b) => (b.latest?.time ?? 0) - (a.latest?.time ?? 0) || (a.aspect < b.aspect ? -1 : 1));
}
