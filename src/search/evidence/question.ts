/**
 * Reads a text as a question: the words that matter, and for each what else it may stand for in this catalog.
 */
import { askedWords } from '../document/inner-words.ts';
import { stem } from '../document/stem.ts';
import { camelSplit, withoutHeads, wordsOf, wordToken } from '../document/words.ts';
import { countingWords, isStopWord, withoutShortened } from './stop-words.ts';
import type { Synonyms } from './synonyms.ts';
import { nearWords, rarity, type Vocabulary } from './vocabulary.ts';
import { WEIGHTS } from './weights.ts';

/** A word of the catalog that meets a word of the question. */
export interface Alternative {
  readonly token: string;
  /** How much it counts, from 0 to 1, and how much it says in this catalog. */
  readonly weight: number;
  /** Why it stands for the word; absent: it is the word. */
  readonly as?: keyof typeof WEIGHTS.alternatives;
}

/** A word of the question. */
export interface Term {
  /** Is it a stop word? Then it counts only where it stands in a name, and nothing lacks it. */
  readonly aside: boolean;
  /** Is it a stop word, a number or a single letter? What has nothing else of the question is no answer. */
  readonly slight: boolean;
  /** Does the catalog have it, as far as is known? */
  readonly known: boolean;
  /** As it was written, in lower case. */
  readonly word: string;
  readonly alternatives: readonly Alternative[];
}

export interface SearchQuestion {
  readonly terms: readonly Term[];
  /** Does it have words that only questions and sentences have? */
  readonly spoken: boolean;
}

const NUMBER = /^\d+$/;
const LETTER = /^[a-z]$/;
/** Later words don't count. */
const MOST_WORDS = 40;
/** Words that begin so many documents part nothing: they are not looked for, only counted where they stand. */
const COMMON_SHARE = 0.4;

export function questionOf(text: string, vocabulary: Vocabulary, synonyms: Synonyms): SearchQuestion {
  const plain = withoutShortened(withoutHeads(text));
  const all = wordsOf(camelSplit(plain) ?? plain)
    .flatMap(askedWords)
    .slice(0, MOST_WORDS);
  const onlyStopWords = all.every(isStopWord);
  const terms = new Map<string, Term>();
  for (const word of all) {
    const token = wordToken(stem(word));
    const aside = !onlyStopWords && isStopWord(word);
    const slight = aside || NUMBER.test(word) || LETTER.test(word);
    const known = vocabulary.counts.has(token);
    if (!terms.has(token)) terms.set(token, { word, aside, slight, known, alternatives: alternativesOf(word, token, vocabulary, synonyms, aside) });
  }
  return { terms: [...terms.values()], spoken: countingWords(text) !== text };
}

function alternativesOf(word: string, token: string, vocabulary: Vocabulary, synonyms: Synonyms, aside: boolean): Alternative[] {
  const share = aside ? WEIGHTS.stopWord : NUMBER.test(word) ? WEIGHTS.number : 1;
  const known = vocabulary.counts.has(token);
  const own = { token, weight: share * rarity(vocabulary, token) };
  if (aside) return [own];
  const others = (tokens: readonly string[], as: keyof typeof WEIGHTS.alternatives): Alternative[] =>
    tokens
      .filter((each) => each !== token)
      // A rare word that stands for a common one says no more than that.
      .map((each) => ({
        token: each,
        as,
        weight: share * WEIGHTS.alternatives[as] * (known ? Math.min(rarity(vocabulary, each), own.weight) : rarity(vocabulary, each)),
      }));
  return [
    own,
    ...others(synonyms.of(token), 'synonym'),
    ...others(vocabulary.abbreviations.get(token) ?? [], 'abbreviation'),
    ...(known ? [] : others(nearWords(vocabulary, token), 'spelling')),
  ];
}

/** Is the word so common that looking for it alone finds too much? */
export function isCommon({ counts, documents }: Vocabulary, token: string): boolean {
  return documents > 100 && (counts.get(token) ?? 0) > documents * COMMON_SHARE;
}
