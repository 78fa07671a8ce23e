/**
 * Reads what a row of a list shows of entities: by a search, or for URNs that are known.
 */
import { type AnswerOf, cardsQuery, existQuery, type FacetFilterInput, levelQuery, listQuery, scrollQuery } from '../../generated/queries.ts';
import { describedIn } from '../data/described.ts';
import { ownersIn, subTypeIn } from '../data/labels.ts';
import type { BulkSearch } from './bulk.ts';
import { graphql } from './client.ts';
import { byName, columnsInTables, isMissing, nameOf, type SentEntity } from './names.ts';
import { CARD_ASPECTS, type FacetValue, TYPE_FIELD } from './search.ts';
import { idOfUrn, platformIn, platformOfUrn, typeOfUrn } from './urn.ts';

export interface Card {
  readonly urn: string;
  readonly type: string;
  readonly name: string;
  /** What the platform calls it: `Table`, `View`. */
  readonly subType: string | undefined;
  /** The id of its platform. */
  readonly platform: string | undefined;
  /** The URN of its platform, if its own does not name one. */
  readonly platformUrn: string | undefined;
  readonly description: string;
  /** URNs. */
  readonly owners: readonly string[];
  readonly removed: boolean;
  readonly deprecated: boolean;
  /** Only others refer to it. */
  readonly missing: boolean;
  readonly aspects: Readonly<Record<string, Record<string, unknown>>>;
}

export const CARD: readonly string[] = CARD_ASPECTS;

/** @param sent null: the reader does not see it */
export function cardOf(urn: string, sent: SentEntity | null | undefined): Card {
  const aspects = sent ? byName(sent) : {};
  const platformUrn = platformIn(aspects);
  return {
    urn,
    type: typeOfUrn(urn),
    name: nameOf(urn, aspects),
    subType: subTypeIn(aspects),
    platform: platformOfUrn(urn) ?? (platformUrn && idOfUrn(platformUrn)),
    platformUrn,
    description: describedIn(typeOfUrn(urn), aspects),
    owners: ownersIn(aspects).map(({ owner }) => owner),
    removed: aspects.status?.removed === true,
    deprecated: aspects.deprecation?.deprecated === true,
    missing: isMissing(sent),
    aspects,
  };
}

const MOST = 200;

/** The cards of these URNs, in their order. */
export async function readCards(urns: readonly string[], signal?: AbortSignal, card = CARD): Promise<Card[]> {
  const cards: Card[] = [];
  for (let from = 0; from < urns.length; from += MOST) {
    const part = urns.slice(from, from + MOST);
    const { entities } = await graphql(cardsQuery, { urns: part, card }, signal);
    cards.push(...part.map((urn, at) => cardOf(urn, entities[at])));
  }
  return withColumns(cards, signal);
}

/** Whether something is stored under each of these URNs; at most as many as one request reads. @throws ApiError naming one that is no URN */
export async function exist(urns: readonly string[], signal?: AbortSignal): Promise<boolean[]> {
  const { entities } = await graphql(existQuery, { urns }, signal);
  return entities.map((entity) => entity?.exists === true);
}

/** A column that its table has is there, also if nothing is stored about it. */
export async function withColumns(cards: readonly Card[], signal?: AbortSignal): Promise<Card[]> {
  const there = await columnsInTables(
    cards.filter(({ missing }) => missing).map(({ urn }) => urn),
    signal,
  );
  return cards.map((card) => (there.has(card.urn) ? { ...card, missing: false } : card));
}

export interface CardAsk {
  readonly query: string;
  /** A hit matches all filters of one of these lists. Empty: everything. */
  readonly anyOf: readonly (readonly FacetFilterInput[])[];
  /** Constants of entity types; empty: all that are searched by default. */
  readonly types: readonly string[];
  /** Of these types, only this one is listed. The counts are of all. */
  readonly only?: string | undefined;
  readonly start: number;
  readonly count: number;
  readonly sort?: { readonly field: string; readonly order: 'ASCENDING' | 'DESCENDING' } | undefined;
}

interface CardPage {
  readonly total: number;
  readonly cards: readonly Card[];
  /** How many of each type there are. */
  readonly types: readonly FacetValue[];
}

/** One page of a search as cards, and the counts by type, in one request. */
export async function searchCards(ask: CardAsk, signal?: AbortSignal): Promise<CardPage> {
  const { found, types } = await graphql(listQuery, cardVariables(ask), signal);
  return {
    total: found.total,
    cards: cardsIn(found),
    types: types.facets.find(({ field }) => field === TYPE_FIELD)?.aggregations ?? [],
  };
}

function cardVariables({ only, ...ask }: CardAsk) {
  const { query, types, orFilters } = listInput(ask);
  return {
    found: listInput(only === undefined ? ask : { ...ask, types: [only] }),
    types: { query, types, orFilters, facets: [TYPE_FIELD], searchFlags: { maxAggValues: 40, allWords: true } },
    card: CARD,
  };
}

/** A list as GraphQL takes it: what has all words of the text. */
export function listInput({ query, anyOf, types, start, count, sort }: Omit<CardAsk, 'only'>) {
  return {
    query: query.trim() === '' ? '*' : query,
    ...(types.length > 0 ? { types } : {}),
    ...(anyOf.length > 0 ? { orFilters: anyOf.map((and) => ({ and })) } : {}),
    start,
    count,
    ...(sort ? { sortInput: { sortCriteria: [{ field: sort.field, sortOrder: sort.order }] } } : {}),
    searchFlags: { skipAggregates: true, skipHighlighting: true, allWords: true },
  };
}

/** Names that may be like one that is looked for. */
const MOST_ALIKE = 50;

/** The entities of this name; if none has it, those that have it in other capitals. @param types constants of entity types */
export async function cardsNamed(name: string, types: readonly string[], signal?: AbortSignal): Promise<Card[]> {
  const words = name.replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  if (words === '') return [];
  const input = listInput({ query: words, anyOf: [], types, start: 0, count: MOST_ALIKE });
  const { found } = await graphql(levelQuery, { input, card: CARD }, signal);
  const alike = cardsIn(found).filter((card) => card.name.trim().toLowerCase() === name.toLowerCase());
  const exact = alike.filter((card) => card.name.trim() === name);
  return exact.length > 0 ? exact : alike;
}

/** In the order of names. */
export const BY_NAME = { field: '_entityName', order: 'ASCENDING' } as const;

/** The cards of what a search finds. */
export function cardsIn({ searchResults }: Pick<AnswerOf<typeof levelQuery>['found'], 'searchResults'>): Card[] {
  return searchResults.flatMap(({ entity }) => (entity ? [cardOf(entity.urn, entity)] : []));
}

/** Everything that a search finds, page by page. @param input of `scrollAcrossEntities` */
export async function* scrollCards(input: Readonly<Record<string, unknown>>, signal?: AbortSignal, card = CARD): AsyncGenerator<readonly Card[]> {
  for (let scrollId: string | undefined; ; ) {
    const { found } = await graphql(scrollQuery, { found: { ...input, count: MOST, scrollId }, card }, signal);
    yield cardsIn(found);
    if (found.nextScrollId === null) return;
    scrollId = found.nextScrollId;
  }
}

/** The same list as {@link searchCards}, as a bulk change takes it. */
export function listSearch(ask: CardAsk): BulkSearch {
  const { query, types, orFilters } = cardVariables(ask).found;
  return { input: query, ...(types && { entities: types }), ...(orFilters && { filter: { or: orFilters } }), searchFlags: { allWords: true } };
}

/** The same list as {@link searchCards}, whole. @param card the aspects of each */
export function allCards(ask: Omit<CardAsk, 'start' | 'count'>, signal?: AbortSignal, card = CARD): AsyncGenerator<readonly Card[]> {
  const { start: _, count: __, ...input } = cardVariables({ ...ask, start: 0, count: 0 }).found;
  return scrollCards(input, signal, card);
}
