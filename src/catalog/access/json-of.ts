/**
 * Finds the value of an aspect in what was read of an entity.
 */
import type { EntityRow } from '../../graph/read.ts';

/** Undefined if the entity does not have it. */
export function jsonOf(row: EntityRow | undefined, aspect: string): unknown {
  const stored = row?.latest.find(({ name }) => name === aspect);
  return stored && (JSON.parse(stored.value) as unknown);
}
