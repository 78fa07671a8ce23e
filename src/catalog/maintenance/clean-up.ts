/**
 * What is left after a hard delete: edges that did not fit into its transaction (docs/semantics.md 12.2), and the values of a property that
 * was deleted or defined anew (14.2, 14.5). The orders are in the graph, so a stop in the middle loses nothing.
 */
import { dropEdgesOfDeleted, nextPurge, purgeDone, purgeHolders, readUnfinishedDeletes } from '../../graph/clean-up.ts';
import type { Graph } from '../../graph/driver.ts';
import type { Log } from '../../log.ts';
import { PROPERTY_VALUES } from '../../model/known-names.ts';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import type { WriteRequest, WriteResult } from '../write/write.ts';

/** Entities in one write that removes values. */
const PAGE = 200;

/** Finishes the hard deletes of a request before it is answered. */
export async function finishDeletesOf(graph: Graph, { items }: WriteResult): Promise<void> {
  const urns: string[] = [];
  const slices = makeSlices();
  for (const item of items) {
    if ('written' in item)
      for (const { urn, aspect, outcome } of item.written) if (outcome === 'deleted' && aspect.kind === 'key') urns.push(urn.text);
    await yieldIfDue(slices);
  }
  await dropEdgesOfDeleted(graph, [...new Set(urns)]);
}

/** Finishes hard deletes that were interrupted. Answers whether there were any. */
export async function finishDeletes(graph: Graph): Promise<boolean> {
  const urns = await readUnfinishedDeletes(graph);
  await dropEdgesOfDeleted(graph, urns);
  return urns.length > 0;
}

/**
 * Removes the values of one property from every entity that has them, as ordinary writes.
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
