/**
 * The geometry of the picture after layout: sizes, positions of cards, routes of edges.
 */
import type { Box } from './camera.ts';

export const NODE_WIDTH = 232;
export const NODE_HEIGHT = 58;
/** Space between two columns. Edges bend only there, so that none runs behind a card. */
export const COLUMN_GAP = 84;
/** Each name of a column in a card. */
const LINE_HEIGHT = 22;
/** The most names of columns in a card. */
export const MOST_LINES = 5;

export interface CardSpot extends Box {
  /** Of the card: a URN, or the id of a group. */
  readonly id: string;
  /** The leftmost is 0. */
  readonly column: number;
}

export interface PicturePoint {
  readonly x: number;
  readonly y: number;
}

export interface Route {
  readonly from: string;
  readonly to: string;
  /** It closes a cycle, and leads to the left. */
  readonly back: boolean;
  /** Ends of straight lines: from the first to the second, from the third to the fourth. Between them the edge bends. */
  readonly points: readonly PicturePoint[];
}

export interface Layout {
  /** By column, from top to bottom. */
  readonly spots: readonly CardSpot[];
  readonly routes: readonly Route[];
  readonly width: number;
  readonly height: number;
}

/** @param names how many names of columns the card shows */
export function heightOf(names: number): number {
  return names === 0 ? NODE_HEIGHT : NODE_HEIGHT + 10 + Math.min(names, MOST_LINES) * LINE_HEIGHT;
}

/** How far below the top of a card the middle of a name is, px. What has no line of its own stands in the last one. */
export function nameMiddle(index: number, names: number): number {
  const line = names > MOST_LINES ? Math.min(index, MOST_LINES - 1) : index;
  return NODE_HEIGHT + 3 + (line + 0.5) * LINE_HEIGHT;
}

/** The `d` of a path through the points. It is straight where cards may be, and bends in the gaps between columns. */
export function edgePath({ points }: Pick<Route, 'points'>): string {
  let path = '';
  for (const [index, point] of points.entries()) {
    const last = points[index - 1];
    if (!last) path = `M${round(point.x)} ${round(point.y)}`;
    else if (index % 2 === 0) path += `H${round(point.x)}`;
    else {
      const bend = (point.x - last.x) / 2;
      path += `C${round(last.x + bend)} ${round(last.y)} ${round(point.x - bend)} ${round(point.y)} ${round(point.x)} ${round(point.y)}`;
    }
  }
  return path;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
