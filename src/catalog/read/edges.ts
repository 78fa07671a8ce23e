/**
 * The core's scrolls over edges (docs/semantics.md 8.4).
 */
import type { Pair } from '../../graph/dense/orders.ts';
import type { Graph } from '../../graph/driver.ts';
import { type EdgeScroll, readEdges, type ScrolledEdge } from '../../graph/edges.ts';
import { readRelatedAfter } from '../../graph/related.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { type Ends, type RelatedParts, relationshipTypes } from './related.ts';

/** The next pairs of `related` after a given one, by type, then URN. */
export async function relatedAfter(
  { model, graph, orders }: RelatedParts,
  urn: Urn,
  ends: Ends,
  after: Pair | undefined,
  count: number,
): Promise<Pair[]> {
  const types = relationshipTypes(model, ends.types);
  return types.length === 0 ? [] : readRelatedAfter(graph, orders, { ...ends, types, urn: urn.text }, after, count);
}

export interface EdgesRequest extends Omit<EdgeScroll, 'sourcePrefixes' | 'targetPrefixes'> {
  readonly sourceTypes: readonly EntityTypeSpec[] | undefined;
  readonly targetTypes: readonly EntityTypeSpec[] | undefined;
}

/** Edges of some types, or of all if `types` is empty, in an order that does not change. */
export async function edges(model: Model, graph: Graph, { sourceTypes, targetTypes, ...request }: EdgesRequest): Promise<ScrolledEdge[]> {
  const types = relationshipTypes(model, request.types);
  const prefixes = (specs: readonly EntityTypeSpec[] | undefined): string[] | undefined =>
    specs?.map(({ name }) => `${model.names.urnPrefix}${name}:`);
  return types.length === 0
    ? []
    : readEdges(graph, { ...request, types, sourcePrefixes: prefixes(sourceTypes), targetPrefixes: prefixes(targetTypes) });
}
