/**
 * A semaphore: lets a limited number of callers in at a time. The others wait in their order.
 */

export interface Semaphore {
  /** Resolves when it is the caller's turn. The turn ends with `done`. */
  taken(): Promise<void>;
  done(): void;
}

export function makeSemaphore(atOnce: number): Semaphore {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return {
    taken: async () => {
      if (free > 0) free--;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    done: () => {
      const next = waiting.shift();
      if (next) next();
      else free++;
    },
  };
}
