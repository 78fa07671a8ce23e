/**
 * Reads the neighbours of entities: those of a dense node from an order that is kept (`dense/`), all others with one statement.
 */
import { type DenseOrders, MOST_AT_ONCE, type Near, type Pair } from './dense/orders.ts';
import { type Graph, place, readRows, whole } from './driver.ts';
import { noteRead } from './read.ts';
import { arrow, edgePattern } from './statements.ts';

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

type RelatedRow = [urn: string, dense: boolean, total: number, page: [string, string][]];
type LogPlace = { name: string; epoch: string; seq: number | null };

/** For each entity, a page of the entities at the other ends of its edges, by type and URN, and their total. */
export async function readRelated(
  graph: Graph,
  orders: DenseOrders,
  urns: readonly string[],
  edges: Edges,
  { start, count }: Slice,
): Promise<PairPage[]> {
  const sparse = [...new Set(urns)].filter((urn) => !orders.has({ ...edges, urn }));
  const params = { urns: sparse, types: edges.types, start: place(start), count: whole(count), most: whole(MOST_AT_ONCE) };
  const [read] =
    sparse.length === 0 ? [] : await readRows<{ rows: RelatedRow[] } & LogPlace>(graph, 'read/read-related', params, arrow(edges.direction));
  const rows = read?.rows ?? [];
  const found = new Map(rows.flatMap(([urn, dense, ...row]) => (dense ? [] : [[urn, row] as const])));
  const dense = new Set(rows.flatMap(([urn, isDense]) => (isDense ? urn : [])));
  const isDense = (urn: string): boolean => dense.has(urn) || orders.has({ ...edges, urn });
  const pages = await Promise.all(
    urns.map((urn) => {
      if (isDense(urn)) return orders.page({ ...edges, urn }, start, count);
      const [total, page] = found.get(urn) ?? [0, []];
      return { total, related: page.map(([type, other]) => ({ type, urn: other })) };
    }),
  );
  // Orders are read later.
  if (read && !urns.some(isDense)) noteRead(pages, read);
  return pages;
}

/** For each entity, how many existing entities of each type, without soft-deleted ones, are at the other ends of its edges. */
export async function countRelated(graph: Graph, urns: readonly string[], { types, direction }: Edges): Promise<ReadonlyMap<string, number>[]> {
  if (urns.length === 0) return [];
  const params = { urns: [...new Set(urns)] };
  const edge = edgePattern(types, direction);
  const rows = await readRows<{ urn: string; counts: [string, number][] }>(graph, 'read/count-related', params, { edge });
  const found = new Map(rows.map(({ urn, counts }) => [urn, new Map(counts)]));
  return urns.map((urn) => found.get(urn) ?? new Map());
}

/** The next pairs of readRelated, after `after`. */
export async function readRelatedAfter(graph: Graph, orders: DenseOrders, near: Near, after: Pair | undefined, count: number): Promise<Pair[]> {
  if (orders.has(near)) return orders.after(near, after, count);
  const [row] = await readRows<{ dense: boolean; page: [string, string][] }>(
    graph,
    'read/page-related',
    { urn: near.urn, types: near.types, type: after?.type ?? null, after: after?.urn ?? null, count: whole(count), most: whole(MOST_AT_ONCE) },
    arrow(near.direction),
  );
  if (row?.dense) return orders.after(near, after, count);
  return (row?.page ?? []).map(([type, urn]) => ({ type, urn }));
}
