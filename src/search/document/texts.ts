/**
 * The texts that a plain query looks through, by how much a match says: names, parts of names, identifiers, all else. Of each the words
 * alone, every one once: an update of a document in which a word stands twice in one field takes the word from another document
 * (docs/engines.md 7). Long lists of texts are not among them: their words are in fields of their own anyway (`isOwnText`), and only what
 * camel case hides in them is here (`t_cut`). The texts as they were written are compared afterwards (rank.ts, matches.ts, lookup.ts).
 */
import { fieldsOf, NAME_WEIGHT, type NamedField } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { looksLikeUrn, type Urn } from '../../model/urn.ts';
import type { Steps } from '../../slices.ts';
import { digest, foldedDigest } from './encode.ts';
import { type Entry, inOneText, isOwnText } from './index-fields.ts';
import type { Truncated } from './truncation.ts';
import type { WordBook } from './word-book.ts';
import { ANY_PART, isLong, withoutHeads, wordToken } from './words.ts';

/** The longest indexed prefix of a word, in characters. */
export const LONGEST_PREFIX = 20;

/** In the order of their weight, as query/search.ts uses them. */
export const TEXT_FIELDS = ['t_name', 't_parts', 't_id', 't_prefix', 't_text', 't_cut'] as const;

/** Is this field a name of the entity? */
export function isName(field: NamedField): boolean {
  return field.queried && field.weight >= NAME_WEIGHT;
}

function isIdentifier(field: NamedField): boolean {
  return field.queried && !isName(field) && (field.weight > 1 || field.types.has('wordGram'));
}

export function* textEntries(model: Model, urn: Urn, values: ReadonlyMap<string, Truncated>, book: WordBook): Steps<Entry[]> {
  const fields = fieldsOf(urn.type);
  const texts = (pick: (field: NamedField) => boolean): string[] => {
    const found = [...values].filter(([name]) => pickNamed(fields.get(name), pick)).flatMap(([, { parts }]) => parts.map((each) => String(each)));
    return [...new Set(found)].map(withoutHeads);
  };
  const names = texts(isName);
  const ids = [...texts(isIdentifier), ...urn.parts.map(withoutHeads)];
  const rest = texts((field) => field.queried && field.name !== 'urn' && !isName(field) && !isIdentifier(field) && !isOwnText(field));
  const lists = texts(isOwnText);
  const suggested = texts((field) => field.autocomplete || isName(field));
  return [
    ['t_name', inOneText([...(yield* wordsIn(names, book.words, wordToken))])],
    ['t_parts', inOneText([...(yield* wordsIn([...names, ...ids], (text) => parts(text, book), wordToken))])],
    ['t_id', inOneText([...(yield* wordsIn(ids, book.words, wordToken))])],
    ['t_prefix', [...(yield* wordsIn([...suggested, ...names, ...ids], (text) => [...book.words(text), ...book.cut(text)], prefixes))]],
    ['t_text', inOneText([...new Set([...(yield* wordsIn(rest, book.words, wordToken)), ...(yield* wordsIn(rest, book.cut, wordToken))])])],
    ['t_cut', inOneText(yield* hiddenIn(lists, book))],
    ['w_', withAnyPart(yield* wordsIn([...names, ...ids, ...rest], book.words, wordToken))],
    ['l_', [...new Set(names.map(foldedDigest))]],
    ['u_', yield* urnsIn(model, values)],
  ];
}

function pickNamed(field: NamedField | undefined, pick: (field: NamedField) => boolean): boolean {
  return field !== undefined && pick(field);
}

/** The tokens of the words of some texts, each once. */
function* wordsIn(texts: readonly string[], wordsOf: (text: string) => readonly string[], tokens: (word: string) => string | readonly string[]) {
  const seen = new Set<string>();
  const found = new Set<string>();
  // Long texts first: their words stay side by side, which matters for the order of the hits.
  for (const text of [...texts].sort((a, b) => b.length - a.length)) {
    for (const word of wordsOf(text)) {
      if (seen.has(word)) continue;
      seen.add(word);
      const made = tokens(word);
      if (typeof made === 'string') found.add(made);
      else for (const token of made) found.add(token);
    }
    yield;
  }
  return found;
}

/** The words that camel case hides in long lists: no others, since the words of each list are in its own field. */
function* hiddenIn(lists: readonly string[], book: WordBook): Steps<string[]> {
  const plain = yield* wordsIn(lists, book.words, wordToken);
  const split = yield* wordsIn(lists, book.cut, wordToken);
  return [...split].filter((token) => !plain.has(token));
}

/** Tokens of words, and the token of all lists in which a part of a word cannot be looked for. */
function withAnyPart(tokens: ReadonlySet<string>): string[] {
  return [...tokens, ...([...tokens].some(isLong) ? [ANY_PART] : [])];
}

/** The words of a name that is split where its case changes, and the name as one word. */
function parts(name: string, book: WordBook): string[] {
  const words = book.words(name);
  return [...book.cut(name), ...(words.length > 1 && words.length <= 8 ? [words.join('')] : [])];
}

/** The prefixes of a word. */
function prefixes(word: string): string[] {
  return Array.from({ length: Math.min(word.length, LONGEST_PREFIX) }, (_, at) => prefixToken(word, at + 1));
}

/** The token of a prefix of a word, at most of the indexed length. */
export function prefixToken(word: string, length = LONGEST_PREFIX): string {
  return wordToken(word.slice(0, length));
}

/** The digests of the URNs by which a search for a whole URN finds an entity: its own, and those in searched fields. */
function* urnsIn(model: Model, values: ReadonlyMap<string, Truncated>): Steps<string[]> {
  const fields = fieldsOf(model);
  const found = new Set<string>();
  for (const [name, { parts: list }] of values) {
    if (!fields.get(name)?.queried) continue;
    for (const each of list) if (typeof each === 'string' && looksLikeUrn(model, each)) found.add(digest(each));
    yield;
  }
  return [...found];
}
