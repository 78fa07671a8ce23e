/**
 * What clicks and keys do in the graph.
 */
import { useCallback, useRef, useState } from 'preact/hooks';
import { SIDES, type Side, sideKey } from '../../data/side.ts';
import type { CardSpot, Layout } from './geometry.ts';
import type { ChangeQuery } from './graph-tools.tsx';
import { actOnKey } from './keys.ts';
import type { LineageGraph } from './known.ts';
import type { Picture, PictureCard } from './picture.ts';
import type { CameraHandle } from './use-camera.ts';
import { codeOf, type LineageView, withHidden, withShown } from './wanted.ts';

/** What the list of a group covers of the frame, px, with its margin. */
const LIST_WIDTH = 380;

interface ShownGraph {
  readonly view: { readonly current: HTMLElement | null };
  readonly graph: LineageGraph;
  readonly picture: Picture;
  readonly layout: Layout | undefined;
  readonly spots: ReadonlyMap<string, CardSpot>;
  readonly wanted: LineageView;
  /** How many neighbours of a side are hidden, by `sideKey`. */
  readonly hidden: ReadonlyMap<string, number>;
  /** The group whose list is open. */
  readonly opened: PictureCard | undefined;
  readonly current: string;
  readonly camera: CameraHandle;
  /** The card gets the focus. */
  readonly onFocused: (id: string) => void;
  /** Makes the frame small again. */
  readonly onLeave: () => void;
  readonly onChange: ChangeQuery;
}

/** The functions for cards stay the same, so that a card is drawn again only when its own properties change. */
export function useGraphActions(shown: ShownGraph) {
  const { view, graph, picture, layout, spots, wanted, hidden, opened, current, camera, onFocused, onLeave, onChange } = shown;
  const [reached, setReached] = useState<string | undefined>(undefined);
  const setOpen = (urn: string, side: Side, open: boolean): void => onChange((open ? withShown : withHidden)(wanted, sideKey(urn, side)));
  const actions = useRef({ toggle: (_urn: string, _side: Side): void => {}, list: (_id: string): void => {}, reach: (_id: string): void => {} });
  actions.current = {
    reach: (id) => {
      const spot = spots.get(id);
      // A card that the pointer presses stays where it is.
      if (spot && document.activeElement?.matches(':focus-visible')) camera.show(spot, opened ? LIST_WIDTH : 0);
    },
    toggle: (urn, side) => {
      onFocused(urn);
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
  const onFocus = useCallback(
    (id: string) => {
      onFocused(id);
      setReached(id);
      actions.current.reach(id);
    },
    [onFocused],
  );
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
    const focus = (id: string): void => focusCard(view.current, id);
    if (actOnKey(event, { layout, spots, edges: picture.edges, current, camera, open, leave: onLeave, focus })) event.preventDefault();
  };
  return { reached, onReach: setReached, onToggle, onOpen, onFocus, closeList, onKeyDown };
}

function focusCard(view: HTMLElement | null, id: string): void {
  for (const link of view?.querySelectorAll<HTMLElement>('.node-link') ?? []) {
    if (link.dataset.card === id) link.focus({ preventScroll: true });
  }
}
