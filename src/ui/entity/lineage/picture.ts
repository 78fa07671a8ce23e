/**
 * What stands in the picture: entities, hubs with many neighbours, and groups of entities of one container or platform.
 */
import type { NodeInfo } from '../../api/lineage.ts';
import { shortName } from '../../api/urn.ts';
import { edgeKey, type Hub, type LineageEdge, type LineageGraph } from './known.ts';
import { ranksOf } from './ranks.ts';
import { codeOf, type GroupedBy, type LineageView } from './wanted.ts';

/** Entities of one column that are collapsed into one card. */
export interface CardGroup {
  readonly id: string;
  readonly by: GroupedBy;
  /** URN of the container, or the id of the platform. */
  readonly key: string;
  /** URNs. */
  readonly members: readonly string[];
}

export type PictureCard =
  | { readonly kind: 'entity'; readonly id: string }
  | { readonly kind: 'hub'; readonly id: string; readonly hub: Hub }
  | { readonly kind: 'group'; readonly id: string; readonly group: CardGroup };

export interface Picture {
  readonly cards: readonly PictureCard[];
  readonly edges: readonly LineageEdge[];
  /** The column of each card; the leftmost is 0. */
  readonly ranks: ReadonlyMap<string, number>;
  /** Keys of edges that close a cycle. */
  readonly back: ReadonlySet<string>;
}

export function pictureOf(
  root: string,
  graph: LineageGraph,
  info: ReadonlyMap<string, NodeInfo>,
  { by, ungrouped }: Pick<LineageView, 'by' | 'ungrouped'>,
): Picture {
  const ids = [...graph.nodes, ...graph.hubs.map(({ id }) => id)];
  const ranks = ranksOf(root, ids, graph.edges);
  const rankOf = (id: string): number => ranks.of.get(id) ?? 0;
  const groups = by ? groupsOf(by, graph.nodes, root, info, rankOf).filter(({ id }) => !ungrouped.has(codeOf(id))) : [];
  const groupOf = new Map(groups.flatMap(({ id, members }) => members.map((urn) => [urn, id])));
  const edges = new Map<string, LineageEdge>();
  const back = new Set<string>();
  for (const edge of graph.edges) {
    const moved = { from: groupOf.get(edge.from) ?? edge.from, to: groupOf.get(edge.to) ?? edge.to };
    if (moved.from === moved.to) continue;
    edges.set(edgeKey(moved), moved);
    if (ranks.back.has(edge)) back.add(edgeKey(moved));
  }
  const cards: PictureCard[] = [
    ...graph.nodes.filter((urn) => !groupOf.has(urn)).map((id) => ({ kind: 'entity' as const, id })),
    ...graph.hubs.map((hub) => ({ kind: 'hub' as const, id: hub.id, hub })),
    ...groups.map((group) => ({ kind: 'group' as const, id: group.id, group })),
  ];
  const first = (group: CardGroup): number => rankOf(group.members[0] ?? '');
  return {
    cards,
    edges: [...edges.values()],
    ranks: new Map([...ranks.of, ...groups.map((group) => [group.id, first(group)] as const)]),
    back,
  };
}

/** What a card is called. */
export function cardName(id: string, cards: readonly PictureCard[], info: ReadonlyMap<string, NodeInfo>): string {
  const known = info.get(id);
  if (known) return known.name;
  const card = cards.find((each) => each.id === id);
  if (card?.kind === 'hub') return `${card.hub.hidden} of ${info.get(card.hub.urn)?.name ?? shortName(card.hub.urn)}`;
  if (card?.kind === 'group') return `${card.group.members.length} in ${info.get(card.group.key)?.name ?? shortName(card.group.key)}`;
  return shortName(id);
}

/** Groups of at least two. The entity of the page stays out of them. */
function groupsOf(
  by: GroupedBy,
  nodes: readonly string[],
  root: string,
  info: ReadonlyMap<string, NodeInfo>,
  rankOf: (id: string) => number,
): CardGroup[] {
  const groups = new Map<string, { key: string; members: string[] }>();
  for (const urn of nodes) {
    const key = info.get(urn)?.[by];
    if (urn === root || key === undefined) continue;
    const id = `${by} ${rankOf(urn)} ${key}`;
    const group = groups.get(id) ?? { key, members: [] };
    group.members.push(urn);
    groups.set(id, group);
  }
  return [...groups].filter(([, { members }]) => members.length > 1).map(([id, group]) => ({ id, by, ...group }));
}
