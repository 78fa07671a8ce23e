/**
 * Which part of the graph is visible, and at which size.
 */

export interface Camera {
  /** The position of the graph's origin on the screen, px. */
  readonly x: number;
  readonly y: number;
  /** Screen px for each px of the graph. */
  readonly scale: number;
}

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

export interface Box extends PictureSize {
  readonly x: number;
  readonly y: number;
}

/** Limits of zooming. A fitted graph may be smaller. */
const LEAST_SCALE = 0.02;
const MOST_SCALE = 2;

/** Shows the whole graph in the middle, at most in its own size. */
export function fitted(graph: PictureSize, view: PictureSize): Camera {
  const scale = Math.min(1, view.width / Math.max(1, graph.width), view.height / Math.max(1, graph.height));
  return { scale, x: (view.width - graph.width * scale) / 2, y: (view.height - graph.height * scale) / 2 };
}

/** Zooms; the point under the pointer stays where it is. */
export function zoomAt(camera: Camera, point: { readonly x: number; readonly y: number }, factor: number): Camera {
  const scale = Math.min(MOST_SCALE, Math.max(Math.min(LEAST_SCALE, camera.scale), camera.scale * factor));
  const by = scale / camera.scale;
  return { scale, x: point.x - (point.x - camera.x) * by, y: point.y - (point.y - camera.y) * by };
}

/** Moves the camera by the smallest distance that makes the box visible. */
export function bringIntoSight(camera: Camera, box: Box, view: PictureSize, margin: number): Camera {
  return {
    ...camera,
    x: shifted(camera.x, box.x * camera.scale, box.width * camera.scale, view.width, margin),
    y: shifted(camera.y, box.y * camera.scale, box.height * camera.scale, view.height, margin),
  };
}

function shifted(at: number, from: number, size: number, view: number, margin: number): number {
  if (at + from + size > view - margin) return Math.max(view - margin - size - from, margin - from);
  return Math.max(at, margin - from);
}

/** Shows the box in the middle, at this scale. */
export function centred(box: Box, view: PictureSize, scale: number): Camera {
  return { scale, x: view.width / 2 - (box.x + box.width / 2) * scale, y: view.height / 2 - (box.y + box.height / 2) * scale };
}

/** Moves the camera so that a point of the graph stays where it was on the screen, although it has moved in the graph. */
export function following(
  camera: Camera,
  before: { readonly x: number; readonly y: number },
  after: { readonly x: number; readonly y: number },
): Camera {
  return { ...camera, x: camera.x + (before.x - after.x) * camera.scale, y: camera.y + (before.y - after.y) * camera.scale };
}
