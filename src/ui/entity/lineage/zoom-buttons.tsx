import { useEffect, useState } from 'preact/hooks';
import type { Layout } from './geometry.ts';
import type { CameraHandle } from './use-camera.ts';

interface ZoomButtonsProps {
  readonly camera: CameraHandle;
  readonly layout: Layout;
  readonly whole: boolean;
  readonly onWhole: (whole: boolean) => void;
  /** Saves the picture. */
  readonly onSave: () => void;
}

/** The controls of the view, in a corner of it. */
export function ZoomButtons({ camera, layout, whole, onWhole, onSave }: ZoomButtonsProps) {
  const [percent, setPercent] = useState(100);
  useEffect(() => {
    const read = (): void => setPercent(Math.round(camera.now().scale * 100));
    read();
    return camera.watch(read);
  }, [camera]);
  return (
    <fieldset class="lineage-zoom lineage-over frame">
      <legend class="hidden-text">View of the graph</legend>
      <button type="button" aria-label="Zoom out" onClick={() => camera.zoom(1 / 1.3)}>
        −
      </button>
      <span class="lineage-percent muted number small">{percent}%</span>
      <button type="button" aria-label="Zoom in" onClick={() => camera.zoom(1.3)}>
        +
      </button>
      <button type="button" onClick={() => camera.fit(layout)}>
        Fit
      </button>
      <button type="button" aria-label="Save the picture as SVG" onClick={onSave}>
        Save
      </button>
      <button type="button" aria-pressed={whole} onClick={() => onWhole(!whole)}>
        {whole ? 'Back to the page' : 'Full window'}
      </button>
    </fieldset>
  );
}
