/**
 * Reads what depends on an asset or on some of its columns.
 */
import { type Answer, request } from './client.ts';
import { lookUp } from './names.ts';
import { platformOfUrn } from './urn.ts';

export type Affected = Answer<'/impact'>['affected'][number] & {
  /** The id of its platform. */
  readonly platform: string | undefined;
  /** `Table`, `View`, `Chart`. */
  readonly kind: string;
};

type Impact = Omit<Answer<'/impact'>, 'affected'> & { readonly affected: readonly Affected[] };

/** @param columns paths; if empty: the whole asset */
export async function readImpact(urn: string, columns: readonly string[], signal?: AbortSignal): Promise<Impact> {
  const found = await request<Answer<'/impact'>>('impact', { query: { urn, columns }, signal });
  const affected = found.affected.map(async (each) => ({ ...each, platform: platformOfUrn(each.urn), kind: (await lookUp(each.urn)).kind }));
  return { ...found, affected: await Promise.all(affected) };
}
