/**
 * So many at a time; the others wait, in their order.
 */

export interface Semaphore {
  /** Resolves when it is the caller's turn, which lasts until `done`. */
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
