/**
 * To which node an arrow key leads.
 */

import type { Spot } from './geometry.ts';
import type { Edge } from './known.ts';

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/**
 * Left and right follow an edge to the nearest neighbour; up and down move through the layer. Undefined if there is no node in that
 * direction.
 */
export function nodeAfter(from: string, arrow: Arrow, spots: readonly Spot[], edges: readonly Edge[]): string | undefined {
  const here = spots.find(({ urn }) => urn === from);
  if (!here) return undefined;
  if (arrow === 'ArrowUp' || arrow === 'ArrowDown') {
    const layer = spots.filter(({ column }) => column === here.column).sort((a, b) => a.y - b.y || a.x - b.x);
    return layer[layer.indexOf(here) + (arrow === 'ArrowDown' ? 1 : -1)]?.urn;
  }
  const right = arrow === 'ArrowRight';
  const linked = new Set(edges.flatMap((edge) => ((right ? edge.from : edge.to) === from ? [right ? edge.to : edge.from] : [])));
  return nearest(
    spots.filter(({ urn }) => linked.has(urn)),
    here,
  )?.urn;
}

function nearest(spots: readonly Spot[], to: Spot): Spot | undefined {
  let best: Spot | undefined;
  const distance = (spot: Spot): number => Math.hypot(spot.x - to.x, spot.y - to.y);
  for (const spot of spots) if (!best || distance(spot) < distance(best)) best = spot;
  return best;
}
