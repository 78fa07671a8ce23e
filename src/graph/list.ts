/**
 * Entities by their type, in the order of their URNs.
 */
import { type Graph, readRows, whole } from './driver.ts';

interface UrnRange {
  readonly type: string;
  /** Both exclusive. */
  readonly from: string;
  readonly to: string;
  readonly order: 'ASCENDING' | 'DESCENDING';
  readonly includeRemoved: boolean;
  readonly limit: number;
}

export async function listUrns(graph: Graph, { type, from, to, order, includeRemoved, limit }: UrnRange): Promise<string[]> {
  const rows = await readRows<{ urn: string }>(
    graph,
    'read/list-entities',
    { type, from, to, includeRemoved, limit: whole(limit) },
    { order: order === 'ASCENDING' ? 'ASC' : 'DESC' },
  );
  return rows.map(({ urn }) => urn);
}

type CountRow = { readonly type: string; readonly total: number };

/**
 * How many entities of each type there are; types without any may be left out. A last statement counts the soft-deleted ones.
 *
 * @param types entity types of the model
 */
export async function countEntities(graph: Graph, types: readonly string[], includeRemoved: boolean): Promise<Map<string, number>> {
  // A statement for all types of the model would take Neo4j seconds to plan when it has just started.
  const stored = new Set((await readRows<{ label: string }>(graph, 'read/labels', {})).map(({ label }) => label));
  const labels = types.filter((type) => stored.has(type)).sort();
  if (labels.length === 0) return new Map();
  const all = await readRows<CountRow>(
    graph,
    'read/count-types',
    {},
    labels.map((label) => ({ label })),
  );
  const counts = new Map(all.map(({ type, total }) => [type, total]));
  const removed = includeRemoved ? [] : await readRows<CountRow>(graph, 'read/count-removed', { types: labels });
  for (const { type, total } of removed) counts.set(type, (counts.get(type) ?? 0) - total);
  return counts;
}
