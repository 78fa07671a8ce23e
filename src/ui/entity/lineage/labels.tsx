/**
 * Names of the most important cards, where the cards are too small to have them: as many as fit beside each other, always of a readable size.
 */
import { useEffect, useMemo, useState } from 'preact/hooks';
import type { CardSpot, Layout } from './geometry.ts';
import type { CameraHandle } from './use-camera.ts';

/** The size of a name on the screen, px. */
const SIZE = 13;
/** How wide a character is, of its size; how high a line is. */
const WIDTH = 0.56;
const HEIGHT = 1.45;
const MOST_CHARACTERS = 30;
const MOST = 60;

interface CardLabel {
  readonly id: string;
  readonly text: string;
  /** The middle, in the picture. */
  readonly x: number;
  readonly y: number;
}

/** The names that fit, the most important first. Pure. @param scale of the picture on the screen */
function labelsAt(spots: readonly CardSpot[], nameOf: (id: string) => string, weightOf: (id: string) => number, scale: number): CardLabel[] {
  const size = SIZE / scale;
  const placed: (CardLabel & { readonly half: number })[] = [];
  for (const spot of [...spots].sort((a, b) => weightOf(b.id) - weightOf(a.id))) {
    if (placed.length >= MOST) break;
    const name = nameOf(spot.id);
    const text = name.length > MOST_CHARACTERS ? `…${name.slice(1 - MOST_CHARACTERS)}` : name;
    const label = { id: spot.id, text, x: spot.x + spot.width / 2, y: spot.y + spot.height / 2, half: ((text.length + 2) * WIDTH * size) / 2 };
    const free = placed.every((each) => Math.abs(each.x - label.x) > each.half + label.half || Math.abs(each.y - label.y) > HEIGHT * size);
    if (free) placed.push(label);
  }
  return placed.map(({ half: _, ...label }) => label);
}

interface LabelsProps {
  readonly camera: CameraHandle;
  readonly layout: Layout;
  /** The entity of the page: its name is always there. */
  readonly root: string;
  readonly nameOf: (id: string) => string;
}

/** Screen readers have the names of the cards. */
export function Labels({ camera, layout, root, nameOf }: LabelsProps) {
  const scale = useSteppedScale(camera);
  const weights = useMemo(() => {
    const counts = new Map<string, number>([[root, Number.POSITIVE_INFINITY]]);
    for (const { from, to } of layout.routes) for (const id of [from, to]) counts.set(id, (counts.get(id) ?? 0) + 1);
    return counts;
  }, [layout, root]);
  const labels = useMemo(() => labelsAt(layout.spots, nameOf, (id) => weights.get(id) ?? 0, scale), [layout, nameOf, weights, scale]);
  return (
    <div class="node-labels" aria-hidden="true" style={{ fontSize: `${SIZE / scale}px` }}>
      {labels.map(({ id, text, x, y }) => (
        <bdi key={id} class={id === root ? 'node-label strong' : 'node-label'} style={{ left: `${x}px`, top: `${y}px` }}>
          {text}
        </bdi>
      ))}
    </div>
  );
}

/** The scale in steps: names are placed anew only where it makes a difference. */
function useSteppedScale(camera: CameraHandle): number {
  const [scale, set] = useState(() => stepped(camera.now().scale));
  useEffect(() => {
    const read = (): void => set(stepped(camera.now().scale));
    read();
    return camera.watch(read);
  }, [camera]);
  return scale;
}

function stepped(scale: number): number {
  return 1.2 ** Math.round(Math.log(Math.max(scale, 0.001)) / Math.log(1.2));
}
