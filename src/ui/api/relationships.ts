/**
 * Reads edges between entities.
 */
import { type Answer, request } from './client.ts';

export type Direction = 'OUTGOING' | 'INCOMING';

/** Sorted by type, then URN. */
type RelatedPage = Answer<'/relationships'>;

interface RelationshipWindow {
  /** Absent: all types. */
  readonly type?: string | undefined;
  readonly start: number;
  readonly count: number;
  /** The time of which to read them, epoch ms; absent: now. */
  readonly asOf?: number | undefined;
}

export function readRelated(
  urn: string,
  direction: Direction,
  { type, start, count, asOf }: RelationshipWindow,
  signal?: AbortSignal,
): Promise<RelatedPage> {
  return request<RelatedPage>('relationships', { query: { urn, direction, types: type, start, count, asOf }, signal });
}
