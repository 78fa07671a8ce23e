/**
 * The end of a hard delete (docs/semantics.md 12.2): edges that did not fit into its transaction.
 */

import type { Graph } from '../../graph/driver.ts';
import { dropEdgesOfDeleted, readUnfinishedDeletes } from '../../graph/hard-deletes.ts';
import type { WriteResult } from '../write/write.ts';

/** Ends the hard deletes of a request, so that its answer is true. */
export async function finishDeletesOf(graph: Graph, { items }: WriteResult): Promise<void> {
  const written = items.flatMap((item) => ('written' in item ? item.written : []));
  const urns = written.filter(({ aspect, outcome }) => outcome === 'deleted' && aspect.kind === 'key').map(({ urn }) => urn.text);
  await dropEdgesOfDeleted(graph, [...new Set(urns)]);
}

/** Ends hard deletes that were cut short; says whether there were any. */
export async function finishDeletes(graph: Graph): Promise<boolean> {
  const urns = await readUnfinishedDeletes(graph);
  await dropEdgesOfDeleted(graph, urns);
  return urns.length > 0;
}
