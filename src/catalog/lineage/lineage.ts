/**
 * The core's lineage call (docs/semantics.md 8.3): every entity that lies upstream or downstream, once.
 */
import { badParameter, unknownLineageType } from '../../errors.ts';
import type { Graph } from '../../graph/driver.ts';
import type { ReachedEntity, Traversal, TraversalPage } from '../../graph/traverse.ts';
import { columnPrefix } from '../../model/column-urn.ts';
import { COLUMN_LINEAGE } from '../../model/edges.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { refuseForgotten } from '../read/as-of.ts';
import { type SeenAmong, traverseSeen } from './steps-seen.ts';

export type LineageDirection = Traversal['direction'];

export interface LineageRequest extends Partial<Omit<Traversal, 'urn' | 'columns' | 'direction' | 'prefixes' | 'start' | 'count' | 'steps'>> {
  readonly urn: Urn;
  readonly direction: LineageDirection;
  readonly start: number;
  readonly count: number;
  /** The entity types in the answer. The traversal goes through other types, but leaves them out. If absent: all. */
  readonly entityTypes?: readonly EntityTypeSpec[] | undefined;
}

export interface LineagePage extends Omit<TraversalPage, 'forgotten' | 'reached'> {
  /** `missing`: a column that the schema of its dataset does not have. */
  readonly reached: readonly (Omit<ReachedEntity, 'by' | 'stamps'> & { readonly missing?: true })[];
}

/**
 * The entities upstream or downstream of an entity, by degree, then URN; never the entity itself. The traversal goes through entities that
 * are soft-deleted or of another type, but leaves them out.
 *
 * @throws Refusal malformed for a time before the hard delete of the entity, and for relationships that are not lineage
 */
export async function lineage(model: Model, graph: Graph, { urn, entityTypes, ...request }: LineageRequest, seen?: SeenAmong): Promise<LineagePage> {
  refuseUnknown(model, request.types ?? []);
  const walk = {
    hops: undefined,
    types: undefined,
    degrees: undefined,
    among: undefined,
    existing: false,
    includeRemoved: false,
    from: undefined,
    to: undefined,
    asOf: undefined,
    ...request,
    urn: urn.text,
    columns: columnPrefix(model),
    prefixes: entityTypes?.map(({ name }) => `${model.names.urnPrefix}${name}:`),
  };
  const { forgotten, ...page } = await traverseSeen(graph, walk, seen);
  refuseForgotten(urn.text, request.asOf, forgotten);
  return { ...page, reached: page.reached.map(({ by: _, stamps: __, ...each }) => each) };
}

function refuseUnknown(model: Model, types: readonly string[]): void {
  const known = lineageNames(model);
  for (const type of types) {
    if (!known.includes(type)) throw unknownLineageType('/types', type, known);
  }
}

/** The names of the lineage relationships, sorted. */
export function lineageNames(model: Model): string[] {
  const names = new Set<string>();
  for (const aspect of model.aspects.values()) {
    for (const { name, lineage: end } of aspect.relationships) if (end) names.add(name);
    if (aspect.columnLineage.length > 0) names.add(COLUMN_LINEAGE);
  }
  return [...names].sort();
}

/** @throws Refusal malformed */
export function lineageDirection(text: string | undefined): LineageDirection {
  if (text === 'UPSTREAM' || text === 'DOWNSTREAM') return text;
  throw badParameter('/direction', 'UPSTREAM or DOWNSTREAM', text);
}
