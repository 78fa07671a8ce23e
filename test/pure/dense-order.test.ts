import { expect } from 'chai';
import {
  BLOCK_SIZE,
  blockOf,
  byCodePoint,
  degreeOf,
  insert,
  type NeighbourOrder,
  orderOf,
  slice,
  startOf,
  withdraw,
} from '../../src/graph/dense/order.ts';

type Edges = Map<string, { urn: string; times: number; type: string; id: number }>;

const TYPES = ['A', 'B', 'C'];
const urnOf = (id: number): string => `${id % 7 === 0 ? '\u{1f600}' : id % 5 === 0 ? '\uffee' : 'u'}${(id * 7919) % 100_003}`;

/** The pairs as Neo4j would list them. */
function listed(edges: Edges): { type: string; id: number }[] {
  return [...edges.values()].sort((a, b) => byCodePoint(a.type, b.type) || byCodePoint(a.urn, b.urn)).map(({ type, id }) => ({ type, id }));
}

function put(edges: Edges, type: string, id: number, times: number): void {
  if (times === 0) edges.delete(`${type} ${id}`);
  else edges.set(`${type} ${id}`, { type, id, times, urn: urnOf(id) });
}

/** The order as it would be read from the graph. */
function read(edges: Edges): NeighbourOrder {
  const rows: { type: string; first: string; ids: number[] }[] = [];
  for (const type of TYPES) {
    const ids = listed(edges)
      .filter((each) => each.type === type)
      .flatMap(({ id }) => Array.from({ length: edges.get(`${type} ${id}`)?.times ?? 0 }, () => id));
    for (let at = 0; at < ids.length; at += BLOCK_SIZE) rows.push({ type, first: urnOf(ids[at] as number), ids: ids.slice(at, at + BLOCK_SIZE) });
  }
  return orderOf(rows);
}

/** The next number of a fixed series, less than `below`. */
function series(): (below: number) => number {
  let state = 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

describe('The order of the neighbours of a dense node', () => {
  it('compares texts as the graph does, by code points', () => {
    expect(byCodePoint('a', 'b')).to.be.below(0);
    expect(byCodePoint('ab', 'a')).to.be.above(0);
    expect(byCodePoint('a', 'a')).to.equal(0);
    expect(byCodePoint('\uffee', '\u{1f600}')).to.be.below(0);
  });

  it('is the same after changes as when it is read anew', () => {
    const next = series();
    const edges: Edges = new Map();
    for (let id = 0; id < 3_000; id++) put(edges, TYPES[next(2)] as string, id, 1 + Number(next(20) === 0));
    const order = read(edges);
    for (let round = 0; round < 24; round++) {
      const ids = new Set(Array.from({ length: next(60) }, () => next(round < 12 ? 6_000 : 3_000)));
      const ends = [...ids].map((id) => {
        const types = new Map(TYPES.filter(() => next(3) === 0).map((type) => [type, 1 + next(2)]));
        for (const type of TYPES) put(edges, type, id, types.get(type) ?? 0);
        return { id, urn: urnOf(id), types };
      });
      for (const missing of withdraw(order, ends)) insert(order, missing, urnOf);
      expect(slice(order, 0, 1e6)).to.deep.equal(listed(edges));
      expect(order.total).to.equal(edges.size);
      expect(degreeOf(order)).to.equal([...edges.values()].reduce((sum, { times }) => sum + times, 0));
    }
    expect(Math.max(...order.blocks.map(({ ids }) => ids.length))).to.be.at.most(2 * BLOCK_SIZE);
  });

  it('finds the block of a pair, and pages from there', () => {
    const edges: Edges = new Map();
    for (let id = 0; id < 2_000; id++) put(edges, TYPES[id % 2] as string, id, 1);
    const [order, all] = [read(edges), listed(edges)];
    for (const [at, { type, id }] of all.entries()) {
      const block = blockOf(order, type, urnOf(id));
      const start = startOf(order, block);
      expect(at).to.be.within(start, start + BLOCK_SIZE - 1);
      expect(slice(order, at, 3)).to.deep.equal(all.slice(at, at + 3));
    }
    expect(blockOf(order, 'A', '')).to.equal(-1);
    expect(slice(order, 5_000, 3)).to.deep.equal([]);
  });

  it('fills an order that was empty', () => {
    const order = orderOf([]);
    const types = new Map([['B', 1]]);
    const ends = [3, 1, 2].map((id) => ({ id, urn: `u${id}`, types }));
    for (const missing of withdraw(order, ends)) insert(order, missing, (id) => `u${id}`);
    expect(slice(order, 0, 9).map(({ id }) => id)).to.deep.equal([1, 2, 3]);
  });
});
