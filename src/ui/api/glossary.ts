/**
 * Reads the glossary: groups and terms, level by level.
 */
import { type FacetFilterInput, levelQuery } from '../../generated/queries.ts';
import { BY_NAME, CARD, type Card, cardsIn, listInput } from './cards.ts';
import { graphql } from './client.ts';

export interface Level {
  readonly cards: readonly Card[];
  /** How many there are; `cards` has at most 200. */
  readonly total: number;
  /** What is in its groups, by their URNs, if that was read with it. */
  readonly inside?: ReadonlyMap<string, Level>;
}

/** A level and the ones below it, as many as are shown at first. */
export async function readGlossary(parent: string | undefined, query: string, below: number, signal?: AbortSignal): Promise<Level> {
  const level = await readGlossaryLevel(parent, query, signal);
  if (below <= 0 || query.trim() !== '') return level;
  const groups = level.cards.filter(({ type }) => type === 'glossaryNode');
  const inside = await Promise.all(groups.map(async ({ urn }) => [urn, await readGlossary(urn, '', below - 1, signal)] as const));
  return { ...level, inside: new Map(inside) };
}

const MOST = 200;
/**
 * What is directly below a group, groups first. With a text: what has all its words in the whole glossary.
 *
 * @param parent URN of the group; absent: the top of the glossary
 */
async function readGlossaryLevel(parent: string | undefined, query: string, signal?: AbortSignal): Promise<Level> {
  const filter: FacetFilterInput =
    parent === undefined ? { field: 'parentNode', condition: 'EXISTS', negated: true } : { field: 'parentNode', values: [parent] };
  const anyOf = query.trim() === '' ? [[filter]] : [];
  const input = listInput({ query, types: ['GLOSSARY_NODE', 'GLOSSARY_TERM'], anyOf, start: 0, count: MOST, sort: BY_NAME });
  const { found } = await graphql(levelQuery, { input, card: CARD }, signal);
  return { total: found.total, cards: cardsIn(found).sort((a, b) => Number(b.type === 'glossaryNode') - Number(a.type === 'glossaryNode')) };
}
