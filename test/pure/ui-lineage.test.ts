/**
 * The lineage picture of the catalog's pages: what is shown, where it stands, and how the reader moves in it.
 */
import { expect } from 'chai';
import { bringIntoSight, fitted, following, zoomAt } from '../../src/ui/entity/lineage/camera.ts';
import { byParent, columnSteps, columnsIn, nodesOnLineage } from '../../src/ui/entity/lineage/column-lineage.ts';
import { edgePath, NODE_WIDTH } from '../../src/ui/entity/lineage/geometry.ts';
import { hiddenCount, type Known, levels, shownGraph, sideKey, withNeighbours } from '../../src/ui/entity/lineage/known.ts';
import { layoutOf } from '../../src/ui/entity/lineage/layout.ts';
import { sorted } from '../../src/ui/entity/lineage/sorted.ts';
import { nodeAfter } from '../../src/ui/entity/lineage/step.ts';

const known = (...edges: [from: string, to: string][]): Known => {
  let out: Known = new Map();
  for (const urn of new Set(edges.flat())) {
    const up = edges.filter(([, to]) => to === urn).map(([from]) => from);
    const down = edges.filter(([from]) => from === urn).map(([, to]) => to);
    out = withNeighbours(withNeighbours(out, urn, 'up', { urns: up, total: up.length }), urn, 'down', { urns: down, total: down.length });
  }
  return out;
};
const open = (...sides: string[]): Set<string> => new Set(sides);

describe('The lineage picture of the catalog', () => {
  const chain = known(['a', 'b'], ['b', 'c'], ['c', 'd'], ['x', 'c']);

  it('shows the nodes of open sides, and every edge between them', () => {
    const graph = shownGraph(chain, { root: 'b', open: open(sideKey('b', 'up'), sideKey('b', 'down')) });
    expect(graph.nodes).to.have.members(['a', 'b', 'c']);
    expect(graph.edges).to.deep.equal([
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ]);
  });

  it('says how many neighbours of a node are not shown', () => {
    const { nodes } = shownGraph(chain, { root: 'b', open: open(sideKey('b', 'down')) });
    expect(hiddenCount(chain, new Set(nodes), 'c', 'up')).to.equal(1);
    expect(hiddenCount(chain, new Set(nodes), 'c', 'down')).to.equal(1);
    expect(hiddenCount(chain, new Set(nodes), 'unread', 'up')).to.equal(undefined);
    const paged = withNeighbours(new Map(), 'hub', 'down', { urns: ['n1', 'n2'], total: 500 });
    expect(hiddenCount(paged, new Set(['hub', 'n1', 'n2']), 'hub', 'down')).to.equal(498);
  });

  it('stops a cycle at its start', () => {
    const cycle = known(['a', 'b'], ['b', 'c'], ['c', 'a']);
    const all = open(...['a', 'b', 'c'].flatMap((urn) => [sideKey(urn, 'up'), sideKey(urn, 'down')]));
    expect(shownGraph(cycle, { root: 'a', open: all }))
      .to.have.deep.property('nodes')
      .that.has.members(['a', 'b', 'c']);
    expect(levels(cycle, 'a', 'down', all)).to.deep.equal([['a'], ['b'], ['c']]);
    const layout = layoutOf(shownGraph(cycle, { root: 'a', open: all }));
    expect(layout.routes.map(({ from, to }) => `${from}${to}`)).to.have.members(['ab', 'bc', 'ca']);
  });

  it('puts upstream on the left, and no node on top of another', () => {
    const edges = Array.from({ length: 60 }, (_, index): [string, string] => [`n${Math.floor(index / 3)}`, `n${index + 1}`]);
    const graph = known(...edges);
    const all = open(...[...graph.keys()].map((urn) => sideKey(urn, 'down')));
    const { spots } = layoutOf(shownGraph(graph, { root: 'n0', open: all }));
    const at = new Map(spots.map((spot) => [spot.urn, spot]));
    for (const [from, to] of edges) expect(at.get(to)?.x).to.be.greaterThan((at.get(from)?.x ?? 0) + NODE_WIDTH);
    for (const a of spots) for (const b of spots) if (a !== b && a.x === b.x) expect(Math.abs(a.y - b.y)).to.be.at.least(58);
  });

  it('puts hundreds of nodes of a layer into lanes', () => {
    const graph = known(
      ...Array.from({ length: 20 }, (_, index): [string, string] => ['root', `mart${index}`]),
      ...Array.from({ length: 200 }, (_, index): [string, string] => [`mart${index % 20}`, `chart${index}`]),
    );
    const { spots, width, height } = layoutOf(
      shownGraph(graph, { root: 'root', open: open(...[...graph.keys()].map((urn) => sideKey(urn, 'down'))) }),
    );
    expect(height / width).to.be.lessThan(2);
    expect(new Set(spots.map(({ column }) => column)).size).to.equal(3);
    const right = (column: number): number => Math.max(...spots.filter((spot) => spot.column === column).map(({ x }) => x)) + NODE_WIDTH;
    const left = (column: number): number => Math.min(...spots.filter((spot) => spot.column === column).map(({ x }) => x));
    expect([right(0) < left(1), right(1) < left(2)]).to.deep.equal([true, true]);
    for (const a of spots) for (const b of spots) if (a !== b) expect(Math.abs(a.x - b.x) >= NODE_WIDTH || Math.abs(a.y - b.y) >= 58).to.equal(true);
    expect(Math.max(...spots.map(({ y }) => y)) + 58).to.be.at.most(height);
    // Every node of a layer is reached by the keys.
    let at: string | undefined = spots.filter(({ column }) => column === 2).sort((a, b) => a.y - b.y || a.x - b.x)[0]?.urn;
    let reached = 0;
    for (; at !== undefined; at = nodeAfter(at, 'ArrowDown', spots, [])) reached++;
    expect(reached).to.equal(200);
  });

  it('draws an edge from the right side of its source to the left side of its target', () => {
    const route = { from: 'a', to: 'b', points: [] };
    expect(edgePath(route, { urn: 'a', x: 0, y: 0, column: 0 }, { urn: 'b', x: 300, y: 0, column: 1 })).to.match(/^M236 29C.* 300 29$/);
    expect(edgePath(route, { urn: 'a', x: 300, y: 0, column: 1 }, { urn: 'b', x: 0, y: 0, column: 0 })).to.match(/^M300 29C.* 236 29$/);
  });

  it('arrow keys follow edges, and move up and down in a layer', () => {
    const spots = [
      { urn: 'a', x: 0, y: 0, column: 0 },
      { urn: 'b', x: 0, y: 100, column: 0 },
      { urn: 'c', x: 300, y: 90, column: 1 },
    ];
    const edges = [
      { from: 'a', to: 'c' },
      { from: 'b', to: 'c' },
    ];
    expect(nodeAfter('a', 'ArrowRight', spots, edges)).to.equal('c');
    expect(nodeAfter('c', 'ArrowLeft', spots, edges)).to.equal('b');
    expect(nodeAfter('a', 'ArrowDown', spots, edges)).to.equal('b');
    expect(nodeAfter('b', 'ArrowUp', spots, edges)).to.equal('a');
    expect(nodeAfter('c', 'ArrowRight', spots, edges)).to.equal(undefined);
  });

  it('zooms around the pointer, fits the whole graph, and makes a node visible', () => {
    const zoomed = zoomAt({ x: 10, y: 20, scale: 1 }, { x: 100, y: 100 }, 2);
    expect([(100 - zoomed.x) / zoomed.scale, (100 - zoomed.y) / zoomed.scale]).to.deep.equal([90, 80]);
    expect(fitted({ width: 2000, height: 100 }, { width: 1000, height: 500 })).to.deep.equal({ scale: 0.5, x: 0, y: 225 });
    const seen = bringIntoSight({ x: 0, y: 0, scale: 1 }, { x: 900, y: 0, width: 200, height: 50 }, { width: 1000, height: 500 }, 20);
    expect(seen).to.deep.equal({ x: -120, y: 20, scale: 1 });
    expect(following({ x: 0, y: 0, scale: 2 }, { x: 10, y: 10 }, { x: 30, y: 5 })).to.deep.equal({ x: -40, y: 10, scale: 2 });
  });

  it('finds the columns in aspects, and the nodes on their lineage', () => {
    const [raw, mart] = ['urn:x:dataset:(urn:x:dataPlatform:p,raw,PROD)', 'urn:x:dataset:(urn:x:dataPlatform:p,mart,PROD)'];
    const column = (dataset: string, path: string): string => `urn:x:schemaField:(${dataset},${path})`;
    const steps = columnSteps({
      upstreamLineage: {
        value: { fineGrainedLineages: [{ upstreams: [column(raw, 'a')], downstreams: [column(mart, 'b')], transformOperation: 'COPY' }] },
      },
    });
    expect(steps).to.deep.equal([{ from: [column(raw, 'a')], to: [column(mart, 'b')], how: 'COPY' }]);
    expect(columnsIn(steps, mart)).to.deep.equal(['b']);
    expect([...byParent([column(raw, 'a'), column(raw, 'c')])]).to.deep.equal([[raw, ['a', 'c']]]);
    const edges = [
      { from: raw, to: 'job' },
      { from: 'job', to: mart },
      { from: 'other', to: mart },
    ];
    expect([...nodesOnLineage(new Set([raw, mart]), edges)]).to.have.members([raw, mart, 'job']);
  });

  it('sorts the list by distance, name or type', () => {
    const rows = [
      { urn: 'urn:x:dataset:b', name: 'b', degree: 2 },
      { urn: 'urn:x:chart:c', name: 'c', degree: 1 },
      { urn: 'urn:x:dataset:a', name: 'a', degree: 2 },
    ];
    const names = (by: 'name' | 'type' | 'degree', falling: boolean): string =>
      sorted(rows, by, falling)
        .map(({ name }) => name)
        .join('');
    expect([names('degree', false), names('degree', true), names('name', true), names('type', false)]).to.deep.equal(['cab', 'abc', 'cba', 'cab']);
  });
});
