/**
 * Learns abbreviations from the catalog itself: `cust` stands in names of columns where descriptions say `customer`. A word counts as one if
 * its letters stand in the longer word in their order, both begin alike, and several schemas that use the one say the other.
 */

interface Pairs {
  /** The words of the columns of one entity, and of its descriptions. @param place what its schema has in common */
  add(parts: readonly string[], texts: readonly string[], place: string): void;
  readonly seen: ReadonlyMap<string, ReadonlySet<string>>;
  readonly together: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
}

/** In wider tables anything stands beside anything. */
const MOST_PARTS = 60;
const SHORT = /^[a-z]{2,5}$/;
const LONG = /^[a-z]{5,}$/;
/** An abbreviation must stand beside its word in so many schemas, and in this share of the schemas that have it. */
const LEAST_PLACES = 3;
const LEAST_SHARE = 0.5;
/** More places of a word are not counted. */
const MOST_PLACES = 200;
const MOST_WORDS = 2;

export function makePairs(): Pairs {
  const seen = new Map<string, Set<string>>();
  const together = new Map<string, Map<string, Set<string>>>();
  return {
    seen,
    together,
    add(parts, texts, place) {
      if (parts.length > MOST_PARTS || texts.length === 0) return;
      const whole = new Set(texts);
      const byLetter = new Map<string, string[]>();
      for (const word of texts) {
        if (!LONG.test(word)) continue;
        const list = byLetter.get(word[0] ?? '') ?? [];
        byLetter.set(word[0] ?? '', list);
        list.push(word);
      }
      for (const short of parts) {
        if (!SHORT.test(short) || whole.has(short)) continue;
        noted(seen, short, place);
        for (const word of byLetter.get(short[0] ?? '') ?? []) {
          if (!abbreviates(short, word)) continue;
          const words = together.get(short) ?? new Map<string, Set<string>>();
          together.set(short, words);
          noted(words, word, place);
        }
      }
    },
  };
}

function noted(places: Map<string, Set<string>>, word: string, place: string): void {
  const known = places.get(word) ?? new Set<string>();
  places.set(word, known);
  if (known.size < MOST_PLACES) known.add(place);
}

/** Do the letters of `short` stand in `word` in their order, so that `word` is clearly longer? */
export function abbreviates(short: string, word: string): boolean {
  if (word.length < short.length + 2 || short[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) if (letter === short[at]) at++;
  return at === short.length;
}

/** What stands for what, in both directions. */
export function learnt({ seen, together }: Pairs): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const add = (one: string, other: string): void => void found.set(one, [...(found.get(one) ?? []), other]);
  for (const [short, words] of together) {
    const places = seen.get(short)?.size ?? 0;
    const best = [...words]
      .filter(([, { size }]) => size >= LEAST_PLACES && size >= places * LEAST_SHARE)
      .sort((a, b) => b[1].size - a[1].size || (a[0] < b[0] ? -1 : 1))
      .slice(0, MOST_WORDS);
    for (const [word] of best) {
      add(short, word);
      add(word, short);
    }
  }
  return found;
}
