/**
 * Hierarchies: containers within containers, domains, nodes of a glossary.
 */
import { type Graph, readRows } from './driver.ts';
import { arrow } from './statements.ts';

/** Entities of the same type above or below the given ones; the given ones are not included. */
export async function readHierarchy(graph: Graph, urns: readonly string[], direction: 'above' | 'below'): Promise<string[]> {
  const rows = await readRows<{ urn: string; related: string[] }>(
    graph,
    'traverse/walk-hierarchy',
    { rows: urns.map((urn) => ({ urn, prefix: `${urn.split(':', 3).join(':')}:` })) },
    arrow(direction === 'above' ? 'OUTGOING' : 'INCOMING'),
  );
  return rows.flatMap(({ related }) => related);
}
