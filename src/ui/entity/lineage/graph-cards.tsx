import { type Side, sideKey } from '../../data/side.ts';
import type { CardSpot } from './geometry.ts';
import { GroupCard } from './group-card.tsx';
import type { LineageGraph } from './known.ts';
import { NodeCard } from './node-card.tsx';
import type { PictureCard } from './picture.ts';
import type { Exploration } from './use-lineage.ts';

interface GraphCardsProps {
  readonly cards: readonly PictureCard[];
  readonly spots: ReadonlyMap<string, CardSpot>;
  readonly info: Exploration['info'];
  readonly graph: LineageGraph;
  readonly root: string;
  /** The card that the tab key reaches. */
  readonly current: string;
  /** The group whose list is open. */
  readonly opened: PictureCard | undefined;
  readonly columns: ReadonlyMap<string, readonly string[]> | undefined;
  /** How many neighbours of a side are hidden, by `sideKey`. */
  readonly hidden: ReadonlyMap<string, number>;
  /** The cards on the way of the lineage that is shown; undefined if all are equal. */
  readonly lit: ReadonlySet<string> | undefined;
  /** What links keep of the address. */
  readonly query: string;
  readonly onReach: (id: string | undefined) => void;
  readonly onFocus: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onToggle: (urn: string, side: Side) => void;
}

/** The cards of the graph, each at its place. */
export function GraphCards(props: GraphCardsProps) {
  const { cards, spots, info, graph, root, current, opened, columns, hidden, lit, query, onReach, onFocus, onOpen, onToggle } = props;
  return (
    <>
      {cards.map((card) => {
        const { x = 0, y = 0, height = 0 } = spots.get(card.id) ?? {};
        const look = lit ? (lit.has(card.id) ? ('lit' as const) : ('dim' as const)) : ('plain' as const);
        const shared = { x, y, current: card.id === current, look, onReach, onFocus };
        if (card.kind !== 'entity') return <GroupCard key={card.id} card={card} {...shared} info={info} open={card === opened} onOpen={onOpen} />;
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
    </>
  );
}
