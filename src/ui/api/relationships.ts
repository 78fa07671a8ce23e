/**
 * Reads edges between entities.
 */
import { request } from './client.ts';

export type Direction = 'OUTGOING' | 'INCOMING';

export interface RelatedPage {
  readonly start: number;
  readonly total: number;
  /** Sorted by type, then URN. */
  readonly relationships: readonly { readonly type: string; readonly entity: string }[];
}

interface Asked {
  /** Absent: all types. */
  readonly type?: string | undefined;
  readonly start: number;
  readonly count: number;
  /** The time of which to read them, epoch ms; absent: now. */
  readonly asOf?: number | undefined;
}

export function readRelated(urn: string, direction: Direction, { type, start, count, asOf }: Asked, signal?: AbortSignal): Promise<RelatedPage> {
  return request<RelatedPage>('relationships', { query: { urn, direction, types: type, start, count, asOf }, signal });
}
