/**
 * Hierarchies: containers within containers, domains, nodes of a glossary.
 */
import type { Hierarchy, Parent } from '../model/hierarchies.ts';
import { type Graph, readRows } from './driver.ts';
import { arrow, typeNames } from './statements.ts';

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

/** What is directly above the entities of a hierarchy, without those whose parent is at the top. */
export function readParents(graph: Graph, { relationship, aspect, prefixes }: Hierarchy): Promise<Parent[]> {
  return readRows<Parent>(graph, 'traverse/read-parents', { prefixes, aspect }, { types: typeNames([relationship]) });
}
