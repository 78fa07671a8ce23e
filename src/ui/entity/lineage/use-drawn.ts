import { useCallback, useMemo } from 'preact/hooks';
import { shortName } from '../../api/urn.ts';
import { columnLines } from './column-lines.ts';
import { type CardSpot, heightOf } from './geometry.ts';
import type { LineageGraph } from './known.ts';
import { layoutOf } from './layout.ts';
import { cardName, type PictureCard, pictureOf } from './picture.ts';
import type { ColumnReach } from './use-column-lineage.ts';
import type { Exploration } from './use-lineage.ts';
import type { LineageView } from './wanted.ts';

const NO_SIDE = { up: false, down: false };
/** Nothing is read yet. */
export const NO_GRAPH: LineageGraph = { nodes: [], edges: [], hubs: [], open: new Set(), hops: { up: 0, down: 0 }, more: NO_SIDE, cut: NO_SIDE };

interface DrawingParts {
  readonly root: string;
  readonly graph: LineageGraph;
  readonly info: Exploration['info'];
  readonly wanted: LineageView;
  readonly ways: ColumnReach | undefined;
  readonly columns: ReadonlyMap<string, readonly string[]> | undefined;
  readonly lit: ReadonlySet<string> | undefined;
}

/** The cards of the lineage, their places, and the lines between columns; each made anew only when what it follows from changes. */
export function useDrawn({ root, graph, info, wanted: { by, ungrouped }, ways, columns, lit }: DrawingParts) {
  const picture = useMemo(() => pictureOf(root, graph, info, { by, ungrouped }), [root, graph, info, by, ungrouped]);
  const layout = useMemo(() => {
    if (graph === NO_GRAPH) return undefined;
    const sizeOf = (id: string) => ({
      height: heightOf(columns?.get(id)?.length ?? 0),
      // Groups come after single entities.
      sort: info.has(id) ? `0 ${(info.get(id)?.name ?? shortName(id)).toLowerCase()}` : `1 ${id}`,
    });
    return layoutOf(root, picture, sizeOf);
  }, [graph, root, picture, info, columns]);
  const nameOf = useCallback((id: string) => cardName(id, picture.cards, info), [picture, info]);
  const spots = useMemo(() => new Map<string, CardSpot>(layout?.spots.map((spot) => [spot.id, spot])), [layout]);
  const litCards = useMemo(() => lit && new Set(picture.cards.filter((card) => isLit(card, lit)).map(({ id }) => id)), [picture, lit]);
  const lines = useMemo(() => {
    if (!layout || !ways || !columns) return [];
    const groups = new Map(picture.cards.flatMap((card) => (card.kind === 'group' ? card.group.members.map((urn) => [urn, card.id]) : [])));
    return columnLines(ways, columns, layout, (urn) => groups.get(urn) ?? urn);
  }, [layout, ways, columns, picture]);
  return { picture, layout, spots, nameOf, litCards, lines };
}

function isLit(card: PictureCard, lit: ReadonlySet<string>): boolean {
  return card.kind === 'group' ? card.group.members.some((urn) => lit.has(urn)) : lit.has(card.id);
}
