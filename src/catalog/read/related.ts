/**
 * The core's relationship call (docs/semantics.md 8.1).
 */
import { badParameter } from '../../errors.ts';
import { readRelatedAsOf } from '../../graph/as-of.ts';
import type { DenseOrders } from '../../graph/dense/orders.ts';
import type { Graph } from '../../graph/driver.ts';
import { readRelated } from '../../graph/related.ts';
import type { Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { refuseForgotten } from './as-of.ts';

export type Direction = 'INCOMING' | 'OUTGOING';

export interface RelatedPage {
  readonly total: number;
  /** `missing`: a column that the schema of its dataset does not have. */
  readonly related: readonly { readonly type: string; readonly urn: string; readonly missing?: true }[];
}

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
  const known = types.length === 0 ? model.relationshipNames : types.filter((type) => model.relationshipNames.includes(type));
  if (known.length === 0) return { total: 0, related: [] };
  if (asOf === undefined) return readRelated(graph, orders, { urn: urn.text, direction, types: known }, start, count);
  const { forgotten, ...page } = await readRelatedAsOf(graph, urn.text, direction, known, start, count, asOf);
  refuseForgotten(urn.text, asOf, forgotten);
  return page;
}

/** @throws Refusal malformed */
export function directionFrom(text: string | undefined): Direction {
  if (text === 'INCOMING' || text === 'OUTGOING') return text;
  throw badParameter('/direction', 'INCOMING or OUTGOING', text);
}
