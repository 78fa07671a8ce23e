/**
 * Reads the neighbours of entities: those of a dense node from an order that is kept (`dense/`), all others with one statement.
 */
import { type DenseOrders, MOST_AT_ONCE, type Near, type Pair } from './dense/orders.ts';
import { type Graph, place, readRows, whole } from './driver.ts';
import { edgePattern, type StatementOf } from './statements.ts';

interface PairPage {
  readonly total: number;
  readonly related: readonly Pair[];
}

/** A part of a list. */
export interface Slice {
  readonly start: number;
  readonly count: number;
}

type Edges = Pick<Near, 'direction' | 'types'>;

/** For each entity, a page of the entities at the other ends of its edges, by type and URN, and their total. */
export async function readRelated(
  graph: Graph,
  orders: DenseOrders,
  urns: readonly string[],
  edges: Edges,
  { start, count }: Slice,
): Promise<PairPage[]> {
  const sparse = [...new Set(urns)].filter((urn) => !orders.has({ ...edges, urn }));
  const rows = await rowsOf<{ urn: string; dense: boolean; total: number; page: [string, string][] }>(graph, 'read/read-related', sparse, edges, {
    start: place(start),
    count: whole(count),
    most: whole(MOST_AT_ONCE),
  });
  const found = new Map(rows.filter(({ dense }) => !dense).map((row) => [row.urn, row]));
  const dense = new Set(rows.filter((row) => row.dense).map(({ urn }) => urn));
  return Promise.all(
    urns.map((urn) => {
      if (dense.has(urn) || orders.has({ ...edges, urn })) return orders.page({ ...edges, urn }, start, count);
      const row = found.get(urn);
      return { total: row?.total ?? 0, related: (row?.page ?? []).map(([type, other]) => ({ type, urn: other })) };
    }),
  );
}

/** For each entity, how many existing entities of each type, without soft-deleted ones, are at the other ends of its edges. */
export async function countRelated(graph: Graph, urns: readonly string[], edges: Edges): Promise<ReadonlyMap<string, number>[]> {
  const rows = await rowsOf<{ urn: string; counts: [string, number][] }>(graph, 'read/count-related', [...new Set(urns)], edges, {});
  const found = new Map(rows.map(({ urn, counts }) => [urn, new Map(counts)]));
  return urns.map((urn) => found.get(urn) ?? new Map());
}

async function rowsOf<Row extends object>(
  graph: Graph,
  name: StatementOf<Row>,
  urns: readonly string[],
  { types, direction }: Edges,
  params: Record<string, unknown>,
): Promise<Row[]> {
  return urns.length === 0 ? [] : readRows<Row>(graph, name, { urns, ...params }, { edge: edgePattern(types, direction) });
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
