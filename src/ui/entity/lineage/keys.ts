/**
 * What the keys do in the graph.
 */
import { boxOf, type Layout, type Spot } from './geometry.ts';
import { SIDES } from './known.ts';
import { type Arrow, nodeAfter } from './step.ts';
import type { CameraHandle } from './use-camera.ts';
import type { Exploration } from './use-lineage.ts';

export interface Keyed {
  readonly layout: Layout | undefined;
  readonly spots: ReadonlyMap<string, Spot>;
  readonly current: string;
  readonly root: string;
  readonly lineage: Exploration;
  readonly camera: CameraHandle;
  leaveWhole(): void;
  focus(urn: string): void;
}

/**
 * Handles a key.
 *
 * @returns false if the graph does not use this key
 */
export function actOnKey({ key }: KeyboardEvent, { layout, spots, current, root, lineage, camera, leaveWhole, focus }: Keyed): boolean {
  if (!layout) return false;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'ArrowUp':
    case 'ArrowDown': {
      const next = nodeAfter(current, key as Arrow, layout.spots, lineage.graph.edges);
      const box = boxOf(next === undefined ? undefined : spots.get(next));
      if (next === undefined || !box) return true;
      camera.show(box);
      focus(next);
      return true;
    }
    case '+':
      for (const side of SIDES) if (lineage.hidden(current, side)) void lineage.expand(current, side);
      return true;
    case '-':
      for (const side of SIDES) if (lineage.isOpen(current, side)) lineage.collapse(current, side);
      return true;
    case '0':
      camera.frame(layout, boxOf(spots.get(root)));
      return true;
    case 'Escape':
      leaveWhole();
      return true;
    default:
      return false;
  }
}
