/**
 * The core's relationship call (docs/semantics.md 8.1).
 */
import { badParameter } from '../../errors.ts';
import { readRelatedAsOf } from '../../graph/as-of.ts';
import type { DenseOrders } from '../../graph/dense/orders.ts';
import type { Graph } from '../../graph/driver.ts';
import { noteAsOf } from '../../graph/read.ts';
import { countRelated, readRelated, type Slice } from '../../graph/related.ts';
import type { Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { refuseForgotten } from './as-of.ts';

export type Direction = 'INCOMING' | 'OUTGOING';

export interface RelatedPage {
  readonly total: number;
  /** `missing`: a column that the schema of its dataset does not have. */
  readonly related: readonly { readonly type: string; readonly urn: string; readonly missing?: true }[];
}

/** Whose edges: those of these names in this direction. Without names: of all. */
export interface Ends {
  readonly direction: Direction;
  readonly types: readonly string[];
}

export interface RelatedParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly orders: DenseOrders;
}

const NOTHING: RelatedPage = { total: 0, related: [] };

/**
 * The entities at the other ends of an entity's edges, by type, then URN; each pair of type and URN once.
 *
 * @param ends names that the model does not have match nothing
 * @param asOf epoch ms; if absent: now
 * @throws Refusal malformed for a time before the hard delete of the entity
 */
export async function related(parts: RelatedParts, urn: Urn, ends: Ends, page: Slice, asOf: number | undefined): Promise<RelatedPage> {
  if (asOf === undefined) {
    const pages = await relatedOf(parts, [urn], ends, page);
    return noteAsOf({ ...(pages[0] ?? NOTHING) }, pages);
  }
  const types = relationshipTypes(parts.model, ends.types);
  if (types.length === 0) return NOTHING;
  const { forgotten, ...found } = await readRelatedAsOf(parts.graph, { ...ends, types, urn: urn.text }, page, asOf);
  refuseForgotten(urn.text, asOf, forgotten);
  return found;
}

/** As `related`, for each of several entities. */
export async function relatedOf({ model, graph, orders }: RelatedParts, urns: readonly Urn[], ends: Ends, page: Slice): Promise<RelatedPage[]> {
  const types = relationshipTypes(model, ends.types);
  const texts = urns.map(({ text }) => text);
  return types.length === 0 ? urns.map(() => NOTHING) : readRelated(graph, orders, texts, { ...ends, types }, page);
}

/** For each entity, how many existing entities are at the other ends of its edges, by the names of their types. */
export async function relatedCounts({ model, graph }: RelatedParts, urns: readonly Urn[], ends: Ends): Promise<ReadonlyMap<string, number>[]> {
  const types = relationshipTypes(model, ends.types);
  const texts = urns.map(({ text }) => text);
  return types.length === 0 ? urns.map(() => new Map()) : countRelated(graph, texts, { ...ends, types });
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
