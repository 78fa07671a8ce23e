/**
 * What the keys do in the graph.
 */
import type { CardSpot, Layout } from './geometry.ts';
import type { LineageEdge } from './known.ts';
import { type Arrow, nodeAfter } from './step.ts';
import type { CameraHandle } from './use-camera.ts';

interface KeyTarget {
  readonly layout: Layout | undefined;
  readonly spots: ReadonlyMap<string, CardSpot>;
  readonly edges: readonly LineageEdge[];
  readonly current: string;
  readonly camera: CameraHandle;
  /** Opens what lies beyond the current card on both sides, or closes it. */
  open(open: boolean): void;
  leave(): void;
  focus(id: string): void;
}

/** How far Shift and an arrow move the picture, px. */
const PAN = 120;
const PANS: Readonly<Record<Arrow, readonly [x: number, y: number]>> = {
  ArrowLeft: [PAN, 0],
  ArrowRight: [-PAN, 0],
  ArrowUp: [0, PAN],
  ArrowDown: [0, -PAN],
};

/**
 * Handles a key.
 *
 * @returns false if the graph does not use this key
 */
export function actOnKey({ key, shiftKey }: KeyboardEvent, { layout, spots, edges, current, camera, open, leave, focus }: KeyTarget): boolean {
  if (!layout) return false;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'ArrowUp':
    case 'ArrowDown': {
      if (shiftKey) {
        camera.move(...PANS[key]);
        return true;
      }
      const next = nodeAfter(current, key, layout.spots, edges);
      const spot = next === undefined ? undefined : spots.get(next);
      if (next === undefined || !spot) return true;
      camera.show(spot);
      focus(next);
      return true;
    }
    case '+':
    case '-':
      open(key === '+');
      return true;
    case '0':
      camera.fit(layout);
      return true;
    case 'Escape':
      leave();
      return true;
    default:
      return false;
  }
}
