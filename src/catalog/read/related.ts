/**
 * The core's relationship call (docs/semantics.md 8.1).
 */
import { badParameter } from '../../errors.ts';
import { readRelatedAsOf } from '../../graph/as-of.ts';
import type { DenseOrders } from '../../graph/dense/orders.ts';
import type { Graph } from '../../graph/driver.ts';
import { countRelated, readRelated } from '../../graph/related.ts';
import type { Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { refuseForgotten } from './as-of.ts';

export type Direction = 'INCOMING' | 'OUTGOING';

export interface RelatedPage {
  readonly total: number;
  /** `missing`: a column that the schema of its dataset does not have. */
  readonly related: readonly { readonly type: string; readonly urn: string; readonly missing?: true }[];
}

const NOTHING: RelatedPage = { total: 0, related: [] };

/**
 * The entities at the other ends of an entity's edges, by type, then URN; each pair of type and URN once.
 *
 * @param types relationship names; if empty: all. Names that the model does not have match nothing.
 * @param asOf epoch ms; if absent: now
 * @throws Refusal malformed for a time before the hard delete of the entity
 */
export async function related(
  model: Model,
  graph: Graph,
  orders: DenseOrders,
  urn: Urn,
  direction: Direction,
  types: readonly string[],
  start: number,
  count: number,
  asOf?: number,
): Promise<RelatedPage> {
  if (asOf === undefined) {
    const [page] = await relatedOf(model, graph, orders, [urn], direction, types, start, count);
    return page ?? NOTHING;
  }
  const known = relationshipTypes(model, types);
  if (known.length === 0) return NOTHING;
  const { forgotten, ...page } = await readRelatedAsOf(graph, urn.text, direction, known, start, count, asOf);
  refuseForgotten(urn.text, asOf, forgotten);
  return page;
}

/** As `related`, for each of several entities. */
export async function relatedOf(
  model: Model,
  graph: Graph,
  orders: DenseOrders,
  urns: readonly Urn[],
  direction: Direction,
  types: readonly string[],
  start: number,
  count: number,
): Promise<RelatedPage[]> {
  const known = relationshipTypes(model, types);
  const texts = urns.map(({ text }) => text);
  return known.length === 0 ? urns.map(() => NOTHING) : readRelated(graph, orders, texts, { direction, types: known }, start, count);
}

/** For each entity, how many existing entities are at the other ends of its edges, by the names of their types. */
export async function relatedCounts(
  model: Model,
  graph: Graph,
  urns: readonly Urn[],
  direction: Direction,
  types: readonly string[],
): Promise<ReadonlyMap<string, number>[]> {
  const known = relationshipTypes(model, types);
  const texts = urns.map(({ text }) => text);
  return known.length === 0 ? urns.map(() => new Map()) : countRelated(graph, texts, { direction, types: known });
}

/** The names that the model has. Others match nothing. Without names: all. */
export function relationshipTypes(model: Model, types: readonly string[]): readonly string[] {
  return types.length === 0 ? model.relationshipNames : types.filter((type) => model.relationshipNames.includes(type));
}

/** @throws Refusal malformed */
export function directionFrom(text: string | undefined): Direction {
  if (text === 'INCOMING' || text === 'OUTGOING') return text;
  throw badParameter('/direction', 'INCOMING or OUTGOING', text);
}
