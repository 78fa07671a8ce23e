/**
 * Weighs what a request may bring before it is read: one request for a thousand entities takes as much of the server as many small ones. The row of a
 * call says how much that is.
 */
import { type Catalog, changing } from '../../catalog/index.ts';
import type { Share } from '../shares.ts';

/** Aspects, edges, points or URNs that weigh as much as a small read. */
const ITEMS_OF_ONE = 100;

const changed = changing(({ brings }) => brings !== undefined);

/** The core whose reads wait until the caller may begin work of their weight. */
export function weighReads(catalog: Catalog, { begin }: Pick<Share, 'begin'>): Catalog {
  return changed(catalog, ({ brings }, call) => async (...asked) => {
    const more = Math.floor((brings?.(...asked) ?? 0) / ITEMS_OF_ONE);
    if (more > 0) await begin(more);
    return call(...asked);
  });
}
