/**
 * Keeps the words of the texts of one document, because most texts are needed several times, for several fields.
 */
import { camelSplit, wordsOf } from './words.ts';

export interface WordBook {
  /** The words of a text, in their order. */
  words(text: string): readonly string[];
  /** The words of a text that is split where its case changes; none if it is not split. */
  cut(text: string): readonly string[];
}

export function makeWordBook(): WordBook {
  const words = new Map<string, readonly string[]>();
  const cut = new Map<string, readonly string[]>();
  const kept = (book: Map<string, readonly string[]>, text: string, make: () => readonly string[]): readonly string[] => {
    let known = book.get(text);
    if (known === undefined) {
      known = make();
      book.set(text, known);
    }
    return known;
  };
  return {
    words: (text) => kept(words, text, () => wordsOf(text)),
    cut: (text) =>
      kept(cut, text, () => {
        const split = camelSplit(text);
        return split === undefined ? [] : wordsOf(split);
      }),
  };
}
