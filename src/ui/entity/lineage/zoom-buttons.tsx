import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
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
      <Button label="−" aria-label="Zoom out" onClick={() => camera.zoom(1 / 1.3)} />
      <span class="lineage-percent muted number small">{percent}%</span>
      <Button label="+" aria-label="Zoom in" onClick={() => camera.zoom(1.3)} />
      <Button label="Fit" onClick={() => camera.fit(layout)} />
      <Button label="Save" aria-label="Save the picture as SVG" onClick={onSave} />
      <Button label={whole ? 'Back to the page' : 'Full window'} aria-pressed={whole} onClick={() => onWhole(!whole)} />
    </fieldset>
  );
}
