/**
 * How far search is behind: entities with writes that it does not show yet (DESIGN, "silence").
 */

import { outsideBudgets } from '../budget.ts';

/** A figure is given again for this long, ms, unless this server has written meanwhile. */
const KEPT_MS = 1_000;

export interface Lag {
  /** Never rejects: while the graph is away, nobody knows, and nothing is said. */
  (): Promise<number>;
  /** There is a new write. */
  moved(): void;
}

export function makeLag(count: () => Promise<{ readonly waiting: number }>): Lag {
  let kept: Promise<number> | undefined;
  let until = 0;
  const lag = (): Promise<number> => {
    if (kept === undefined || Date.now() > until) {
      until = Date.now() + KEPT_MS;
      kept = outsideBudgets(count).then(
        ({ waiting }) => waiting,
        () => 0,
      );
    }
    return kept;
  };
  return Object.assign(lag, {
    moved: () => {
      kept = undefined;
    },
  });
}
