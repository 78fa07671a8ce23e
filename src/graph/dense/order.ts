/**
 * The neighbours of a dense node, ordered by relationship type and URN, in blocks. It has their node ids, and of each block one URN, so a
 * million of them takes about 8 MB. Pure: whoever has it reads the other URNs.
 */

/** Neighbours of one type that follow each other. */
interface Block {
  readonly type: string;
  /** Not after any of its URNs, and after all URNs of the block before. */
  first: string;
  ids: number[];
}

export interface NeighbourOrder {
  blocks: Block[];
  /** Pairs of type and neighbour. */
  total: number;
  /** Edges beyond the first of a pair, by `pairKey`: another aspect makes the same edge. */
  readonly twins: Map<string, number>;
}

/** A pair of type and neighbour. */
export interface Position {
  readonly type: string;
  readonly id: number;
}

/** An entity that has changed, and the types of its edges with the node, with how many there are. */
export interface End {
  readonly id: number;
  readonly urn: string;
  readonly types: ReadonlyMap<string, number>;
}

export const BLOCK_SIZE = 256;

function pairKey(type: string, id: number): string {
  return `${type} ${id}`;
}

/** Makes an order of blocks as `order-related.cypher` returns them: the same neighbour may follow itself. */
export function orderOf(rows: readonly { readonly type: string; readonly first: string; readonly ids: readonly number[] }[]): NeighbourOrder {
  const order: NeighbourOrder = { blocks: [], total: 0, twins: new Map() };
  let [lastType, lastId] = ['', -1];
  for (const { type, first, ids } of rows) {
    const block: Block = { type, first, ids: [] };
    for (const id of ids) {
      if (id === lastId && type === lastType) order.twins.set(pairKey(type, id), (order.twins.get(pairKey(type, id)) ?? 0) + 1);
      else block.ids.push(id);
      [lastType, lastId] = [type, id];
    }
    if (block.ids.length > 0) order.blocks.push(block);
    order.total += block.ids.length;
  }
  return order;
}

/** How many edges the order stands for. */
export function degreeOf({ total, twins }: NeighbourOrder): number {
  let degree = total;
  for (const more of twins.values()) degree += more;
  return degree;
}

/** The types that it has, in their order. */
export function typesOf({ blocks }: NeighbourOrder): string[] {
  return [...new Set(blocks.map(({ type }) => type))];
}

/** Part of the order, by position. */
export function slice({ blocks }: NeighbourOrder, start: number, count: number): Position[] {
  const places: Position[] = [];
  let at = 0;
  for (const { type, ids } of blocks) {
    if (places.length >= count) break;
    const from = Math.max(0, start - at);
    at += ids.length;
    if (from < ids.length) for (const id of ids.slice(from, from + count - places.length)) places.push({ type, id });
  }
  return places;
}

/** The position of the block that would have a pair: no later block has it or one before it. -1: it is before all of them. */
export function blockOf({ blocks }: NeighbourOrder, type: string, urn: string): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const { type: otherType, first } = blocks[middle] as Block;
    if (byCodePoint(otherType, type) < 0 || (otherType === type && byCodePoint(first, urn) <= 0)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The position of the first pair of a block. */
export function startOf({ blocks }: NeighbourOrder, block: number): number {
  let start = 0;
  for (let at = 0; at < block; at++) start += blocks[at]?.ids.length ?? 0;
  return start;
}

/** Takes changed entities out of the order, and answers which pairs have to be put in. */
export function withdraw(order: NeighbourOrder, ends: readonly End[]): (Position & { readonly urn: string })[] {
  const byId = new Map(ends.map((end) => [end.id, end]));
  const missing = new Set(ends.flatMap(({ id, types }) => [...types.keys()].map((type) => pairKey(type, id))));
  for (const block of order.blocks) {
    if (!block.ids.some((id) => byId.has(id))) continue;
    block.ids = block.ids.filter((id) => {
      const end = byId.get(id);
      if (end) missing.delete(pairKey(block.type, id));
      return !end || end.types.has(block.type);
    });
  }
  for (const type of typesOf(order)) for (const { id } of ends) order.twins.delete(pairKey(type, id));
  for (const { id, types } of ends) for (const [type, times] of types) if (times > 1) order.twins.set(pairKey(type, id), times - 1);
  settle(order);
  return ends.flatMap(({ id, urn, types }) => [...types.keys()].filter((type) => missing.has(pairKey(type, id))).map((type) => ({ type, id, urn })));
}

/** Puts a pair in. @param urnOf the URNs of the block that would have it; one that is unknown is passed over */
export function insert(
  order: NeighbourOrder,
  { type, id, urn }: Position & { readonly urn: string },
  urnOf: (id: number) => string | undefined,
): void {
  const at = blockOf(order, type, urn);
  const before = order.blocks[at];
  const next = order.blocks[at + 1];
  if (before?.type === type) before.ids.splice(positionIn(before, urn, urnOf), 0, id);
  else if (next?.type === type) {
    next.ids.unshift(id);
    next.first = urn;
  } else order.blocks.splice(at + 1, 0, { type, first: urn, ids: [id] });
  order.total++;
  if (before && before.ids.length > 2 * BLOCK_SIZE) split(order, at, urnOf);
}

function positionIn({ ids }: Block, urn: string, urnOf: (id: number) => string | undefined): number {
  const at = ids.findIndex((id) => {
    const other = urnOf(id);
    return other !== undefined && byCodePoint(other, urn) > 0;
  });
  return at < 0 ? ids.length : at;
}

function split(order: NeighbourOrder, at: number, urnOf: (id: number) => string | undefined): void {
  const block = order.blocks[at] as Block;
  const first = urnOf(block.ids[BLOCK_SIZE] as number);
  if (first === undefined) return;
  order.blocks.splice(at + 1, 0, { type: block.type, first, ids: block.ids.splice(BLOCK_SIZE) });
}

function settle(order: NeighbourOrder): void {
  order.blocks = order.blocks.filter(({ ids }) => ids.length > 0);
  order.total = order.blocks.reduce((sum, { ids }) => sum + ids.length, 0);
}

/** Compares as Neo4j sorts texts. JavaScript compares halves of surrogate pairs. */
export function byCodePoint(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  for (let at = 0; at < most; at++) {
    const [one, other] = [a.charCodeAt(at), b.charCodeAt(at)];
    if (one !== other) return rank(one) - rank(other);
  }
  return a.length - b.length;
}

/** Surrogates come after all other units. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
