/**
 * Which node an arrow key leads to.
 */

import type { Spot } from './geometry.ts';
import type { Edge } from './known.ts';

export type Arrow = 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown';

/** Left and right along an edge, to the nearest of its ends; up and down through all of the layer. Undefined: there is nothing that way. */
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
