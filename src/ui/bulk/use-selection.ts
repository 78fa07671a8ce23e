/**
 * Which results of a search are chosen. The choice ends with the search: other words or filters find other things. Pages and order keep it.
 */
import { useState } from 'preact/hooks';
import type { Chosen } from '../api/bulk.ts';
import type { SearchAsk } from '../api/search.ts';

export interface Selection {
  /** Undefined if nothing is chosen. */
  readonly chosen: Chosen | undefined;
  readonly count: number;
  has(urn: string): boolean;
  /** Chooses these, or not. After "all", the other results of the page stay chosen. */
  choose(urns: readonly string[], yes: boolean): void;
  all(): void;
  clear(): void;
}

/** What is chosen in a search. */
interface Choice {
  readonly search: string;
  readonly urns: ReadonlySet<string>;
  readonly everything: boolean;
}

const NOTHING: Choice = { search: '', urns: new Set(), everything: false };

/** @param page the URNs on the page */
export function useSelection(ask: SearchAsk, total: number, page: readonly string[]): Selection {
  const { query, types, filters, removed, allWords } = ask;
  const search = JSON.stringify([query, types, filters, removed, allWords]);
  const [choice, set] = useState(NOTHING);
  const { urns, everything } = choice.search === search ? choice : NOTHING;
  return {
    chosen: everything ? { ask } : urns.size > 0 ? { urns: [...urns] } : undefined,
    count: everything ? total : urns.size,
    has: (urn) => everything || urns.has(urn),
    choose(some, yes) {
      const before = everything ? new Set(page) : urns;
      const after = yes ? new Set([...before, ...some]) : new Set([...before].filter((urn) => !some.includes(urn)));
      set({ search, urns: after, everything: false });
    },
    all: () => set({ search, urns, everything: true }),
    clear: () => set(NOTHING),
  };
}
