/**
 * What is known of the lineage around an entity, and what of it is shown: a value, never changed in place.
 */

export type Side = 'up' | 'down';

/** The next entities on one side of an entity, as far as they were read. */
export interface Neighbours {
  readonly urns: readonly string[];
  /** All there are. */
  readonly total: number;
}

export type Known = ReadonlyMap<string, { readonly [side in Side]?: Neighbours }>;

export interface Shown {
  readonly root: string;
  /** Sides that are open, by `sideKey`. */
  readonly open: ReadonlySet<string>;
}

export interface Edge {
  /** URN of what is read. */
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

/** The root, all that open sides lead to, and every edge between them that is known. Cycles end where they began. */
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

/** Neighbours of a node that are not shown; undefined while nobody has asked. */
export function hiddenCount(known: Known, nodes: ReadonlySet<string>, urn: string, side: Side): number | undefined {
  const neighbours = known.get(urn)?.[side];
  if (!neighbours) return undefined;
  return neighbours.total - neighbours.urns.filter((each) => nodes.has(each)).length;
}

/** Nodes by the hops that lead to them from the root on one side only: `[root], [first], [second] ...`. */
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
