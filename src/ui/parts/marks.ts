/**
 * Where the words of a query stand in a text: as they are, inflected, as the beginning of a word, within words of scripts without spaces,
 * or misspelt where the text has nothing nearer.
 */

type Mark = readonly [start: number, end: number];

/** Names such as `orderItems2024` are words side by side. */
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{N}+|[\p{L}\p{M}]+/gu;
const NO_SPACES = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]/u;
const ENDING = /^(?:e?s|e?d|ing|ies|y|e)?$/;

interface MarkPart {
  /** In lower case. */
  readonly part: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a query that may occur in texts, without its operators and field names. */
export function wordsOf(query: string): string[] {
  const words = query.replace(/[\w.]+:/g, ' ').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => !['and', 'or', 'not'].includes(word));
}

/** @param words in lower case @returns places in their order, without overlaps */
export function marksOf(text: string, words: readonly string[]): Mark[] {
  const parts = partsOf(text);
  const found = words.flatMap((word) => {
    const as = asWritten(text, parts, word);
    return as.length > 0 ? as : misspeltIn(parts, word).map(({ start, end }): Mark => [start, end]);
  });
  return withoutOverlaps(found.sort((a, b) => a[0] - b[0] || b[1] - a[1]));
}

/**
 * How the words are spelt that no text has as they are and that every text has with another spelling: the nearest one of each. If a text has
 * neither, the word was found elsewhere, and nothing is known.
 */
export function spellingsOf(texts: readonly string[], words: readonly string[]): string[] {
  const all = texts.map((text) => ({ text, parts: partsOf(text) }));
  return words.flatMap((word) => {
    if (all.some(({ text, parts }) => asWritten(text, parts, word).length > 0)) return [];
    const spelt = all.map(({ parts }) => misspeltIn(parts, word).map(({ part }) => part));
    if (spelt.some((each) => each.length === 0)) return [];
    return spelt
      .flat()
      .sort((a, b) => distance(a, word) - distance(b, word))
      .slice(0, 1);
  });
}

function partsOf(text: string): MarkPart[] {
  return [...text.matchAll(PARTS)].map(({ 0: part, index }) => ({ part: part.toLowerCase(), start: index, end: index + part.length }));
}

function asWritten(text: string, parts: readonly MarkPart[], word: string): Mark[] {
  if (NO_SPACES.test(word)) return within(text.toLowerCase(), word);
  const near = parts.flatMap(({ part, start, end }) => (isForm(part, word) ? [markOf(part, word, start, end)] : []));
  return near.length > 0 || word.length <= 2 ? near : within(text.toLowerCase(), word);
}

function misspeltIn(parts: readonly MarkPart[], word: string): MarkPart[] {
  return NO_SPACES.test(word) ? [] : parts.filter(({ part }) => isMisspelt(part, word));
}

function markOf(part: string, word: string, start: number, end: number): Mark {
  return part.startsWith(word) && !ENDING.test(part.slice(word.length)) ? [start, start + word.length] : [start, end];
}

function within(text: string, word: string): Mark[] {
  const marks: Mark[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) marks.push([at, at + word.length]);
  return marks;
}

/** The same word, its beginning, or another inflection of it: `cities` for `city`. */
function isForm(part: string, word: string): boolean {
  if (part.startsWith(word)) return true;
  let same = 0;
  while (same < part.length && part[same] === word[same]) same++;
  return same >= 3 && ENDING.test(part.slice(same)) && ENDING.test(word.slice(same));
}

/** One letter away, in long words two. The first letter is right. */
function isMisspelt(part: string, word: string): boolean {
  const most = word.length < 4 ? 0 : word.length < 7 ? 1 : 2;
  if (most === 0 || part[0] !== word[0] || Math.abs(part.length - word.length) > most) return false;
  return distance(part, word) <= most;
}

/** How many letters differ, are missing, or have changed places with their neighbour. */
function distance(one: string, other: string): number {
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let at = 1; at <= one.length; at++) {
    const row = [at];
    for (let to = 1; to <= other.length; to++) {
      const same = one[at - 1] === other[to - 1];
      let least = Math.min((last[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1, (last[to - 1] ?? 0) + (same ? 0 : 1));
      const swapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1];
      if (swapped) least = Math.min(least, (before[to - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}

function withoutOverlaps(marks: readonly Mark[]): Mark[] {
  const kept: Mark[] = [];
  for (const mark of marks) if (mark[0] >= (kept.at(-1)?.[1] ?? 0)) kept.push(mark);
  return kept;
}
