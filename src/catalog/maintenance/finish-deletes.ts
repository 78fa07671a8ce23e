/**
 * The end of a hard delete (docs/semantics.md 12.2): edges that did not fit into its transaction.
 */
import type { Graph } from '../../graph/driver.ts';
import { dropEdgesOfDeleted, readUnfinishedDeletes } from '../../graph/hard-deletes.ts';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import type { WriteResult } from '../write/write.ts';

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
