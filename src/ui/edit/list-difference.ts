/**
 * Applies what somebody changed in a list to a list that may have changed meanwhile: what they added is added, what they took away goes, what
 * others did stays.
 */
export function withDifference<Item>(now: readonly Item[], form: readonly Item[], from: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const keys = (items: readonly Item[]): Set<string> => new Set(items.map(keyOf));
  const [wanted, known, present] = [keys(form), keys(from), keys(now)];
  const kept = now.filter((item) => wanted.has(keyOf(item)) || !known.has(keyOf(item)));
  const added = form.filter((item) => !present.has(keyOf(item)) && !known.has(keyOf(item)));
  return [...kept, ...added];
}
