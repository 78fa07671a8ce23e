/**
 * Which of a list are chosen. The choice ends with the list: other words or filters find other things. Pages and order keep it.
 */
import { useRef, useState } from 'preact/hooks';

export interface Selection {
  readonly ids: readonly string[];
  /** All that the list has, also on other pages. */
  readonly everything: boolean;
  readonly count: number;
  has(id: string): boolean;
  /** Chooses these, or not. After "all", the others of the page stay chosen. */
  choose(ids: readonly string[], yes: boolean): void;
  /** Chooses one, or not; with `through`, all from the one before to it. */
  one(id: string, yes: boolean, through: boolean): void;
  all(): void;
  clear(): void;
}

/** What is chosen in a list. */
interface Choice {
  readonly list: string;
  readonly ids: ReadonlySet<string>;
  readonly everything: boolean;
}

const NOTHING: Choice = { list: '', ids: new Set(), everything: false };

/**
 * @param list tells one list from another
 * @param page what is on the page, in its order; of a tree what is open, when it is asked for
 */
export function useSelection(list: string, total: number, page: readonly string[] | (() => readonly string[])): Selection {
  const [choice, set] = useState(NOTHING);
  const last = useRef<string | undefined>(undefined);
  const shown = (): readonly string[] => (typeof page === 'function' ? page() : page);
  const { ids, everything } = choice.list === list ? choice : NOTHING;
  const choose = (some: readonly string[], yes: boolean): void => {
    const before = everything ? new Set(shown()) : ids;
    const after = yes ? new Set([...before, ...some]) : new Set([...before].filter((id) => !some.includes(id)));
    set({ list, ids: after, everything: false });
  };
  return {
    ids: [...ids],
    everything,
    count: everything ? total : ids.size,
    has: (id) => everything || ids.has(id),
    choose,
    one(id, yes, through) {
      const all = shown();
      const [from, to] = [all.indexOf(last.current ?? ''), all.indexOf(id)].sort((a, b) => a - b);
      last.current = id;
      choose(through && from !== undefined && to !== undefined && from >= 0 ? all.slice(from, to + 1) : [id], yes);
    },
    all: () => set({ list, ids, everything: true }),
    clear: () => set(NOTHING),
  };
}
