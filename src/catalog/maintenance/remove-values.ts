/**
 * The clean-up after a property was hard-deleted or defined anew (docs/semantics.md 14.2, 14.5): its values are removed from every entity
 * that carries them, as ordinary writes. The order stands in the graph, so a stop in the middle loses nothing.
 */
import type { Graph } from '../../graph/driver.ts';
import { nextPurge, purgeDone, purgeHolders } from '../../graph/purges.ts';
import type { Log } from '../../log.ts';
import { PROPERTY_VALUES } from '../../model/known-names.ts';
import type { WriteRequest } from '../write/write.ts';

const PAGE = 200;

/**
 * Removes the values of one property.
 *
 * @returns whether there was such a property
 */
export async function removeValues(graph: Graph, write: (request: WriteRequest) => Promise<unknown>, actor: string, log: Log): Promise<boolean> {
  const order = await nextPurge(graph);
  if (!order) return false;
  let entities = 0;
  for (let after = ''; ; ) {
    const page = await purgeHolders(graph, order.urn, after, PAGE);
    const last = page.at(-1);
    if (last === undefined) break;
    const purge = { aspectName: PROPERTY_VALUES, changeType: 'PURGE', keepsRun: true } as const;
    await write({ proposals: page.map((entityUrn) => ({ entityUrn, ...purge })), together: false, actor });
    entities += page.length;
    after = last;
  }
  await purgeDone(graph, order);
  log('property.purged', { urn: order.urn, entities });
  return true;
}
