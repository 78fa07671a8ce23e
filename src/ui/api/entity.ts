/**
 * Reads one entity with all its latest aspects.
 */
import { request } from './client.ts';
import { typeOfUrn } from './urn.ts';

export interface Stamp {
  /** Epoch milliseconds. */
  readonly time: number;
  /** URN of the person who did it. */
  readonly actor: string;
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
  readonly aspects: Record<string, AspectView>;
}

interface SentAspect {
  readonly value: Record<string, unknown>;
  readonly systemMetadata?: { readonly version?: string };
  readonly auditStamp?: Stamp;
}

/**
 * Reads an entity, also a soft-deleted one.
 *
 * @throws ApiError 404 if nothing is stored under the URN
 */
export async function readEntity(urn: string, signal?: AbortSignal): Promise<EntityView> {
  const path = `openapi/v3/entity/generic/${encodeURIComponent(urn)}`;
  const { urn: stored, ...aspects } = await request<{ urn: string } & Record<string, SentAspect | string>>(path, {
    query: { systemMetadata: true },
    signal,
  });
  const views = Object.entries(aspects).map(([name, sent]) => [name, viewOf(sent as SentAspect)] as const);
  return { urn: stored, entityType: typeOfUrn(stored), aspects: Object.fromEntries(views) };
}

export function viewOf({ value, systemMetadata, auditStamp }: SentAspect): AspectView {
  return { value, version: systemMetadata?.version, ...(auditStamp ? { created: auditStamp } : {}) };
}
