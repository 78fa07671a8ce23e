import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { SIDES, type Side, sideKey } from '../../data/side.ts';
import { Edges, EdgesOf } from './edges.tsx';
import type { Change } from './graph-tools.tsx';
import { GroupCard } from './group-card.tsx';
import { GroupList } from './group-list.tsx';
import { actOnKey } from './keys.ts';
import { hiddenCounts } from './known.ts';
import { Labels } from './labels.tsx';
import { Legend } from './legend.tsx';
import { Minimap } from './minimap.tsx';
import { NodeCard } from './node-card.tsx';
import { savePicture } from './save-picture.ts';
import { useCamera } from './use-camera.ts';
import type { ColumnLineage } from './use-column-lineage.ts';
import { NO_GRAPH, useDrawn } from './use-drawn.ts';
import { placeText, useKeptInPlace } from './use-kept-in-place.ts';
import type { Exploration } from './use-lineage.ts';
import { codeOf, type Wanted, withHidden, withMembers, withPicked, withShown, withWhole } from './wanted.ts';
import { ZoomButtons } from './zoom-buttons.tsx';

interface GraphViewProps {
  readonly root: string;
  /** The time of which it is the lineage, epoch ms; undefined: now. */
  readonly asOf: number | undefined;
  readonly lineage: Exploration;
  readonly wanted: Wanted;
  /** If the lineage of a column is shown: its ways, the paths of its columns by node, and the nodes on it. */
  readonly ways: ColumnLineage | undefined;
  readonly columns: ReadonlyMap<string, readonly string[]> | undefined;
  readonly lit: ReadonlySet<string> | undefined;
  /** A change of this value frames the graph anew. */
  readonly fitting: string;
  /** The place that the URL names. */
  readonly place: string | undefined;
  /** What links keep of the address. */
  readonly query: string;
  readonly onChange: Change;
  /** The controls above. */
  readonly children: ComponentChildren;
}

/** What the list of a group covers of the frame, px, with its margin. */
const LIST_WIDTH = 380;

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
  const [reached, setReached] = useState<string | undefined>(undefined);
  const [focused, setFocused] = useState(root);
  const { picture, layout, spots, nameOf, litCards, lines } = useDrawn({ root, graph, info, wanted, ways, columns, lit });
  const hidden = useMemo(() => hiddenCounts(known, graph), [known, graph]);
  const current = spots.has(focused) ? focused : root;
  const touched = useRef(false);
  const camera = useCamera(view, stage, {
    wheel: whole,
    onSettled: () => {
      const home = spots.get(root);
      if (home) onChange({ at: placeText(camera, home) });
    },
  });
  useEffect(() => {
    const touch = (): void => {
      touched.current = true;
    };
    for (const event of ['pointerdown', 'wheel', 'keydown']) frame.current?.addEventListener(event, touch, { passive: true });
  }, []);
  useKeptInPlace({ layout, spots, current, root, fitting: `${fitting} ${whole}`, touched, place }, camera);

  const opened = picture.cards.find((card) => card.kind !== 'entity' && codeOf(card.id) === wanted.list);
  const setOpen = (urn: string, side: Side, open: boolean): void => onChange((open ? withShown : withHidden)(wanted, sideKey(urn, side)));
  const actions = useRef({ toggle: (_urn: string, _side: Side): void => {}, list: (_id: string): void => {}, reach: (_id: string): void => {} });
  actions.current = {
    reach: (id) => {
      const spot = spots.get(id);
      // A card that the pointer presses stays where it is.
      if (spot && document.activeElement?.matches(':focus-visible')) camera.show(spot, opened ? LIST_WIDTH : 0);
    },
    toggle: (urn, side) => {
      setFocused(urn);
      setOpen(urn, side, !graph.open.has(sideKey(urn, side)));
    },
    list: (id) => {
      const spot = spots.get(id);
      if (spot && opened?.id !== id && camera.size().width > 2 * LIST_WIDTH) camera.show(spot, LIST_WIDTH);
      onChange({ list: opened?.id === id ? undefined : codeOf(id) });
    },
  };
  const onToggle = useCallback((urn: string, side: Side) => actions.current.toggle(urn, side), []);
  const onOpen = useCallback((id: string) => actions.current.list(id), []);
  const onFocus = useCallback((id: string) => {
    setFocused(id);
    setReached(id);
    actions.current.reach(id);
  }, []);
  const closeList = (): void => {
    onChange({ list: undefined });
    if (opened) focusCard(view.current, opened.id);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const open = (isOpen: boolean): void => {
      const side = SIDES.find((each) => (isOpen ? (hidden.get(sideKey(current, each)) ?? 0) > 0 : graph.open.has(sideKey(current, each))));
      if (side) setOpen(current, side, isOpen);
    };
    const leave = (): void => setWhole(false);
    const focus = (id: string): void => focusCard(view.current, id);
    if (actOnKey(event, { layout, spots, edges: picture.edges, current, camera, open, leave, focus })) event.preventDefault();
  };
  const lookOf = (id: string): 'lit' | 'dim' | 'plain' => (litCards ? (litCards.has(id) ? 'lit' : 'dim') : 'plain');
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
          {layout &&
            picture.cards.map((card) => {
              const { x = 0, y = 0, height = 0 } = spots.get(card.id) ?? {};
              const shared = { x, y, current: card.id === current, look: lookOf(card.id), onReach: setReached, onFocus };
              if (card.kind !== 'entity')
                return <GroupCard key={card.id} card={card} {...shared} info={info} open={card === opened} onOpen={onOpen} />;
              return (
                <NodeCard
                  key={card.id}
                  urn={card.id}
                  {...shared}
                  height={height}
                  info={info.get(card.id)}
                  root={card.id === root}
                  columns={columns?.get(card.id)}
                  hiddenUp={hidden.get(sideKey(card.id, 'up')) ?? 0}
                  hiddenDown={hidden.get(sideKey(card.id, 'down')) ?? 0}
                  openUp={graph.open.has(sideKey(card.id, 'up'))}
                  openDown={graph.open.has(sideKey(card.id, 'down'))}
                  query={query}
                  onToggle={onToggle}
                />
              );
            })}
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
        <p id={help} class="muted small">
          Drag to move; pinch, or Ctrl and the wheel, to zoom. <kbd>←</kbd> <kbd>→</kbd> follow the lines, <kbd>Enter</kbd> opens, <kbd>+</kbd>{' '}
          <kbd>−</kbd> show and hide, <kbd>0</kbd> fits.
        </p>
      </footer>
    </div>
  );
}

function focusCard(view: HTMLElement | null, id: string): void {
  for (const link of view?.querySelectorAll<HTMLElement>('.node-link') ?? []) {
    if (link.dataset.card === id) link.focus({ preventScroll: true });
  }
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
