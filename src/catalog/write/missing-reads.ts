/**
 * Thrown if the decision needs something that the commit has not read. The commit then starts again and reads it too.
 */
import type { EntityRead, HierarchyRead } from '../../graph/changes.ts';

/** What a commit has not read. */
interface MissingParts {
  readonly entities: readonly EntityRead[];
  /** URNs of entities that were assumed to exist, but do not: what their defaults depend on was not read. */
  readonly born: readonly string[];
  /** Version sets whose versions were not read. */
  readonly versionSets: readonly string[];
  /** Entities that begin to exist again: what names them was not read. */
  readonly reborn: readonly string[];
  /** Entities of which it is not known what is above them. */
  readonly above: readonly HierarchyRead[];
}

export class MissingReads extends Error {
  readonly missing: MissingParts;

  constructor(missing: Partial<MissingParts>) {
    super(`a commit needs more: ${JSON.stringify(missing).slice(0, 200)}`);
    this.missing = { entities: [], born: [], versionSets: [], reborn: [], above: [], ...missing };
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
  const found: MissingParts[] = [];
  return {
    add: (lacking) => found.push(lacking.missing),
    any: () => found.length > 0,
    all: () =>
      new MissingReads({
        entities: found.flatMap(({ entities }) => entities),
        born: [...new Set(found.flatMap(({ born }) => born))],
        versionSets: [...new Set(found.flatMap(({ versionSets }) => versionSets))],
        reborn: [...new Set(found.flatMap(({ reborn }) => reborn))],
        above: found.flatMap(({ above }) => above),
      }),
  };
}
