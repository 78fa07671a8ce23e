/**
 * Reads what depends on an asset or on some of its columns.
 */
import { type Answer, request } from './client.ts';
import { lookUp } from './names.ts';
import { platformOfUrn } from './urn.ts';

export type AffectedAsset = Answer<'/impact'>['affected'][number] & {
  /** The id of its platform. */
  readonly platform: string | undefined;
  /** `Table`, `View`, `Chart`. */
  readonly kind: string;
};

export type Impact = Omit<Answer<'/impact'>, 'affected' | 'start' | 'count'> & { readonly affected: readonly AffectedAsset[] };

/** Assets of one request. */
export const IMPACT_PAGE = 1_000;

/**
 * Reads page after page.
 *
 * @param columns paths; if empty: the whole asset
 * @param most how many assets are enough
 */
export async function readImpact(urn: string, columns: readonly string[], most: number, signal?: AbortSignal): Promise<Impact> {
  const affected: AffectedAsset[] = [];
  for (let start = 0; ; ) {
    const count = Math.min(IMPACT_PAGE, most - start);
    const page = await request<Answer<'/impact'>>('impact', { query: { urn, columns, start: String(start), count: String(count) }, signal });
    const named = page.affected.map(async (each) => ({ ...each, platform: platformOfUrn(each.urn), kind: (await lookUp(each.urn)).kind }));
    affected.push(...(await Promise.all(named)));
    if (page.nextStart === undefined || affected.length >= most) return { ...page, affected };
    start = page.nextStart;
  }
}
