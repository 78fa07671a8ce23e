/**
 * The camera over the graph: drag to move, two fingers or the wheel to zoom. The picture moves without being drawn again.
 */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { type Box, bringIntoSight, type Camera, centred, fitted, following, type Size, zoomAt } from './camera.ts';

/** Below this scale the small text of nodes is not readable. */
const FAR = 0.6;
/** Fitting never goes below this scale: some nodes out of sight are better than none readable. */
const LEAST_FIT = 0.45;

export interface CameraHandle {
  /** The graph is so small that nodes show only their names. */
  readonly far: boolean;
  /** Shows the whole graph. If that would be too small to read, centres this box. */
  frame(graph: Size, keep: Box | undefined): void;
  zoom(factor: number): void;
  show(box: Box): void;
  follow(before: { readonly x: number; readonly y: number }, after: { readonly x: number; readonly y: number }): void;
}

/**
 * @param view the frame
 *
 * @param stage the element that moves in it
 * @param wheel whether the wheel zooms without a key, as it does if the frame fills the window
 */
export function useCamera(
  view: { readonly current: HTMLElement | null },
  stage: { readonly current: HTMLElement | null },
  wheel: boolean,
): CameraHandle {
  const camera = useRef<Camera>({ x: 0, y: 0, scale: 1 });
  const [far, setFar] = useState(false);
  const size = (): Size => ({ width: view.current?.clientWidth ?? 0, height: view.current?.clientHeight ?? 0 });
  const set = useCallback((next: Camera): void => {
    camera.current = next;
    if (stage.current) stage.current.style.transform = `translate(${next.x}px, ${next.y}px) scale(${next.scale})`;
    setFar(next.scale < FAR);
  }, []);
  useEffect(() => (view.current ? pointers(view.current, camera, set, wheel) : undefined), [wheel]);
  return {
    far,
    frame: (graph, keep) => {
      const whole = fitted(graph, size());
      set(whole.scale >= LEAST_FIT || !keep ? fitted(graph, size(), LEAST_FIT) : centred(keep, size(), LEAST_FIT));
    },
    zoom: (factor) => set(zoomAt(camera.current, { x: size().width / 2, y: size().height / 2 }, factor)),
    show: (box) => set(bringIntoSight(camera.current, box, size(), 24)),
    follow: (before, after) => set(following(camera.current, before, after)),
  };
}

function pointers(view: HTMLElement, camera: { current: Camera }, set: (next: Camera) => void, wheel: boolean): () => void {
  const down = new Map<number, { x: number; y: number }>();
  let moved = 0;
  const at = (event: MouseEvent): { x: number; y: number } => {
    const box = view.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || (event.target as Element).closest('button')) return;
    down.set(event.pointerId, at(event));
    moved = 0;
  };
  const onMove = (event: PointerEvent): void => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (moved > 4 && !view.hasPointerCapture(event.pointerId)) view.setPointerCapture(event.pointerId);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    if (other) set(pinched(camera.current, other, before, now));
    else set({ ...camera.current, x: camera.current.x + now.x - before.x, y: camera.current.y + now.y - before.y });
    down.set(event.pointerId, now);
  };
  const onUp = (event: PointerEvent): void => {
    down.delete(event.pointerId);
  };
  // A drag that begins on a node is not a click on it.
  const onClick = (event: MouseEvent): void => {
    if (moved <= 4) return;
    event.preventDefault();
    event.stopPropagation();
    moved = 0;
  };
  const onWheel = (event: WheelEvent): void => {
    if (!wheel && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    set(zoomAt(camera.current, at(event), 2 ** (-event.deltaY / (event.ctrlKey ? 120 : 400))));
  };
  const end = new AbortController();
  const { signal } = end;
  view.addEventListener('pointerdown', onDown, { signal });
  view.addEventListener('pointermove', onMove, { signal });
  view.addEventListener('pointerup', onUp, { signal });
  view.addEventListener('pointercancel', onUp, { signal });
  view.addEventListener('click', onClick, { signal, capture: true });
  view.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => end.abort();
}

/** Two fingers: the point of the graph under the other finger stays there. */
function pinched(camera: Camera, other: { x: number; y: number }, before: { x: number; y: number }, now: { x: number; y: number }): Camera {
  const apart = (point: { x: number; y: number }): number => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
  return zoomAt(camera, other, apart(now) / apart(before));
}
