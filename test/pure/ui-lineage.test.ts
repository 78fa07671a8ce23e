/**
 * The lineage picture of the catalog's pages: what is shown, where it stands, and how the reader moves in it.
 */
import { expect } from 'chai';
import { type KnownNeighbours, sideKey } from '../../src/ui/data/side.ts';
import { bringIntoSight, fitted, following, zoomAt } from '../../src/ui/entity/lineage/camera.ts';
import { byParent, columnSteps, columnsIn, nodesOnLineage } from '../../src/ui/entity/lineage/column-lineage.ts';
import { columnLines } from '../../src/ui/entity/lineage/column-lines.ts';
import { cutText, partsOf } from '../../src/ui/entity/lineage/cut-text.ts';
import { COLUMN_GAP, edgePath, type Layout, NODE_HEIGHT, NODE_WIDTH, nameMiddle } from '../../src/ui/entity/lineage/geometry.ts';
import { hiddenCounts, shownGraph, unread } from '../../src/ui/entity/lineage/known.ts';
import { layoutOf } from '../../src/ui/entity/lineage/layout.ts';
import { pictureOf } from '../../src/ui/entity/lineage/picture.ts';
import { sorted } from '../../src/ui/entity/lineage/sorted.ts';
import { spread } from '../../src/ui/entity/lineage/spread.ts';
import { nodeAfter } from '../../src/ui/entity/lineage/step.ts';
import { codeOf, type LineageView, wantedIn, withHidden, withMembers, withPicked, withShown, withWhole } from '../../src/ui/entity/lineage/wanted.ts';

type Pair = readonly [from: string, to: string];

const known = (...edges: readonly Pair[]): KnownNeighbours =>
  new Map(
    [...new Set(edges.flat())].map((urn) => {
      const up = edges.filter(([, to]) => to === urn).map(([from]) => from);
      const down = edges.filter(([from]) => from === urn).map(([, to]) => to);
      return [urn, { up: { urns: up, total: up.length }, down: { urns: down, total: down.length } }];
    }),
  );
const wanted = (query = ''): LineageView => wantedIn(new URLSearchParams(query));
const ALL = wanted('up=all&down=all');
const info = (urns: readonly string[], container?: (urn: string) => string | undefined) =>
  new Map(
    urns.map((urn) => [urn, { name: urn, subType: undefined, container: container?.(urn), platform: undefined, removed: false, missing: false }]),
  );
const drawn = (edges: readonly Pair[], root: string, ask = ALL): Layout => {
  const graph = shownGraph(known(...edges), root, ask);
  return layoutOf(root, pictureOf(root, graph, info(graph.nodes), ask), (id) => ({ height: NODE_HEIGHT, sort: id }));
};
/** Always the same numbers from 0 to 1. */
const numbers = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
  return seed / 2 ** 31;
};
/** Lineage of several layers with short cuts through them. */
const layered = (seed: number, sizes: readonly number[]): Pair[] => {
  const next = numbers(seed);
  const name = (layer: number, index: number): string => `n${layer}_${String(index).padStart(3, '0')}`;
  return sizes.slice(1).flatMap((size, at) =>
    Array.from({ length: size }, (_, index): Pair[] => {
      const to = name(at + 1, index);
      const near: Pair = [name(at, Math.floor(next() * (sizes[at] ?? 1))), to];
      const layer = Math.floor(next() * (at + 1));
      const far: Pair = [name(layer, Math.floor(next() * (sizes[layer] ?? 1))), to];
      return next() < 0.4 ? [near, far] : [near];
    }).flat(),
  );
};
/** Where the line of an edge is, in small steps: straight from an even point to the next, a curve before. */
const onLine = ({ points }: Layout['routes'][number], from: { x: number; y: number }): { x: number; y: number }[] => {
  const out: { x: number; y: number }[] = [];
  let last = from;
  for (const [index, to] of points.entries()) {
    for (let t = 0; t <= 1 && index > 0; t += 0.05) {
      const bend = (to.x - last.x) / 2;
      const cubic = (a: number, b: number, c: number, d: number): number =>
        (1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d;
      if (index % 2 === 0) out.push({ x: last.x + t * (to.x - last.x), y: to.y });
      else out.push({ x: cubic(last.x, last.x + bend, to.x - bend, to.x), y: cubic(last.y, last.y, to.y, to.y) });
    }
    last = to;
  }
  return out;
};

describe('The lineage picture of the catalog', () => {
  const chain = known(['a', 'b'], ['b', 'c'], ['c', 'd'], ['x', 'c']);

  it('shows as many hops as are wanted on each side, and every edge between their nodes', () => {
    const graph = shownGraph(chain, 'b', wanted('up=1&down=1'));
    expect(graph.nodes).to.have.members(['a', 'b', 'c']);
    expect(graph.edges).to.deep.equal([
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
    ]);
    expect([graph.hops, graph.more]).to.deep.equal([
      { up: 1, down: 1 },
      { up: false, down: true },
    ]);
    expect(shownGraph(chain, 'b', ALL).nodes).to.have.members(['a', 'b', 'c', 'd']);
    expect(shownGraph(chain, 'b', wanted('up=0&down=0')).nodes).to.deep.equal(['b']);
  });

  it('says how many neighbours of a node are not shown, and opens and closes its sides', () => {
    const ask = wanted('up=1&down=1');
    const hidden = hiddenCounts(chain, shownGraph(chain, 'b', ask));
    expect([hidden.get(sideKey('c', 'up')), hidden.get(sideKey('c', 'down')), hidden.get(sideKey('b', 'up'))]).to.deep.equal([1, 1, undefined]);
    const opened = wanted(`up=1&down=1&open=${String(withShown(ask, sideKey('c', 'up')).open)}`);
    expect(shownGraph(chain, 'b', opened).nodes).to.have.members(['a', 'b', 'c', 'x']);
    expect(withHidden(opened, sideKey('c', 'up'))).to.include({ open: undefined, closed: codeOf(sideKey('c', 'up')) });
    const closed = wanted(`up=1&down=1&closed=${String(withHidden(ask, sideKey('b', 'down')).closed)}`);
    expect(shownGraph(chain, 'b', closed).nodes).to.have.members(['a', 'b']);
    expect(withShown(closed, sideKey('b', 'down')).closed).to.equal(undefined);
  });

  it('asks for nodes that are not read yet', () => {
    const graph = shownGraph(new Map([['a', { up: { urns: [], total: 0 }, down: { urns: ['b'], total: 1 } }]]), 'a', ALL);
    expect(unread(new Map(), graph, ALL).nodes).to.deep.equal(['a', 'b']);
  });

  it('keeps the neighbours of a hub together as a counted group, but not what is shown by other ways', () => {
    const fan = known(...Array.from({ length: 300 }, (_, at): Pair => ['hub', `m${at}`]), ['hub', 'mart'], ['mart', 'm7']);
    const graph = shownGraph(fan, 'mart', ALL);
    expect(graph.nodes).to.have.members(['mart', 'hub', 'm7']);
    const from = shownGraph(fan, 'hub', ALL);
    expect(from.nodes).to.deep.equal(['hub']);
    expect(from.hubs.map(({ urn, side, total, hidden }) => ({ urn, side, total, hidden }))).to.deep.equal([
      { urn: 'hub', side: 'down', total: 301, hidden: 301 },
    ]);
    const picked = shownGraph(fan, 'hub', wanted(`down=all&with=${String(withPicked(ALL, 'm3', true).with)}`));
    expect(picked.nodes).to.deep.equal(['hub', 'm3']);
    expect(picked.hubs[0]?.hidden).to.equal(300);
    expect(shownGraph(fan, 'hub', wanted('down=all&with=stranger')).nodes).to.deep.equal(['hub', 'stranger']);
    const whole = wanted(`down=1&whole=${String(withWhole(ALL, sideKey('hub', 'down')).whole)}`);
    expect(shownGraph(fan, 'hub', whole))
      .to.have.property('nodes')
      .with.length(302);
    expect(shownGraph(fan, 'hub', whole).hubs).to.deep.equal([]);
  });

  it('collapses nodes of one column and container, never the root, and shows them again', () => {
    const edges: Pair[] = [
      ['root', 'a1'],
      ['root', 'a2'],
      ['root', 'b1'],
      ['a1', 'a3'],
      ['a2', 'end'],
    ];
    const graph = shownGraph(known(...edges), 'root', ALL);
    const inside = info(graph.nodes, (urn) => (urn.startsWith('a') || urn === 'root' ? 'box' : undefined));
    const picture = pictureOf('root', graph, inside, { by: 'container', ungrouped: new Set() });
    const groups = picture.cards.flatMap((card) => (card.kind === 'group' ? [card.group] : []));
    expect(groups.map(({ key, members }) => ({ key, members }))).to.deep.equal([{ key: 'box', members: ['a1', 'a2'] }]);
    const [id = ''] = groups.map((group) => group.id);
    expect(picture.edges).to.deep.include.members([
      { from: 'root', to: id },
      { from: id, to: 'a3' },
      { from: id, to: 'end' },
    ]);
    expect(picture.edges).to.have.length(4);
    const apart = wanted(`by=container&ungroup=${String(withMembers(wanted('by=container'), id).ungroup)}`);
    expect(pictureOf('root', graph, inside, apart).cards.map((card) => card.id)).to.include.members(['a1', 'a2']);
  });

  it('stops a cycle at its start, and draws the edge that closes it to the left', () => {
    const { routes, spots } = drawn(
      [
        ['a', 'b'],
        ['b', 'c'],
        ['c', 'a'],
      ] as const,
      'a',
    );
    expect(spots.map(({ id, column }) => [id, column])).to.deep.equal([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
    expect(routes.filter(({ back }) => back).map(({ from, to }) => `${from}${to}`)).to.deep.equal(['ca']);
    const [back] = routes.filter((route) => route.back);
    expect([back?.points[0]?.x, back?.points.at(-1)?.x]).to.deep.equal([spots[2]?.x, (spots[0]?.x ?? 0) + NODE_WIDTH]);
  });

  it('puts upstream on the left, siblings in one column and in order', () => {
    const names = ['alpha', 'beta', 'delta', 'gamma', 'omega'];
    const { spots } = drawn([...names.map((name): Pair => ['root', name]), ...names.map((name): Pair => [`s_${name}`, 'root'])], 'root');
    const column = (at: number): string[] => spots.filter((spot) => spot.column === at).map(({ id }) => id);
    expect([column(0), column(1), column(2)]).to.deep.equal([names.map((name) => `s_${name}`), ['root'], names]);
    // A source of a source is further away; one that feeds both stands left of both.
    const upstream = drawn(
      [
        ['far', 'near'],
        ['near', 'root'],
        ['far', 'root'],
        ['other', 'root'],
      ] as const,
      'root',
    );
    expect(Object.fromEntries(upstream.spots.map(({ id, column: at }) => [id, at]))).to.deep.equal({ far: 0, near: 1, other: 1, root: 2 });
  });

  for (const [seed, sizes] of [
    [1, [1, 4, 9, 12]],
    [2, [1, 6, 30, 60, 90]],
    [5, [1, 3, 3, 4, 4, 4, 3]],
  ] as const) {
    it(`no card is on another, no edge runs behind a card (${sizes.join(', ')})`, () => {
      const edges = layered(seed, sizes);
      const everything = wanted(`up=all&down=all&whole=${edges.map(([from]) => codeOf(sideKey(from, 'down'))).join('.')}`);
      const layout = drawn(edges, 'n0_000', everything);
      expect(layout.spots.length).to.be.greaterThan(15);
      for (const a of layout.spots) {
        expect([a.x >= 0, a.y >= 0, a.x + a.width <= layout.width, a.y + a.height <= layout.height]).to.deep.equal([true, true, true, true]);
        for (const b of layout.spots) if (a.id < b.id && a.column === b.column) expect(Math.abs(a.y - b.y)).to.be.at.least(NODE_HEIGHT);
      }
      const behind = layout.routes.flatMap((route) =>
        onLine(route, route.points[0] ?? { x: 0, y: 0 }).flatMap(({ x, y }) =>
          layout.spots
            .filter((spot) => x > spot.x + 1 && x < spot.x + spot.width - 1 && y > spot.y && y < spot.y + spot.height)
            .map(({ id }) => `${route.from} ${route.to} behind ${id}`),
        ),
      );
      expect(behind).to.deep.equal([]);
    });
  }

  it('places items near their wishes without touching', () => {
    const items = [0, 0, 0, 500].map((wish) => ({ wish, height: 50, gap: 10 }));
    expect(spread(items)).to.deep.equal([-60, 0, 60, 500]);
    expect(spread([])).to.deep.equal([]);
  });

  it('draws an edge from the right side of its source to the left side of its target', () => {
    const [route] = drawn([['a', 'b']], 'a').routes;
    expect(route && edgePath(route)).to.match(new RegExp(`^M260 57C.* ${260 + COLUMN_GAP} 57$`));
  });

  it('arrow keys follow edges, and move up and down in a column', () => {
    const spot = (id: string, column: number, y: number) => ({ id, column, x: column * 300, y, width: NODE_WIDTH, height: NODE_HEIGHT });
    const spots = [spot('a', 0, 0), spot('b', 0, 100), spot('c', 1, 90)];
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

  it('draws lines from the names of columns to those made from them, also past a job', () => {
    const dataset = (name: string): string => `urn:svc:dataset:(urn:svc:dataPlatform:hive,${name},PROD)`;
    const column = (parent: string, path: string): string => `urn:svc:schemaField:(${parent},${path})`;
    const [raw, orders, mart, other] = [dataset('raw'), dataset('orders'), dataset('mart'), dataset('other')];
    const layout = drawn(
      [
        [raw, 'job'],
        ['job', orders],
        [orders, mart],
        [orders, other],
      ],
      orders,
    );
    const total = column(orders, 'total');
    const ways = {
      up: [{ path: [total, column(raw, 'net')] }, { path: [total, column(raw, 'tax')] }],
      down: [{ path: [total, column(mart, 'revenue')] }, { path: [total, column(mart, 'revenue'), column('urn:svc:dataset:hidden', 'x')] }],
    };
    const names = new Map([
      [raw, ['net', 'tax']],
      [orders, ['total']],
      [mart, ['revenue']],
    ]);
    const lines = columnLines(ways, names, layout, (urn) => urn);
    expect(lines.map(({ routes }) => routes.flatMap(({ from, to }) => [from, to]))).to.deep.equal([
      [raw, 'job', 'job', orders],
      [raw, 'job', 'job', orders],
      [orders, mart],
    ]);
    const top = (urn: string): number => layout.spots.find(({ id }) => id === urn)?.y ?? Number.NaN;
    const start = (path: string): number => Number(/^M\S+ ([\d.]+)/.exec(path)?.[1]);
    expect(lines.map(({ path }) => start(path))).to.deep.equal([
      top(raw) + nameMiddle(0, 2),
      top(raw) + nameMiddle(1, 2),
      top(orders) + nameMiddle(0, 1),
    ]);
    expect(lines[2]?.path).to.match(new RegExp(` ${top(mart) + nameMiddle(0, 1)}$`));
    expect(nameMiddle(7, 8), 'names that share the last line').to.equal(nameMiddle(4, 8));
    expect(columnLines(ways, names, layout, () => 'one card')).to.deep.equal([]);
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

describe('A name without room', () => {
  it('keeps the start and the end of its last part, also in the saved picture', () => {
    expect(partsOf('mart.claims_by_year_2024_eu')).to.deep.equal(['mart.', 'claims_by_yea', 'r_2024_eu']);
    expect(partsOf('mart.orders')).to.deep.equal(['mart.', '', 'orders']);
    expect(cutText('claims_by_beneficiary_and_year_2024_eu', 20)).to.equal('claims_by_…r_2024_eu');
    expect(cutText('orders', 20)).to.equal('orders');
  });
});
