import type { TargetedPointerEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Layout } from './geometry.ts';
import type { CameraHandle } from './use-camera.ts';

const MOST_WIDTH = 176;
const MOST_HEIGHT = 112;
/** A graph that is much higher than wide is stretched to this size. */
const LEAST = 48;

interface MinimapProps {
  readonly layout: Layout;
  readonly root: string;
  readonly camera: CameraHandle;
}

/** The whole graph in a corner, with the part that is in sight. A press or drag moves the view. Only there if something is out of sight. */
export function Minimap({ layout, root, camera }: MinimapProps) {
  const map = useRef<HTMLDivElement>(null);
  const frame = useRef<SVGRectElement>(null);
  const scale = Math.min(MOST_WIDTH / layout.width, MOST_HEIGHT / layout.height);
  const [width, height] = [Math.max(LEAST, layout.width * scale), Math.max(LEAST, layout.height * scale)];
  useEffect(() => {
    const draw = (): void => {
      const { x, y, scale: zoom } = camera.now();
      const view = camera.size();
      const [left, top] = [Math.max(0, -x / zoom), Math.max(0, -y / zoom)];
      const [right, bottom] = [Math.min(layout.width, (view.width - x) / zoom), Math.min(layout.height, (view.height - y) / zoom)];
      const isWhole = left < 1 && top < 1 && right > layout.width - 1 && bottom > layout.height - 1;
      map.current?.classList.toggle('is-off', isWhole);
      for (const [name, value] of Object.entries({ x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }))
        frame.current?.setAttribute(name, String(value));
    };
    draw();
    return camera.watch(draw);
  }, [layout, camera]);
  const go = (event: TargetedPointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    camera.centre({
      x: ((event.clientX - box.left) / box.width) * layout.width,
      y: ((event.clientY - box.top) / box.height) * layout.height,
    });
  };
  const cards = layout.spots.map(({ x, y, width: w, height: h }) => `M${x} ${y}h${w}v${h}h${-w}z`).join('');
  const home = layout.spots.find(({ id }) => id === root);
  return (
    // A second way for the pointer. The keys move through the graph itself.
    <div
      ref={map}
      class="minimap lineage-over frame"
      aria-hidden="true"
      style={{ width: `${width}px`, height: `${height}px` }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        go(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && go(event)}
    >
      <svg viewBox={`0 0 ${layout.width} ${layout.height}`} preserveAspectRatio="none" width={width} height={height} aria-hidden="true">
        <path class="minimap-cards" d={cards} />
        {home && <rect class="minimap-root" x={home.x} y={home.y} width={home.width} height={home.height} />}
        <rect ref={frame} class="minimap-frame" />
      </svg>
    </div>
  );
}
