/**
 * Repeatable random values: a seed determines all of them.
 */
export interface Random {
  /** 0 to 1, exclusive. */
  next(): number;
  /** A whole number from 0 on. */
  below(limit: number): number;
  of<Item>(items: readonly Item[]): Item;
}

export function makeRandom(seed: number): Random {
  let state = seed >>> 0;
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, of: (items) => items[below(items.length)] as never };
}
