/**
 * Thrown if the decision needs entities that the commit has not read. The commit then starts again and reads them too.
 */
import type { Need } from '../../graph/changes.ts';

export class NeedMore extends Error {
  /** The entities that were not read. */
  readonly needs: readonly Need[];
  /** URNs of entities that were assumed to exist, but do not: what their defaults depend on was not read. */
  readonly born: readonly string[];

  constructor(needs: readonly Need[], born: readonly string[] = []) {
    super(`a commit needs more: ${needs[0]?.urn ?? born[0]}`);
    this.needs = needs;
    this.born = born;
  }
}

/** Collects what several proposals lack. */
export interface FurtherNeeds {
  add(lacking: NeedMore): void;
  /** Is anything missing? */
  any(): boolean;
  /** Everything that is missing. */
  all(): NeedMore;
}

export function makeFurtherNeeds(): FurtherNeeds {
  const needs = new Map<string, Need>();
  const born = new Set<string>();
  return {
    add(lacking) {
      for (const need of lacking.needs) needs.set(need.urn, need);
      for (const urn of lacking.born) born.add(urn);
    },
    any: () => needs.size > 0 || born.size > 0,
    all: () => new NeedMore([...needs.values()], [...born]),
  };
}
