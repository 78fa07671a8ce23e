/**
 * The camera over the graph: drag to move, two fingers or the wheel to zoom. The picture moves without being drawn again. When it rests, it is
 * drawn again, sharp and with cards that fit.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type Box, bringIntoSight, type Camera, centred, fitted, following, type PictureSize, zoomAt } from './camera.ts';
import { followPointers } from './pointers.ts';

/** Below these scales cards show only names in larger type, or nothing: then the most important have labels. */
const FAR = 0.6;
const TINY = 0.45;
/** The first view never goes below this scale: some cards out of sight are better than none readable. */
const LEAST_FIRST = 0.9;
/** The controls at the lower edge of the frame, px. The fitted graph leaves them free. */
const CONTROLS = 48;
/** After this time without a move, cards show what fits their size, text is drawn sharp at the new scale, and the place is kept in the URL, ms. */
const SETTLED_MS = 250;

type CameraPoint = { readonly x: number; readonly y: number };

export interface CameraHandle {
  /** How much cards show. */
  readonly detail: 'all' | 'names' | 'none';
  now(): Camera;
  size(): PictureSize;
  /** Calls this after every move. Returns the end of it. */
  watch(listener: () => void): () => void;
  /** Shows the whole graph. If that would be too small to read, centres this box. */
  frame(graph: PictureSize, keep: Box | undefined): void;
  /** Shows the whole graph, however small it becomes. */
  fit(graph: PictureSize): void;
  zoom(factor: number): void;
  move(x: number, y: number): void;
  /** Brings a box into sight. `covered`: what is covered at the right edge of the frame, px. */
  show(box: Box, covered?: number): void;
  /** Shows a point of the graph in the middle. */
  centre(point: CameraPoint): void;
  /** The same at a scale, as the URL names it. */
  restore(point: CameraPoint, scale: number): void;
  follow(before: CameraPoint, after: CameraPoint): void;
}

interface CameraOptions {
  /** The wheel zooms without a key, as it does if the frame fills the window. */
  readonly wheel: boolean;
  /** Called when the reader has moved the picture, and stopped. */
  onSettled(): void;
}

type Ref = { readonly current: HTMLElement | null };

/**
 * @param view the frame
 * @param stage the element that moves in it
 */
export function useCamera(view: Ref, stage: Ref, { wheel, onSettled }: CameraOptions): CameraHandle {
  const camera = useRef<Camera>({ x: 0, y: 0, scale: 1 });
  const listeners = useRef(new Set<() => void>());
  const settled = useRef(onSettled);
  settled.current = onSettled;
  const timer = useRef(0);
  const byReader = useRef(false);
  /** The scale at which the browser has drawn the cards. */
  const drawn = useRef(1);
  const [detail, setDetail] = useState<CameraHandle['detail']>('all');
  const size = useCallback((): PictureSize => ({ width: view.current?.clientWidth ?? 0, height: view.current?.clientHeight ?? 0 }), [view]);
  /** The frame of the browser that draws the next step. */
  const frame = useRef(0);
  const rest = useCallback((): void => {
    const { scale } = camera.current;
    setDetail(detailAt(scale));
    if (stage.current && drawn.current !== scale) drawAgain(stage.current);
    drawn.current = scale;
    if (byReader.current) settled.current();
    byReader.current = false;
  }, [stage]);
  const draw = useCallback((): void => {
    cancelAnimationFrame(frame.current);
    frame.current = 0;
    // The listeners measure the frame. After a change of the style, the browser would have to do the layout again for that.
    for (const listener of listeners.current) listener();
    const { x, y, scale } = camera.current;
    if (stage.current) stage.current.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    clearTimeout(timer.current);
    timer.current = setTimeout(rest, SETTLED_MS) as unknown as number;
  }, [rest, stage]);
  /** Shows this at once, with cards that fit. */
  const place = useCallback(
    (next: Camera): void => {
      camera.current = next;
      setDetail(detailAt(next.scale));
      draw();
    },
    [draw],
  );
  const set = useCallback(
    (next: Camera): void => {
      byReader.current = true;
      place(next);
    },
    [place],
  );
  /** One of many small steps. All steps before the next frame are drawn together, and the cards stay as they are until the picture rests. */
  const step = useCallback(
    (next: Camera): void => {
      byReader.current = true;
      camera.current = next;
      clearTimeout(timer.current);
      if (frame.current === 0) frame.current = requestAnimationFrame(draw);
    },
    [draw],
  );
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      cancelAnimationFrame(frame.current);
    },
    [],
  );
  useEffect(() => (view.current ? followPointers(view.current, () => camera.current, step, wheel) : undefined), [view, step, wheel]);
  return useMemo(() => {
    const usable = (): PictureSize => ({ width: size().width, height: size().height - CONTROLS });
    return {
      detail,
      now: () => camera.current,
      size,
      watch: (listener: () => void) => {
        listeners.current.add(listener);
        return () => void listeners.current.delete(listener);
      },
      frame: (graph: PictureSize, keep: Box | undefined) => {
        const whole = fitted(graph, usable());
        place(whole.scale >= LEAST_FIRST || !keep ? whole : centred(keep, usable(), LEAST_FIRST));
      },
      fit: (graph: PictureSize) => set(fitted(graph, usable())),
      zoom: (factor: number) => set(zoomAt(camera.current, { x: size().width / 2, y: size().height / 2 }, factor)),
      move: (x: number, y: number) => set({ ...camera.current, x: camera.current.x + x, y: camera.current.y + y }),
      show: (box: Box, covered = 0) => {
        const { width, height } = usable();
        set(bringIntoSight(camera.current, box, { width: width - covered, height }, 24));
      },
      centre: (point: CameraPoint) => set(centred({ ...point, width: 0, height: 0 }, size(), camera.current.scale)),
      restore: (point: CameraPoint, scale: number) => place(centred({ ...point, width: 0, height: 0 }, size(), scale)),
      follow: (before: CameraPoint, after: CameraPoint) => place(following(camera.current, before, after)),
    };
  }, [detail, place, set, size]);
}

function detailAt(scale: number): CameraHandle['detail'] {
  return scale < TINY ? 'none' : scale < FAR ? 'names' : 'all';
}

/** The picture is a layer of its own, which moves fast, but stays as it was drawn. This draws it again, sharp at its scale. */
function drawAgain({ style }: HTMLElement): void {
  style.willChange = 'auto';
  // The first of these comes before the browser draws, the second after.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      style.willChange = 'transform';
    }),
  );
}
