/**
 * Reads several kinds of neighbours of an entity as cards, in one request.
 */
import { type NeighboursFragment, neighboursFragment } from '../../generated/queries.ts';
import { CARD, type Card, cardOf, withColumns } from './cards.ts';
import { documentOf, graphql } from './client.ts';
import type { Direction } from './relationships.ts';

export interface Kind {
  readonly direction: Direction;
  /** Names of relationships. */
  readonly types: readonly string[];
}

export interface NeighbourCards {
  readonly total: number;
  readonly cards: readonly Card[];
}

const MOST = 100;

/** The neighbours of each kind, at most 100, each once. */
export async function readNeighbourCards(urn: string, kinds: readonly Kind[], signal?: AbortSignal): Promise<NeighbourCards[]> {
  if (kinds.length === 0) return [];
  const fields = kinds.map(
    ({ direction, types }, at) =>
      `k${at}: relationships(input: {types: ${JSON.stringify(types)}, direction: ${direction}, start: 0, count: ${MOST}}) { ...neighbours }`,
  );
  const document = documentOf<{ entity: Record<string, NeighboursFragment> | null }>(
    `query near($urn: String!, $card: [String!]) { entity(urn: $urn) { ${fields.join(' ')} } }`,
    neighboursFragment,
  );
  const { entity } = await graphql(document, { urn, card: CARD }, signal);
  return Promise.all(
    kinds.map(async (_, at) => {
      const { total = 0, relationships = [] } = entity?.[`k${at}`] ?? {};
      const known = new Map(relationships.flatMap(({ entity: each }) => (each ? [[each.urn, cardOf(each.urn, each)] as const] : [])));
      return { total, cards: await withColumns([...known.values()], signal) };
    }),
  );
}
