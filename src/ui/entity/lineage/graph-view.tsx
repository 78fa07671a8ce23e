import type { ComponentChildren } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { sideKey } from '../../data/side.ts';
import { Edges, EdgesOf } from './edges.tsx';
import { GraphCards } from './graph-cards.tsx';
import type { ChangeQuery } from './graph-tools.tsx';
import { GroupList } from './group-list.tsx';
import { hiddenCounts } from './known.ts';
import { Labels } from './labels.tsx';
import { Legend } from './legend.tsx';
import { Minimap } from './minimap.tsx';
import { savePicture } from './save-picture.ts';
import { useCamera } from './use-camera.ts';
import type { ColumnReach } from './use-column-lineage.ts';
import { NO_GRAPH, useDrawn } from './use-drawn.ts';
import { useGraphActions } from './use-graph-actions.ts';
import { placeText, useKeptInPlace } from './use-kept-in-place.ts';
import type { Exploration } from './use-lineage.ts';
import { codeOf, type LineageView, withMembers, withPicked, withWhole } from './wanted.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

interface GraphViewProps {
  readonly root: string;
  /** The time of which it is the lineage, epoch ms; undefined: now. */
  readonly asOf: number | undefined;
  readonly lineage: Exploration;
  readonly wanted: LineageView;
  /** If the lineage of a column is shown: its ways, the paths of its columns by node, and the nodes on it. */
  readonly ways: ColumnReach | undefined;
  readonly columns: ReadonlyMap<string, readonly string[]> | undefined;
  readonly lit: ReadonlySet<string> | undefined;
  /** A change of this value frames the graph anew. */
  readonly fitting: string;
  /** The place that the URL names. */
  readonly place: string | undefined;
  /** What links keep of the address. */
  readonly query: string;
  readonly onChange: ChangeQuery;
  /** The controls above. */
  readonly children: ComponentChildren;
}

/**
 * Draws the lineage. Dragging moves the picture, arrow keys follow the edges, Enter opens an entity or a group, + and − show and hide what
 * lies beyond.
 */
export function GraphView({ root, asOf, lineage, wanted, ways, columns, lit, fitting, place, query, onChange, children }: GraphViewProps) {
  const { info, known } = lineage;
  const graph = lineage.graph ?? NO_GRAPH;
  const help = useId();
  const frame = useRef<HTMLDivElement>(null);
  const view = useRef<HTMLElement>(null);
  const stage = useRef<HTMLDivElement>(null);
  const [whole, setWhole] = useState(false);
  const [focused, setFocused] = useState(root);
  const { picture, layout, spots, nameOf, litCards, lines } = useDrawn({ root, graph, info, wanted, ways, columns, lit });
  const hidden = useMemo(() => hiddenCounts(known, graph), [known, graph]);
  const current = spots.has(focused) ? focused : root;
  const camera = useCamera(view, stage, {
    wheel: whole,
    onSettled: () => {
      const home = spots.get(root);
      if (home) onChange({ at: placeText(camera, home) });
    },
  });
  const touched = useTouched(frame);
  useKeptInPlace({ layout, spots, current, root, fitting: `${fitting} ${whole}`, touched, place }, camera);

  const opened = picture.cards.find((card) => card.kind !== 'entity' && codeOf(card.id) === wanted.list);
  const onLeave = (): void => setWhole(false);
  const parts = { view, graph, picture, layout, spots, wanted, hidden, opened, current, camera, onFocused: setFocused, onLeave, onChange };
  const { reached, onReach, onToggle, onOpen, onFocus, closeList, onKeyDown } = useGraphActions(parts);
  return (
    <div class={`lineage-frame${whole ? ' is-whole' : ''}`} ref={frame}>
      <div class="tab-tools bar far lineage-tools">{children}</div>
      <section
        ref={view}
        class={`lineage-view is-detail-${camera.detail}`}
        aria-label="Lineage graph"
        aria-describedby={help}
        aria-busy={lineage.busy}
        onKeyDown={onKeyDown}
      >
        <div ref={stage} class="lineage-stage">
          {layout && <Edges layout={layout} lit={litCards} lines={lines} />}
          {layout && !litCards && <EdgesOf layout={layout} id={reached} />}
          {layout && (
            <GraphCards
              cards={picture.cards}
              {...{ spots, info, graph, root, current, opened, columns, hidden, query, onReach, onFocus, onOpen, onToggle }}
              lit={litCards}
            />
          )}
          {layout && camera.detail === 'none' && <Labels camera={camera} layout={layout} root={root} nameOf={nameOf} />}
        </div>
        {!layout && lineage.error === undefined && <Skeleton />}
        {layout && (
          <ZoomButtons
            camera={camera}
            layout={layout}
            whole={whole}
            onWhole={setWhole}
            onSave={() => savePicture(root, layout, picture.cards, { nameOf, subTypeOf: (id) => info.get(id)?.subType })}
          />
        )}
        {layout && <Minimap layout={layout} root={root} camera={camera} />}
        {opened && opened.kind !== 'entity' && (
          <GroupList
            key={opened.id}
            card={opened}
            info={info}
            asOf={asOf}
            picked={wanted.picked}
            query={query}
            onPick={(urn, picked) => onChange(withPicked(wanted, urn, picked))}
            onShowAll={() =>
              onChange(opened.kind === 'hub' ? withWhole(wanted, sideKey(opened.hub.urn, opened.hub.side)) : withMembers(wanted, opened.id))
            }
            onClose={closeList}
          />
        )}
      </section>
      <footer class="lineage-foot bar spread">
        {layout && (
          <Legend urns={graph.nodes} picture={picture} ghosts={graph.nodes.some((urn) => info.get(urn)?.removed || info.get(urn)?.missing)} />
        )}
        <KeysHelp id={help} />
      </footer>
    </div>
  );
}

/** Has the reader touched the graph? */
function useTouched(frame: { readonly current: HTMLElement | null }): { current: boolean } {
  const touched = useRef(false);
  useEffect(() => {
    const touch = (): void => {
      touched.current = true;
    };
    for (const event of ['pointerdown', 'wheel', 'keydown']) frame.current?.addEventListener(event, touch, { passive: true });
  }, [frame]);
  return touched;
}

function KeysHelp({ id }: { readonly id: string }) {
  return (
    <p id={id} class="muted small">
      Drag to move; pinch, or Ctrl and the wheel, to zoom. <kbd>←</kbd> <kbd>→</kbd> follow the lines, <kbd>Enter</kbd> opens, <kbd>+</kbd>{' '}
      <kbd>−</kbd> show and hide, <kbd>0</kbd> fits.
    </p>
  );
}

/** Where cards will stand while the lineage is read. */
function Skeleton() {
  return (
    <div class="lineage-skeleton">
      <p class="hidden-text" role="status">
        Loading the lineage
      </p>
      {[2, 3, 1, 3, 2].map((cards, column) => (
        <div key={column} aria-hidden="true">
          {Array.from({ length: cards }, (_, card) => (
            <span key={card} />
          ))}
        </div>
      ))}
    </div>
  );
}
