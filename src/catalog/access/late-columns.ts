/**
 * Hits that the search engine may have found by columns that are hidden now: their tables have changed since it indexed them. They are left
 * out until the index shows the change.
 */
import { knownUrns } from '../../model/urn.ts';
import type { Catalog } from '../calls.ts';
import type { AtState } from '../find/snapshot.ts';
import type { Viewer } from './viewer.ts';

/** Those of the hits of a search that have not changed so since. */
export type OnTime = <Hit extends { readonly urn: string }>(found: AtState<{ readonly hits: readonly Hit[] }>) => Promise<readonly Hit[]>;

export function hitsOnTime({ model, pending }: Pick<Catalog, 'model' | 'pending'>, { columns }: Viewer): OnTime {
  return async ({ hits, shown }) => {
    if (!columns || hits.length === 0 || shown?.behind === 0) return hits;
    const urns = knownUrns(
      model,
      hits.map(({ urn }) => urn),
    );
    const waiting = await pending(urns, shown);
    const hiding = new Set(await columns.hiding(urns.filter((_, at) => waiting[at]).map(({ text }) => text)));
    return hiding.size === 0 ? hits : hits.filter(({ urn }) => !hiding.has(urn));
  };
}
