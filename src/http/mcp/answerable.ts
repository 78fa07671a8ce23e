/**
 * What a tool can answer about, as the model says: a name that others share means the entity of such a type.
 */
import type { Catalog } from '../../catalog/index.ts';
import { SCHEMA_METADATA } from '../../model/known-names.ts';
import type { EntityTypeSpec } from '../../model/types.ts';

type Core = Pick<Catalog, 'model' | 'searchable'>;

/** Types that have columns. */
export function withColumns({ searchable }: Core): EntityTypeSpec[] {
  return searchable.filter(({ aspects }) => aspects.has(SCHEMA_METADATA));
}

/** Types that lineage leads to or from. */
export function inLineage({ model, searchable }: Core): EntityTypeSpec[] {
  const ends = new Set<string>();
  for (const { name, aspects } of model.entityTypes.values())
    for (const { relationships } of aspects.values())
      for (const { lineage, to = [] } of relationships) if (lineage !== undefined) for (const end of [name, ...to]) ends.add(end);
  return searchable.filter(({ name }) => ends.has(name));
}

/** Types that have checks. One about any entity names no type: by name, it is the least likely. */
export function withChecks({ model, searchable }: Core): EntityTypeSpec[] {
  const ends = new Set(
    [...model.aspects.values()].flatMap(({ relationships }) => relationships.flatMap(({ name, to = [] }) => (name === 'Asserts' ? to : []))),
  );
  return searchable.filter(({ name }) => ends.has(name));
}
