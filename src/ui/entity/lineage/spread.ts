/**
 * Places the items of a column.
 */

interface SpreadItem {
  /** Where its middle would like to be. */
  readonly wish: number;
  readonly height: number;
  /** Space to the item above. */
  readonly gap: number;
}

/**
 * The middles of items from top to bottom: each as near to its wish as the others allow (the least squares, by pooling neighbours that
 * would meet).
 */
export function spread(items: readonly SpreadItem[]): number[] {
  /** How far each item is below the first one if all touch. */
  const below: number[] = [];
  for (const [index, { height, gap }] of items.entries()) {
    const last = items[index - 1];
    below.push(last ? (below[index - 1] ?? 0) + last.height / 2 + gap + height / 2 : 0);
  }
  const pools: { sum: number; count: number }[] = [];
  for (const [index, { wish }] of items.entries()) {
    let pool = { sum: wish - (below[index] ?? 0), count: 1 };
    for (let last = pools.at(-1); last && last.sum / last.count > pool.sum / pool.count; last = pools.at(-1)) {
      pool = { sum: pool.sum + last.sum, count: pool.count + last.count };
      pools.pop();
    }
    pools.push(pool);
  }
  return pools.flatMap(({ sum, count }) => Array.from({ length: count }, () => sum / count)).map((top, index) => top + (below[index] ?? 0));
}
