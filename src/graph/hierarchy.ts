/**
 * Hierarchies: containers within containers, domains, nodes of a glossary.
 */
import { type Graph, readRows } from './driver.ts';

const ARROWS = {
  above: { left: '-', right: '->' },
  below: { left: '<-', right: '-' },
} as const;

/** Entities of the same type above or below the given ones; the given ones are not included. */
export async function readHierarchy(graph: Graph, urns: readonly string[], direction: keyof typeof ARROWS): Promise<string[]> {
  const rows = await readRows<{ urn: string; related: string[] }>(
    graph,
    'traverse/walk-hierarchy',
    { rows: urns.map((urn) => ({ urn, prefix: `${urn.split(':', 3).join(':')}:` })) },
    ARROWS[direction],
  );
  return rows.flatMap(({ related }) => related);
}
