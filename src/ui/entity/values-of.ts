import type { EntityView } from '../api/entity.ts';

/** The values of an entity's aspects by name. */
export function valuesOf({ aspects }: EntityView): Record<string, Record<string, unknown>> {
  return Object.fromEntries(Object.entries(aspects).map(([name, { value }]) => [name, value]));
}
