/**
 * Reads what depends on an asset or on some of its columns.
 */
import { type Answer, request } from './client.ts';
import { platformOfUrn } from './urn.ts';

export type Affected = Answer<'/impact'>['affected'][number] & {
  /** The id of its platform. */
  readonly platform: string | undefined;
};

type Impact = Omit<Answer<'/impact'>, 'affected'> & { readonly affected: readonly Affected[] };

/** @param columns paths; if empty: the whole asset */
export async function readImpact(urn: string, columns: readonly string[], signal?: AbortSignal): Promise<Impact> {
  const found = await request<Answer<'/impact'>>('impact', { query: { urn, columns }, signal });
  return { ...found, affected: found.affected.map((each) => ({ ...each, platform: platformOfUrn(each.urn) })) };
}
