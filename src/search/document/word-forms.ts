/**
 * What a word becomes in the index. Words recur: those of the last documents are kept, because to make their forms again was a third of the
 * work for a document.
 */
import { innerWords } from './inner-words.ts';
import { askedForm, indexedForms, stem } from './stem.ts';
import { wordToken } from './words.ts';

export interface WordForms {
  readonly token: string;
  /** The token by which a query asks for its inflections. */
  readonly asked: string;
  /** The tokens of the word and of its forms that the index has. */
  readonly indexed: readonly string[];
  /** The token of its stem. */
  readonly stem: string;
  /** The words within it (inner-words.ts). */
  readonly inner: readonly string[];
}

/** So many words are kept twice over: those since the last change, and those before it. */
const MOST_KEPT = 20_000;
/** Longer words are rare, and as parts of a text they would keep the whole of it. */
const LONGEST_KEPT = 12;

let young = new Map<string, WordForms>();
let old = new Map<string, WordForms>();

export function formsOf(word: string): WordForms {
  if (word.length > LONGEST_KEPT) return made(word);
  let forms = young.get(word);
  if (forms !== undefined) return forms;
  forms = old.get(word) ?? made(word);
  if (young.size >= MOST_KEPT) {
    old = young;
    young = new Map();
  }
  young.set(word, forms);
  return forms;
}

function made(word: string): WordForms {
  const token = wordToken(word);
  const base = stem(word);
  const ofStem = base === word ? token : wordToken(base);
  return {
    token,
    asked: base === word ? token : wordToken(askedForm(word)),
    indexed: base === word ? [token] : [token, ...indexedForms(word).map(wordToken)],
    stem: ofStem,
    inner: innerWords(word),
  };
}
