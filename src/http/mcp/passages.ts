/**
 * Passages of a text around words. Pure.
 */

interface Passage {
  /** Where the words stand in the text. */
  readonly at: number;
  readonly text: string;
}

/**
 * The passages around the places where any of the words stand, in the order of the text. Case does not matter. Places that lie in a passage
 * already are not repeated.
 *
 * @param around characters before and after the words
 * @returns how many places there are from `from` on, and the first passages
 */
export function passagesIn(
  text: string,
  words: readonly string[],
  { around, most, from }: { readonly around: number; readonly most: number; readonly from: number },
): { readonly total: number; readonly passages: readonly Passage[] } {
  // A letter that is longer in lower case would move the places behind it.
  const lower = text
    .replace(/[^\0-\x7f]/gu, (letter) => (letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter))
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  const places = words.flatMap((word) => placesOf(lower, word.toLowerCase(), from)).sort((a, b) => a.at - b.at);
  const passages: Passage[] = [];
  let end = -1;
  for (const { at, length } of places) {
    if (passages.length === most) break;
    if (at + length <= end) continue;
    end = at + length + around;
    passages.push({ at, text: text.slice(Math.max(0, at - around), end) });
  }
  return { total: places.length, passages };
}

function placesOf(lower: string, word: string, from: number): { at: number; length: number }[] {
  const places: { at: number; length: number }[] = [];
  for (let at = lower.indexOf(word, from); at >= 0; at = lower.indexOf(word, at + word.length)) places.push({ at, length: word.length });
  return places;
}
