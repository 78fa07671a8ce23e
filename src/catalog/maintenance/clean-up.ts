/**
 * Edges of hard-deleted entities that did not fit into the transaction (docs/semantics.md 12.2). What is left to do is in the graph, so a
 * stop in the middle loses nothing.
 */
import { dropEdgesOfDeleted, readUnfinishedDeletes } from '../../graph/clean-up.ts';
import type { Graph } from '../../graph/driver.ts';
import { makeSlices } from '../../slices.ts';
import type { WriteResult } from '../write/write.ts';
import { deletedIn } from './settle.ts';

/** Finishes the hard deletes of a request before it is answered. */
export async function finishDeletesOf(graph: Graph, result: WriteResult): Promise<void> {
  const deleted = await deletedIn(result, makeSlices());
  await dropEdgesOfDeleted(
    graph,
    deleted.map(({ text }) => text),
  );
}

/** Finishes hard deletes that were interrupted. Answers whether there were any. */
export async function finishDeletes(graph: Graph): Promise<boolean> {
  const urns = await readUnfinishedDeletes(graph);
  await dropEdgesOfDeleted(graph, urns);
  return urns.length > 0;
}
