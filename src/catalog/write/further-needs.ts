/**
 * The rules must see what was not asked for: the commit begins again, with that.
 */
import type { Need } from '../../graph/changes.ts';

export class NeedMore extends Error {
  /** Entities that were not asked for. */
  readonly needs: readonly Need[];
  /** URNs that begin to exist although they were taken for known, so that nothing was asked for their defaults. */
  readonly born: readonly string[];

  constructor(needs: readonly Need[], born: readonly string[] = []) {
    super(`a commit needs more: ${needs[0]?.urn ?? born[0]}`);
    this.needs = needs;
    this.born = born;
  }
}

/** What several attempts lack, together. */
export interface FurtherNeeds {
  add(lacking: NeedMore): void;
  /** Is anything lacking? */
  any(): boolean;
  /** All of it. */
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
