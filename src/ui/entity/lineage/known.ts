/**
 * The lineage around an entity as far as it is read, and which part of it is shown. An immutable value.
 */

export type Side = 'up' | 'down';

/** The neighbours of an entity on one side, as far as they are read. */
export interface Neighbours {
  readonly urns: readonly string[];
  /** How many there are in all. */
  readonly total: number;
}

export type Known = ReadonlyMap<string, { readonly [side in Side]?: Neighbours }>;

export interface Shown {
  readonly root: string;
  /** Sides that are open, by `sideKey`. */
  readonly open: ReadonlySet<string>;
}

export interface Edge {
  /** URN of the source. */
  readonly from: string;
  /** URN of what is made from it. */
  readonly to: string;
}

export interface LineageGraph {
  readonly nodes: readonly string[];
  readonly edges: readonly Edge[];
}

export const SIDES: readonly Side[] = ['up', 'down'];

export function sideKey(urn: string, side: Side): string {
  return `${side} ${urn}`;
}

export function withNeighbours(known: Known, urn: string, side: Side, neighbours: Neighbours): Known {
  return new Map(known).set(urn, { ...known.get(urn), [side]: neighbours });
}

/** The root, everything that open sides lead to, and every known edge between them. Stops at nodes that it has already visited. */
export function shownGraph(known: Known, { root, open }: Shown): LineageGraph {
  const nodes = new Set([root]);
  for (const urn of nodes) {
    for (const side of SIDES) {
      if (!open.has(sideKey(urn, side))) continue;
      for (const next of known.get(urn)?.[side]?.urns ?? []) nodes.add(next);
    }
  }
  const edges = new Map<string, Edge>();
  for (const urn of nodes) {
    for (const side of SIDES) {
      for (const next of known.get(urn)?.[side]?.urns ?? []) {
        if (!nodes.has(next)) continue;
        const edge = side === 'up' ? { from: next, to: urn } : { from: urn, to: next };
        edges.set(edgeKey(edge), edge);
      }
    }
  }
  return { nodes: [...nodes], edges: [...edges.values()] };
}

export function edgeKey({ from, to }: Edge): string {
  return `${from} ${to}`;
}

/** How many neighbours of a node are not shown; undefined until they are read. */
export function hiddenCount(known: Known, nodes: ReadonlySet<string>, urn: string, side: Side): number | undefined {
  const neighbours = known.get(urn)?.[side];
  if (!neighbours) return undefined;
  return neighbours.total - neighbours.urns.filter((each) => nodes.has(each)).length;
}

/** Nodes by their number of hops from the root in one direction: `[root], [first], [second] ...`. */
export function levels(known: Known, root: string, side: Side, open: ReadonlySet<string>): string[][] {
  const met = new Set([root]);
  const out: string[][] = [];
  let level = [root];
  while (level.length > 0) {
    out.push(level);
    const next: string[] = [];
    for (const urn of level) {
      if (!open.has(sideKey(urn, side))) continue;
      for (const far of known.get(urn)?.[side]?.urns ?? []) {
        if (met.has(far)) continue;
        met.add(far);
        next.push(far);
      }
    }
    level = next;
  }
  return out;
}
