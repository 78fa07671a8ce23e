/**
 * Makes high layers lower. A layer of hundreds of nodes is too high to read, so its nodes are moved together and distributed over several
 * lanes.
 */
import { type Layout, NODE_HEIGHT, NODE_WIDTH, type Spot } from './geometry.ts';

/** The distance from one node to the next below it. */
const PITCH = NODE_HEIGHT + 16;
const LANE = NODE_WIDTH + 28;
const MOST_LANES = 8;

/** Makes each layer about as high as it is wide; lower layers stay as they are. Nodes keep their layer, and their order in each lane. */
export function compact(layout: Layout): Layout {
  const press = Math.min(MOST_LANES, Math.round(Math.sqrt((1.6 * layout.height) / Math.max(1, layout.width))));
  if (press <= 1) return layout;
  const height = layout.height / press;
  const spots: Spot[] = [];
  /** How far everything right of a layer's middle moves. */
  const shifts: { readonly from: number; readonly by: number }[] = [];
  let shift = 0;
  for (const column of columnsOf(layout.spots)) {
    const lanes = Math.max(1, Math.min(press, Math.ceil((column.length * PITCH) / height)));
    for (let lane = 0; lane < lanes; lane++) {
      const own = column.filter((_, index) => index % lanes === lane);
      const heights = spread(
        own.map(({ y }) => y / press),
        height - PITCH,
      );
      for (const [index, spot] of own.entries()) spots.push({ ...spot, x: spot.x + shift + lane * LANE, y: heights[index] ?? 0 });
    }
    shift += (lanes - 1) * LANE;
    shifts.push({ from: (column[0]?.x ?? 0) + NODE_WIDTH / 2, by: shift });
  }
  const shiftAt = (x: number): number => shifts.findLast(({ from }) => from <= x)?.by ?? 0;
  return {
    spots: spots.sort((a, b) => a.x - b.x || a.y - b.y),
    routes: layout.routes.map((route) => ({ ...route, points: route.points.map(({ x, y }) => ({ x: x + shiftAt(x), y: y / press })) })),
    width: layout.width + shift,
    height: Math.max(height, ...spots.map(({ y }) => y + PITCH)),
  };
}

/** The layers from left to right, each from top to bottom. */
function columnsOf(spots: readonly Spot[]): Spot[][] {
  const columns: Spot[][] = [];
  for (const spot of spots) {
    const column = columns[spot.column] ?? [];
    column.push(spot);
    columns[spot.column] = column;
  }
  return columns.map((column) => column.sort((a, b) => a.y - b.y));
}

/** Places each node as near to its wanted position as the distances allow, and not below the end while there is room above. */
function spread(wanted: readonly number[], end: number): number[] {
  const out: number[] = [];
  for (const y of wanted) out.push(Math.max(y, (out.at(-1) ?? -PITCH) + PITCH));
  let most = end;
  for (let index = out.length - 1; index >= 0 && (out[index] ?? 0) > most; index--) {
    out[index] = Math.max(most, index * PITCH);
    most -= PITCH;
  }
  return out;
}
