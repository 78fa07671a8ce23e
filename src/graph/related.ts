/**
 * Reads the neighbours of an entity: those of a dense node from an order that is kept (`dense/`), all others with one statement.
 */
import { type DenseOrders, MOST_AT_ONCE, type Near, type Pair } from './dense/orders.ts';
import { type Graph, place, readRows, whole } from './driver.ts';
import { edgePattern } from './statements.ts';

/** A page of the entities at the other ends of an entity's edges, by type and URN, and their total. */
export async function readRelated(
  graph: Graph,
  orders: DenseOrders,
  near: Near,
  start: number,
  count: number,
): Promise<{ total: number; related: Pair[] }> {
  if (orders.has(near)) return orders.page(near, start, count);
  const [row] = await readRows<{ dense: boolean; total: number; page: [string, string][] }>(
    graph,
    'read/read-related',
    { urn: near.urn, start: place(start), count: whole(count), most: whole(MOST_AT_ONCE) },
    { edge: edgePattern(near.types, near.direction) },
  );
  if (row?.dense) return orders.page(near, start, count);
  return { total: row?.total ?? 0, related: (row?.page ?? []).map(([type, urn]) => ({ type, urn })) };
}

/** The next pairs of readRelated, after `after`. */
export async function readRelatedAfter(graph: Graph, orders: DenseOrders, near: Near, after: Pair | undefined, count: number): Promise<Pair[]> {
  if (orders.has(near)) return orders.after(near, after, count);
  const [row] = await readRows<{ dense: boolean; page: [string, string][] }>(
    graph,
    'read/page-related',
    { urn: near.urn, type: after?.type ?? null, after: after?.urn ?? null, count: whole(count), most: whole(MOST_AT_ONCE) },
    { edge: edgePattern(near.types, near.direction) },
  );
  if (row?.dense) return orders.after(near, after, count);
  return (row?.page ?? []).map(([type, urn]) => ({ type, urn }));
}
