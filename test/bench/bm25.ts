/**
 * BM25 over whole texts, to compare with: every word counts, as its stem, and all fields alike.
 */

import { stem } from '../../src/search/document/stem.ts';
import { camelSplit, wordsOf } from '../../src/search/document/words.ts';

export interface Text {
  readonly urn: string;
  readonly text: string;
}

const K1 = 1.2;
const B = 0.75;

/** @returns a function that gives the URNs of the best texts for a question */
export function bm25(texts: readonly Text[]): (question: string, most: number) => string[] {
  const postings = new Map<string, Map<number, number>>();
  const lengths: number[] = [];
  for (const [at, { text }] of texts.entries()) {
    const words = stemsOf(text);
    lengths.push(words.length);
    for (const word of words) {
      const places = postings.get(word) ?? new Map<number, number>();
      postings.set(word, places);
      places.set(at, (places.get(at) ?? 0) + 1);
    }
  }
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return (question, most) => {
    const scores = new Map<number, number>();
    for (const word of new Set(stemsOf(question))) {
      const places = postings.get(word);
      if (!places) continue;
      const rarity = Math.log(1 + (texts.length - places.size + 0.5) / (places.size + 0.5));
      for (const [at, times] of places) {
        const length = 1 - B + (B * (lengths[at] ?? 0)) / average;
        scores.set(at, (scores.get(at) ?? 0) + (rarity * times * (K1 + 1)) / (times + K1 * length));
      }
    }
    const best = [...scores].sort((a, b) => b[1] - a[1]).slice(0, most);
    return best.map(([at]) => texts[at]?.urn ?? '');
  };
}

function stemsOf(text: string): string[] {
  return wordsOf(camelSplit(text) ?? text).map(stem);
}
