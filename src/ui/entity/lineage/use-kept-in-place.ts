/**
 * What the camera shows when the layout changes.
 */
import { useEffect, useRef } from 'preact/hooks';
import { boxOf, type Layout, type Spot } from './geometry.ts';
import type { CameraHandle } from './use-camera.ts';

interface Kept {
  readonly layout: Layout | undefined;
  readonly spots: ReadonlyMap<string, Spot>;
  readonly current: string;
  readonly root: string;
  readonly fitting: string;
  readonly touched: { current: boolean };
}

/** Fits each layout until the reader touches the graph. After that, the node under the focus stays where it was. */
export function useKeptInPlace({ layout, spots, current, root, fitting, touched }: Kept, camera: CameraHandle): void {
  const before = useRef<{ fitting: string; spots: ReadonlyMap<string, Spot> } | undefined>(undefined);
  useEffect(() => {
    if (!layout) return;
    const last = before.current;
    if (last?.fitting !== fitting) touched.current = false;
    const [was, is] = [last?.spots.get(current), spots.get(current)];
    if (touched.current && was && is) camera.follow(was, is);
    else camera.frame(layout, boxOf(spots.get(root)));
    before.current = { fitting, spots };
  }, [layout, fitting]);
}
