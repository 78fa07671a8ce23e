/**
 * The lineage around an entity as far as it is read, and which part of it is shown. Immutable values.
 */
import { type KnownNeighbours, type Neighbours, SIDES, type Side, sideKey } from '../../data/side.ts';
import { codeOf, type LineageView } from './wanted.ts';

export interface LineageEdge {
  /** The source. */
  readonly from: string;
  /** What is made from it. */
  readonly to: string;
}

/** A side with so many neighbours that they stay together: a counted group that opens as a list. */
export interface Hub {
  readonly id: string;
  readonly urn: string;
  readonly side: Side;
  readonly total: number;
  /** How many of them are not in the picture by other ways. */
  readonly hidden: number;
}

export interface LineageGraph {
  readonly nodes: readonly string[];
  /** Between nodes, and between nodes and hubs. */
  readonly edges: readonly LineageEdge[];
  readonly hubs: readonly Hub[];
  /** Sides that are open, by `sideKey`. */
  readonly open: ReadonlySet<string>;
  /** How many hops of each side are open. */
  readonly hops: Readonly<Record<Side, number>>;
  /** There is more beyond the last of these hops. */
  readonly more: Readonly<Record<Side, boolean>>;
  /** The next hop of this side has too many nodes to be shown unasked. */
  readonly cut: Readonly<Record<Side, boolean>>;
}

/** The most neighbours that are shown as cards unless the reader asks for all. */
const MOST_OF_SIDE = 12;
/** Hops end at this many nodes. */
export const MOST_NODES = 400;
/** The first picture should be small: a hop that would exceed this many nodes waits for the reader. */
const FIRST_NODES = 40;
const FIRST_HOPS = 3;

function isHub({ total }: Neighbours, key: string, { whole }: LineageView): boolean {
  return total > MOST_OF_SIDE && !whole.has(codeOf(key));
}

/** The root, everything that open sides lead to, and every known edge between them. */
export function shownGraph(known: KnownNeighbours, root: string, wanted: LineageView): LineageGraph {
  const nodes = new Set([root]);
  const open = new Set<string>();
  const hops = { up: 0, down: 0 };
  const more = { up: false, down: false };
  const cut = { up: false, down: false };
  const beyond = (urn: string, side: Side): readonly string[] => {
    const neighbours = known.get(urn)?.[side];
    return neighbours && !isHub(neighbours, sideKey(urn, side), wanted) ? neighbours.urns : [];
  };
  for (const side of SIDES) {
    const most = wanted[side] === undefined ? FIRST_NODES : MOST_NODES;
    const met = new Set([root]);
    let level = [root];
    while (level.length > 0 && hops[side] < (wanted[side] ?? FIRST_HOPS)) {
      const opened = level.filter((urn) => !wanted.closed.has(codeOf(sideKey(urn, side))));
      const next = [...new Set(opened.flatMap((urn) => beyond(urn, side)))].filter((urn) => !met.has(urn));
      const fresh = next.filter((urn) => !nodes.has(urn)).length;
      // The first hop is always shown: hubs stay together.
      if (nodes.size + fresh > most && hops[side] > 0) {
        cut[side] = true;
        break;
      }
      for (const urn of opened) if ((known.get(urn)?.[side].total ?? 0) > 0) open.add(sideKey(urn, side));
      if (!opened.some((urn) => open.has(sideKey(urn, side)))) break;
      hops[side]++;
      for (const urn of next) {
        met.add(urn);
        nodes.add(urn);
      }
      level = next;
    }
    more[side] = level.some((urn) => !open.has(sideKey(urn, side)) && known.get(urn)?.[side].urns.some((next) => !met.has(next)));
  }
  for (const urn of wanted.picked) {
    const own = known.get(urn);
    if (!own || SIDES.some((side) => own[side].urns.some((each) => nodes.has(each)))) nodes.add(urn);
  }
  // What is added here is visited too.
  for (const urn of nodes) {
    for (const side of SIDES) {
      const key = sideKey(urn, side);
      if (!wanted.opened.has(codeOf(key)) || !known.get(urn)?.[side].total) continue;
      open.add(key);
      for (const next of beyond(urn, side)) nodes.add(next);
    }
  }
  const between = edgesBetween(known, nodes);
  const hubs = hubsOf(known, wanted, open, between);
  const toHubs = hubs.map(({ id, urn, side }) => (side === 'up' ? { from: id, to: urn } : { from: urn, to: id }));
  return { nodes: [...nodes], edges: [...between, ...toHubs], hubs, open, hops, more, cut };
}

function edgesBetween(known: KnownNeighbours, nodes: ReadonlySet<string>): LineageEdge[] {
  const edges = new Map<string, LineageEdge>();
  for (const urn of nodes) {
    for (const side of SIDES) {
      for (const next of known.get(urn)?.[side].urns ?? []) {
        if (!nodes.has(next)) continue;
        const edge = side === 'up' ? { from: next, to: urn } : { from: urn, to: next };
        edges.set(edgeKey(edge), edge);
      }
    }
  }
  return [...edges.values()];
}

function hubsOf(known: KnownNeighbours, wanted: LineageView, open: ReadonlySet<string>, edges: readonly LineageEdge[]): Hub[] {
  const hubs: Hub[] = [];
  for (const [urn, sides] of known) {
    for (const side of SIDES) {
      const key = sideKey(urn, side);
      const { total } = sides[side];
      if (!open.has(key) || !isHub(sides[side], key, wanted)) continue;
      const hidden = total - edges.filter((edge) => (side === 'up' ? edge.to : edge.from) === urn).length;
      if (hidden > 0) hubs.push({ id: `hub ${key}`, urn, side, total, hidden });
    }
  }
  return hubs;
}

export function edgeKey({ from, to }: LineageEdge): string {
  return `${from} ${to}`;
}

/** How many neighbours of each node are not shown, by `sideKey`. Those in a group of a hub count as shown. */
export function hiddenCounts(known: KnownNeighbours, { nodes, edges, open }: LineageGraph): Map<string, number> {
  const shown = new Map<string, number>();
  const count = (key: string): void => {
    shown.set(key, (shown.get(key) ?? 0) + 1);
  };
  for (const { from, to } of edges) {
    count(sideKey(from, 'down'));
    count(sideKey(to, 'up'));
  }
  const hidden = new Map<string, number>();
  for (const urn of nodes) {
    for (const side of SIDES) {
      const key = sideKey(urn, side);
      if (!open.has(key)) hidden.set(key, Math.max(0, (known.get(urn)?.[side].total ?? 0) - (shown.get(key) ?? 0)));
    }
  }
  return hidden;
}

/** What is to be read before the picture is complete: nodes, and sides of hubs that are wanted whole. */
export function unread(known: KnownNeighbours, graph: LineageGraph, wanted: LineageView): { readonly nodes: string[]; readonly whole: string[] } {
  const isCut = (urn: string): boolean =>
    SIDES.some((side) => {
      const { urns, total } = known.get(urn)?.[side] ?? { urns: [], total: 0 };
      return wanted.whole.has(codeOf(sideKey(urn, side))) && urns.length < Math.min(total, MOST_NODES);
    });
  return { nodes: graph.nodes.filter((urn) => !known.has(urn)), whole: graph.nodes.filter((urn) => known.has(urn) && isCut(urn)) };
}
