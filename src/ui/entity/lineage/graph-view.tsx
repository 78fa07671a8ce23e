import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { Spinner } from '../../parts/spinner.tsx';
import { Edges, EdgesOf } from './edges.tsx';
import { boxOf } from './geometry.ts';
import { actOnKey } from './keys.ts';
import type { Side } from './known.ts';
import { NodeCard } from './node-card.tsx';
import { useCamera } from './use-camera.ts';
import { useKeptInPlace } from './use-kept-in-place.ts';
import { useLayout } from './use-layout.ts';
import type { Exploration } from './use-lineage.ts';

interface GraphViewProps {
  readonly root: string;
  readonly lineage: Exploration;
  /** If the lineage of a column is shown: its columns by node, and the nodes on it. */
  readonly columns: ReadonlyMap<string, readonly string[]> | undefined;
  readonly lit: ReadonlySet<string> | undefined;
  /** A change of this value fits the graph into its frame again. */
  readonly fitting: unknown;
  /** More controls. */
  readonly children: ComponentChildren;
}

/**
 * Draws the lineage. Dragging moves the picture, arrow keys follow the edges, Enter opens an entity, + and − show and hide what lies
 * beyond.
 */
export function GraphView({ root, lineage, columns, lit, fitting, children }: GraphViewProps) {
  const { graph, info } = lineage;
  const help = useId();
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLDivElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [whole, setWhole] = useState(false);
  const [reached, setReached] = useState<string | undefined>(undefined);
  const [focused, setFocused] = useState(root);
  const layout = useLayout(graph);
  const camera = useCamera(view, stage, whole);
  const spots = useMemo(() => new Map(layout?.spots.map((spot) => [spot.urn, spot])), [layout]);
  const current = spots.has(focused) ? focused : root;
  const touched = useRef(false);
  useEffect(() => {
    const touch = (): void => {
      touched.current = true;
    };
    for (const event of ['pointerdown', 'wheel', 'keydown']) frame.current?.addEventListener(event, touch, { passive: true });
  }, []);
  useKeptInPlace({ layout, spots, current, root, fitting: `${fitting} ${whole}`, touched }, camera);

  const toggle = useRef((_urn: string, _side: Side): void => {});
  toggle.current = (urn, side) => {
    setFocused(urn);
    if (lineage.hidden(urn, side)) void lineage.expand(urn, side);
    else lineage.collapse(urn, side);
  };
  const onToggle = useCallback((urn: string, side: Side) => toggle.current(urn, side), []);
  const onFocus = useCallback((urn: string) => {
    setFocused(urn);
    setReached(urn);
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const leaveWhole = (): void => setWhole(false);
    const handled = actOnKey(event, { layout, spots, current, lineage, camera, root, leaveWhole, focus: (urn) => focusNode(view.current, urn) });
    if (handled) event.preventDefault();
  };
  return (
    <div class={`lineage-frame${whole ? ' is-whole' : ''}`} ref={frame}>
      <div class="tab-tools">
        {children}
        <fieldset class="lineage-zoom">
          <legend class="hidden-text">View of the graph</legend>
          <button type="button" aria-label="Zoom in" onClick={() => camera.zoom(1.3)}>
            +
          </button>
          <button type="button" aria-label="Zoom out" onClick={() => camera.zoom(1 / 1.3)}>
            −
          </button>
          <button type="button" onClick={() => layout && camera.frame(layout, boxOf(spots.get(root)))}>
            Fit
          </button>
          <button type="button" aria-pressed={whole} onClick={() => setWhole(!whole)}>
            {whole ? 'Back to the page' : 'Full window'}
          </button>
        </fieldset>
      </div>
      <section
        ref={view}
        class={`lineage-view${camera.far ? ' is-far' : ''}`}
        aria-label="Lineage graph"
        aria-describedby={help}
        onKeyDown={onKeyDown}
      >
        <div ref={stage} class="lineage-stage">
          {layout && <Edges layout={layout} lit={lit} />}
          {layout && !lit && <EdgesOf layout={layout} urn={reached} />}
          {layout?.spots.map(({ urn, x, y }) => (
            <NodeCard
              key={urn}
              urn={urn}
              x={x}
              y={y}
              info={info.get(urn)}
              root={urn === root}
              current={urn === current}
              look={lit ? (lit.has(urn) ? 'lit' : 'dim') : 'plain'}
              columns={columns?.get(urn)?.join(', ')}
              hiddenUp={lineage.hidden(urn, 'up')}
              hiddenDown={lineage.hidden(urn, 'down')}
              openUp={lineage.isOpen(urn, 'up')}
              openDown={lineage.isOpen(urn, 'down')}
              onToggle={onToggle}
              onReach={setReached}
              onFocus={onFocus}
            />
          ))}
        </div>
        {!layout && <Spinner label="Drawing" />}
      </section>
      <p id={help} class="lineage-help muted small">
        Drag to move. Pinch, or use Ctrl and the wheel, to zoom. Keys: arrows follow the edges, Enter opens an entity, + shows more, − hides it again,
        0 fits the graph.
      </p>
    </div>
  );
}

function focusNode(view: HTMLElement | null, urn: string): void {
  for (const link of view?.querySelectorAll<HTMLElement>('.node-link') ?? []) {
    if (link.dataset.urn === urn) link.focus({ preventScroll: true });
  }
}
