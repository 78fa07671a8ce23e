/**
 * Moves a camera by pointers and the wheel.
 */
import { type Camera, zoomAt } from './camera.ts';

interface PointerPosition {
  readonly x: number;
  readonly y: number;
}

/** A press that moves less than this is a click, px. */
const CLICK = 4;

/** Follows the pointers over the frame. Returns the end of it. */
export function followPointers(view: HTMLElement, now: () => Camera, set: (next: Camera) => void, wheel: boolean): () => void {
  const down = new Map<number, PointerPosition>();
  let moved = 0;
  const at = (event: MouseEvent): PointerPosition => {
    const box = view.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const onDown = (event: PointerEvent): void => {
    if (event.button !== 0 || (event.target as Element).closest('.lineage-over, .node-more')) return;
    down.set(event.pointerId, at(event));
    moved = 0;
  };
  const onMove = (event: PointerEvent): void => {
    const before = down.get(event.pointerId);
    if (!before) return;
    const here = at(event);
    moved += Math.hypot(here.x - before.x, here.y - before.y);
    if (moved > CLICK && !view.hasPointerCapture(event.pointerId)) view.setPointerCapture(event.pointerId);
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    const camera = now();
    if (other) set(pinched(camera, other, before, here));
    else set({ ...camera, x: camera.x + here.x - before.x, y: camera.y + here.y - before.y });
    down.set(event.pointerId, here);
  };
  const onUp = (event: PointerEvent): void => {
    down.delete(event.pointerId);
  };
  // A drag that begins on a card is not a click on it.
  const onClick = (event: MouseEvent): void => {
    if (moved <= CLICK) return;
    event.preventDefault();
    event.stopPropagation();
    moved = 0;
  };
  const onWheel = (event: WheelEvent): void => {
    if ((event.target as Element).closest('.group-list')) return;
    if (!wheel && !event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    set(zoomAt(now(), at(event), 2 ** (-event.deltaY / (event.ctrlKey ? 120 : 400))));
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
function pinched(camera: Camera, other: PointerPosition, before: PointerPosition, now: PointerPosition): Camera {
  const apart = (point: PointerPosition): number => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
  return zoomAt(camera, other, apart(now) / apart(before));
}
