/**
 * Applies one person's changes to a list that somebody else may have changed meanwhile: adds what the person added, removes what the person
 * removed, and keeps everything else.
 */
export function withDifference<Item>(now: readonly Item[], form: readonly Item[], from: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const keys = (items: readonly Item[]): Set<string> => new Set(items.map(keyOf));
  const [wanted, known, present] = [keys(form), keys(from), keys(now)];
  const kept = now.filter((item) => wanted.has(keyOf(item)) || !known.has(keyOf(item)));
  const added = form.filter((item) => !present.has(keyOf(item)) && !known.has(keyOf(item)));
  return [...kept, ...added];
}
