/**
 * Types of which one entity may be below another, such as domains and containers.
 */
import type { EntityTypeSpec } from './types.ts';

/** Their names. */
export function nestingTypes(types: Iterable<EntityTypeSpec>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { aspects } of types)
    for (const { relationships } of aspects.values())
      for (const { hierarchy, to = [] } of relationships) if (hierarchy) for (const name of to) found.add(name);
  return found;
}
