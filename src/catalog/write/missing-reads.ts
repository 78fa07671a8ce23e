/**
 * Thrown if the decision needs entities that the commit has not read. The commit then starts again and reads them too.
 */
import type { EntityRead } from '../../graph/changes.ts';

export class MissingReads extends Error {
  /** The entities that were not read. */
  readonly entities: readonly EntityRead[];
  /** URNs of entities that were assumed to exist, but do not: what their defaults depend on was not read. */
  readonly born: readonly string[];
  /** Version sets whose versions were not read. */
  readonly versionSets: readonly string[];

  constructor(entities: readonly EntityRead[], born: readonly string[] = [], versionSets: readonly string[] = []) {
    super(`a commit needs more: ${entities[0]?.urn ?? born[0] ?? versionSets[0]}`);
    this.entities = entities;
    this.born = born;
    this.versionSets = versionSets;
  }
}

/** Collects what several proposals lack. */
export interface MissingReadsOfAll {
  add(lacking: MissingReads): void;
  /** Is anything missing? */
  any(): boolean;
  /** Everything that is missing. */
  all(): MissingReads;
}

export function collectMissingReads(): MissingReadsOfAll {
  const entities = new Map<string, EntityRead>();
  const born = new Set<string>();
  const sets = new Set<string>();
  return {
    add(lacking) {
      for (const entity of lacking.entities) entities.set(entity.urn, entity);
      for (const urn of lacking.born) born.add(urn);
      for (const urn of lacking.versionSets) sets.add(urn);
    },
    any: () => entities.size > 0 || born.size > 0 || sets.size > 0,
    all: () => new MissingReads([...entities.values()], [...born], [...sets]),
  };
}
