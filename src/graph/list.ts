/**
 * Entities by their type, in the order of their URNs.
 */
import { type Graph, readRows, whole } from './driver.ts';

export interface UrnRange {
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
    'read/list',
    { type, from, to, includeRemoved, limit: whole(limit) },
    { order: order === 'ASCENDING' ? 'ASC' : 'DESC' },
  );
  return rows.map(({ urn }) => urn);
}

/** @param type an entity type of the model */
export async function countEntities(graph: Graph, type: string, includeRemoved: boolean): Promise<number> {
  const [row] = await readRows<{ total: number; removed: number }>(graph, 'read/type-count', { type }, { label: type });
  return row ? row.total - (includeRemoved ? 0 : row.removed) : 0;
}
