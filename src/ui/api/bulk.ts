/**
 * Changes of many entities at once.
 */
import { request } from './client.ts';
import { type SearchAsk, scope } from './search.ts';

export interface Links {
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

export interface BulkChanges {
  readonly tags?: Links;
  readonly terms?: Links;
  readonly owners?: {
    readonly add?: readonly { readonly owner: string; readonly type: string; readonly typeUrn?: string }[];
    readonly remove?: readonly string[];
  };
  readonly domain?: { readonly set?: string; readonly unset?: true };
  readonly properties?: {
    readonly set?: readonly { readonly property: string; readonly values: readonly (string | number)[] }[];
    readonly remove?: readonly string[];
  };
  readonly deprecation?: {
    readonly set?: { readonly note?: string; readonly replacement?: string; readonly decommissionTime?: number };
    readonly unset?: true;
  };
  readonly deletion?: 'soft' | 'restore' | 'hard';
}

/** Which entities: these, or all that a search finds. */
export type Chosen = { readonly urns: readonly string[] } | { readonly ask: SearchAsk };

export interface BulkRefusal {
  readonly urn: string;
  readonly aspect?: string;
  readonly message: string;
}

export interface BulkPreview {
  readonly total: number;
  /** On how many of them the changes were tried. */
  readonly tried: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly sample: readonly { readonly urn: string; readonly aspects: readonly string[] }[];
  readonly refusals: readonly BulkRefusal[];
}

/** Why an undoing leaves an aspect as it is. */
export type KeptReason = 'later' | 'rule' | 'entity' | 'again';

export interface Bulk {
  readonly id: string;
  readonly runId: string;
  readonly state: 'selecting' | 'active' | 'stopped' | 'done' | 'undoing' | 'undone' | 'partlyUndone';
  readonly reason?: string;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly changes: BulkChanges;
  readonly total: number;
  readonly done: number;
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
  readonly undone?: {
    readonly aspects: number;
    readonly total: number;
    /** Entities of which something stays; how many aspects do, by the reason; the first of them. */
    readonly kept: number;
    readonly why?: Readonly<Partial<Record<KeptReason, number>>>;
    readonly examples?: readonly (BulkRefusal & { readonly why: KeptReason })[];
  };
}

function bodyOf(chosen: Chosen, changes: BulkChanges): object {
  if ('urns' in chosen) return { urns: chosen.urns, changes };
  const { query, types = [], orFilters, searchFlags } = scope(chosen.ask);
  const { includeSoftDeleted, allWords } = searchFlags;
  return {
    search: {
      input: query,
      ...(types.length > 0 && { entities: types }),
      ...(orFilters && { filter: { or: orFilters } }),
      searchFlags: { includeSoftDeleted, allWords },
    },
    changes,
  };
}

/** What would change. Nothing is written. */
export function previewBulk(chosen: Chosen, changes: BulkChanges, signal?: AbortSignal): Promise<BulkPreview> {
  return request('bulk', { method: 'POST', body: { ...bodyOf(chosen, changes), dryRun: true }, signal });
}

/** Orders the change. The work follows. */
export function orderBulk(chosen: Chosen, changes: BulkChanges): Promise<Bulk> {
  return request('bulk', { method: 'POST', body: bodyOf(chosen, changes) });
}

export function readBulk(id: string, signal?: AbortSignal): Promise<Bulk> {
  return request(`bulk/${encodeURIComponent(id)}`, { signal });
}

export async function listBulk(signal?: AbortSignal): Promise<readonly Bulk[]> {
  return (await request<{ bulk: readonly Bulk[] }>('bulk', { signal })).bulk;
}

export function readRefused(
  id: string,
  after: number | undefined,
  signal?: AbortSignal,
): Promise<{ refused: readonly BulkRefusal[]; next?: number }> {
  return request(`bulk/${encodeURIComponent(id)}/refused`, { query: { after }, signal });
}

export function actOnBulk(id: string, action: 'stop' | 'resume' | 'undo'): Promise<Bulk> {
  return request(`bulk/${encodeURIComponent(id)}/${action}`, { method: 'POST' });
}
