/**
 * To which card an arrow key leads.
 */
import type { CardSpot } from './geometry.ts';
import type { LineageEdge } from './known.ts';

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/**
 * Left and right follow an edge to the nearest neighbour; up and down move through the column. Undefined if there is no card in that
 * direction.
 */
export function nodeAfter(from: string, arrow: Arrow, spots: readonly CardSpot[], edges: readonly LineageEdge[]): string | undefined {
  const here = spots.find(({ id }) => id === from);
  if (!here) return undefined;
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown') {
    const column = spots.filter((spot) => spot.column === here.column).sort((a, b) => a.y - b.y);
    return column[column.indexOf(here) + (arrow === 'ArrowDown' ? 1 : -1)]?.id;
  }
  const right = arrow === 'ArrowRight';
  const linked = new Set(edges.flatMap((edge) => ((right ? edge.from : edge.to) === from ? [right ? edge.to : edge.from] : [])));
  return nearest(
    spots.filter(({ id }) => linked.has(id)),
    here,
  )?.id;
}

function nearest(spots: readonly CardSpot[], to: CardSpot): CardSpot | undefined {
  let best: CardSpot | undefined;
  const distance = (spot: CardSpot): number => Math.hypot(spot.x - to.x, spot.y - to.y);
  for (const spot of spots) if (!best || distance(spot) < distance(best)) best = spot;
  return best;
}
