/**
 * Reads edges between entities.
 */
import { request } from './client.ts';
import { asOfHere } from './past.ts';

export type Direction = 'OUTGOING' | 'INCOMING';

export interface RelatedPage {
  readonly start: number;
  readonly total: number;
  /** Sorted by type, then URN. */
  readonly relationships: readonly { readonly type: string; readonly entity: string }[];
}

/**
 * Reads them as of the time of the page.
 *
 * @param type absent: all types
 */
export function readRelated(
  urn: string,
  direction: Direction,
  { type, start, count }: { readonly type?: string | undefined; readonly start: number; readonly count: number },
  signal?: AbortSignal,
): Promise<RelatedPage> {
  return request<RelatedPage>('relationships', { query: { urn, direction, types: type, start, count, asOf: asOfHere() }, signal });
}
