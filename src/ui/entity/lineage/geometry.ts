/**
 * The geometry of a graph after layout: sizes, positions of nodes, routes of edges.
 */

export const NODE_WIDTH = 236;
export const NODE_HEIGHT = 58;

export interface Spot {
  readonly urn: string;
  /** Top left corner, px. */
  readonly x: number;
  readonly y: number;
  /** The layer; the leftmost is 0. */
  readonly column: number;
}

export interface Route {
  readonly from: string;
  readonly to: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

export interface Layout {
  /** Nodes by layer, from top to bottom. */
  readonly spots: readonly Spot[];
  readonly routes: readonly Route[];
  readonly width: number;
  readonly height: number;
}

/** The route from one node to the other around the nodes in between, as the `d` of a path. */
export function edgePath(route: Route, from: Spot, to: Spot): string {
  const back = to.x < from.x;
  const start = { x: from.x + (back ? 0 : NODE_WIDTH), y: from.y + NODE_HEIGHT / 2 };
  const end = { x: to.x + (back ? NODE_WIDTH : 0), y: to.y + NODE_HEIGHT / 2 };
  // Nothing is between neighbouring layers.
  const near = Math.abs(to.column - from.column) <= 1;
  return pathThrough([start, ...(near ? [] : route.points.slice(1, -1)), end]);
}

/** A line through the points that starts and ends horizontally. */
export function pathThrough(points: Route['points']): string {
  const [first, ...rest] = points;
  if (!first) return '';
  let path = `M${round(first.x)} ${round(first.y)}`;
  let last = first;
  for (const point of rest) {
    const bend = (point.x - last.x) / 2;
    path += `C${round(last.x + bend)} ${round(last.y)} ${round(point.x - bend)} ${round(point.y)} ${round(point.x)} ${round(point.y)}`;
    last = point;
  }
  return path;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

/** The space that a node takes. */
export function boxOf(spot: Spot | undefined): { x: number; y: number; width: number; height: number } | undefined {
  return spot && { x: spot.x, y: spot.y, width: NODE_WIDTH, height: NODE_HEIGHT };
}
