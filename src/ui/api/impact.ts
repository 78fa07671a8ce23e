/**
 * Reads what depends on an asset or on some of its columns.
 */
import { request } from './client.ts';
import { platformOfUrn } from './urn.ts';

export interface LandingColumn {
  readonly column: string;
  /** The column of the asset that it comes from. */
  readonly from: string;
  readonly degree: number;
}

export interface Affected {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** The id of its platform. */
  readonly platform: string | undefined;
  /** Hops; absent if only columns lead to it. */
  readonly degree?: number;
  /** URNs of one shortest path, with both ends. */
  readonly path: readonly string[];
  /** URNs. */
  readonly owners: readonly string[];
  readonly columns: readonly LandingColumn[] | 'none' | 'unknown';
}

export interface Impact {
  readonly total: number;
  readonly hidden: number;
  readonly cut: boolean;
  readonly affected: readonly Affected[];
  readonly references: readonly { readonly type: string; readonly urn: string }[];
}

/** @param columns paths; if empty: the whole asset */
export async function readImpact(urn: string, columns: readonly string[], signal?: AbortSignal): Promise<Impact> {
  const found = await request<Impact>('impact', { query: { urn, columns }, signal });
  return { ...found, affected: found.affected.map((each) => ({ ...each, platform: platformOfUrn(each.urn) })) };
}
