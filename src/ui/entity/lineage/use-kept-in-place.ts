/**
 * What the camera shows when the layout changes, and its place in the URL.
 */
import { useEffect, useRef } from 'preact/hooks';
import type { CardSpot, Layout, PicturePoint } from './geometry.ts';
import type { CameraHandle } from './use-camera.ts';

interface PlaceInGraph {
  readonly layout: Layout | undefined;
  readonly spots: ReadonlyMap<string, CardSpot>;
  readonly current: string;
  readonly root: string;
  /** A change of this value frames the graph anew. */
  readonly fitting: unknown;
  readonly touched: { current: boolean };
  /** The place that the URL names when the picture is first drawn. */
  readonly place: string | undefined;
}

/** Frames each layout until the reader touches the graph. After that, the card under the focus stays where it was. */
export function useKeptInPlace({ layout, spots, current, root, fitting, touched, place }: PlaceInGraph, camera: CameraHandle): void {
  const before = useRef<{ layout: Layout; fitting: unknown; spots: ReadonlyMap<string, CardSpot> } | undefined>(undefined);
  useEffect(() => {
    const last = before.current;
    if (!layout || (last?.layout === layout && last.fitting === fitting)) return;
    if (last && last.fitting !== fitting) touched.current = false;
    const [was, is] = [last?.spots.get(current), spots.get(current)];
    const named = last ? undefined : placeIn(place);
    const home = spots.get(root);
    if (named && home) {
      touched.current = true;
      camera.restore({ x: home.x + named.x, y: home.y + named.y }, named.scale);
    } else if (touched.current && was && is) camera.follow(was, is);
    else camera.frame(layout, home);
    before.current = { layout, fitting, spots };
  }, [layout, spots, current, root, fitting, touched, place, camera]);
}

/** `<scale, percent>_<x>_<y>`: the point in the middle of the frame, from the card of the root, px. */
export function placeText(camera: CameraHandle, home: PicturePoint): string {
  const { x, y, scale } = camera.now();
  const { width, height } = camera.size();
  const middle = { x: (width / 2 - x) / scale - home.x, y: (height / 2 - y) / scale - home.y };
  return [scale * 100, middle.x, middle.y].map((value) => Math.round(value)).join('_');
}

function placeIn(text: string | undefined): { scale: number; x: number; y: number } | undefined {
  const [percent = 0, x = 0, y = 0] = (/^\d{1,3}(_-?\d{1,6}){2}$/.test(text ?? '') ? (text ?? '') : '').split('_').map(Number);
  return percent > 0 ? { scale: percent / 100, x, y } : undefined;
}
