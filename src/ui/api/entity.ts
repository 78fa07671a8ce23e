/**
 * Reads one entity with all its latest aspects.
 */
import { type QueryValue, request } from './client.ts';
import { typeOfUrn } from './urn.ts';

export interface Stamp {
  /** Epoch milliseconds. */
  readonly time: number;
  /** URN of the person who did it. */
  readonly actor: string;
}

/** A stamp of GraphQL, whose members may be absent. */
export function stampOf({ time, actor }: { readonly time: number | null; readonly actor: string | null }): Stamp {
  return { time: time ?? 0, actor: actor ?? '' };
}

/** The ingestion run that wrote something, if any. */
export function runOf(runId: string | undefined): string | undefined {
  return runId === 'no-run-id-provided' ? undefined : runId;
}

export interface AspectView {
  readonly value: Record<string, unknown>;
  /**
   * Number of the latest version, for preconditions and histories. Absent if the aspect has no versions (keys that follow from the URN).
   */
  readonly version: string | undefined;
  readonly created?: Stamp;
}

export interface EntityView {
  readonly urn: string;
  readonly entityType: string;
  /** The time of which this is the state, epoch ms; undefined: now. */
  readonly asOf: number | undefined;
  readonly aspects: Record<string, AspectView>;
}

/** Another text after each write. */
export function stateOf(aspects: EntityView['aspects']): string {
  return Object.entries(aspects)
    .map(([name, { version }]) => `${name} ${version}`)
    .join();
}

interface SentAspect {
  readonly value: Record<string, unknown>;
  readonly systemMetadata?: { readonly version?: string };
  readonly auditStamp?: Stamp;
}

/**
 * Reads an entity, also a soft-deleted one.
 *
 * @param asOf the time of which to read its state, epoch ms; absent: now
 * @throws ApiError 404 if nothing is stored under the URN, or was then; 400 if the history does not go back so far
 */
export async function readEntity(urn: string, signal?: AbortSignal, asOf?: number): Promise<EntityView> {
  const path = `openapi/v3/entity/generic/${encodeURIComponent(urn)}`;
  return entityOf(await request<SentEntity>(path, { query: { systemMetadata: true, asOf }, signal }), asOf);
}

/** Reads several entities of one type. Those that do not exist are left out. */
export async function readEntities(urns: readonly string[], signal?: AbortSignal): Promise<EntityView[]> {
  const type = typeOfUrn(urns[0] ?? '').toLowerCase();
  const sent = await request<SentEntity[]>(`openapi/v3/entity/${type}/batchGet`, {
    method: 'POST',
    query: { systemMetadata: true },
    body: urns.map((urn) => ({ urn })),
    signal,
  });
  return sent.map((each) => entityOf(each, undefined));
}

/** Reads all entities of a type, page by page. @param query what the list of the API takes */
export async function listEntities(type: string, query: Readonly<Record<string, QueryValue>>, signal?: AbortSignal): Promise<EntityView[]> {
  const all: EntityView[] = [];
  let scrollId: string | undefined;
  do {
    const page: { entities: SentEntity[]; scrollId?: string } = await request(`openapi/v3/entity/${type.toLowerCase()}`, {
      query: { ...query, count: 1000, systemMetadata: true, scrollId },
      signal,
    });
    all.push(...page.entities.map((each) => entityOf(each, undefined)));
    scrollId = page.scrollId;
  } while (scrollId !== undefined);
  return all;
}

type SentEntity = { urn: string } & Record<string, SentAspect | string>;

function entityOf({ urn: stored, ...aspects }: SentEntity, asOf: number | undefined): EntityView {
  const views = Object.entries(aspects).map(([name, sent]) => [name, viewOf(sent as SentAspect)] as const);
  return { urn: stored, entityType: typeOfUrn(stored), asOf, aspects: Object.fromEntries(views) };
}

export function viewOf({ value, systemMetadata, auditStamp }: SentAspect): AspectView {
  return { value, version: systemMetadata?.version, ...(auditStamp ? { created: auditStamp } : {}) };
}
