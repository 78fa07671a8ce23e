/**
 * Changes of many entities at once.
 */
import type { Shape } from '../data/aspects.ts';
import { type Answer, request } from './client.ts';
import { type SearchAsk, scope } from './search.ts';

export type Links = Shape<'BulkLinks'>;
export type Link = Shape<'BulkLink'>;
export type BulkChanges = Shape<'BulkChanges'>;
export type BulkRefusal = Shape<'BulkRefusal'>;
export type BulkPreview = Shape<'BulkPreview'>;
export type Bulk = Shape<'Bulk'>;

/** The changes of one entity. */
export interface OwnChanges {
  readonly urn: string;
  readonly changes: BulkChanges;
}

/** Which entities: these, all that a search finds, or these with changes of their own. */
export type BulkTarget = ({ readonly urns: readonly string[] } | { readonly search: BulkSearch } | { readonly each: readonly OwnChanges[] }) & {
  /** Paths or names of columns: these are meant, not the entities. */
  readonly columns?: readonly string[];
};

/** A search as a bulk change takes it. */
export interface BulkSearch {
  readonly input: string;
  readonly entities?: readonly string[];
  readonly filter?: { readonly or: readonly object[] };
  readonly searchFlags: { readonly includeSoftDeleted?: boolean; readonly allWords: boolean };
}

/** Why an undoing leaves an aspect as it is. */
export type KeptReason = keyof NonNullable<NonNullable<Bulk['undone']>['why']>;

/** A search of the search page as a bulk change takes it, too. */
export function bulkSearch(ask: SearchAsk): BulkSearch {
  const { query, types = [], orFilters, searchFlags } = scope(ask);
  const { includeSoftDeleted, allWords } = searchFlags;
  return {
    input: query,
    ...(types.length > 0 && { entities: types }),
    ...(orFilters && { filter: { or: orFilters } }),
    searchFlags: { includeSoftDeleted, allWords },
  };
}

/** What would change. Nothing is written. */
export function previewBulk(chosen: BulkTarget, changes: BulkChanges, signal?: AbortSignal): Promise<BulkPreview> {
  return request('bulk', { method: 'POST', body: { ...orderOf(chosen, changes), dryRun: true }, signal });
}

/** Orders the change. The work follows. */
export function orderBulk(chosen: BulkTarget, changes: BulkChanges): Promise<Bulk> {
  return request('bulk', { method: 'POST', body: orderOf(chosen, changes) });
}

function orderOf(chosen: BulkTarget, changes: BulkChanges): object {
  return 'each' in chosen ? chosen : { ...chosen, changes };
}

export function readBulk(id: string, signal?: AbortSignal): Promise<Bulk> {
  return request(`bulk/${encodeURIComponent(id)}`, { signal });
}

export async function listBulk(signal?: AbortSignal): Promise<readonly Bulk[]> {
  return (await request<Answer<'/bulk'>>('bulk', { signal })).bulk;
}

export function readRefused(id: string, after: number | undefined, signal?: AbortSignal): Promise<Answer<'/bulk/{id}/refused'>> {
  return request(`bulk/${encodeURIComponent(id)}/refused`, { query: { after }, signal });
}

export function actOnBulk(id: string, action: 'stop' | 'resume' | 'undo'): Promise<Bulk> {
  return request(`bulk/${encodeURIComponent(id)}/${action}`, { method: 'POST' });
}
