/**
 * The texts that a plain query looks through, by how much a match says: names, parts of names, identifiers, all else. Of each the words
 * alone, every one once: an update of a document in which a word stands twice in one field takes the word from another document
 * (docs/engines.md 7). Beside a word stand the forms by which a query asks for its inflections (stem.ts). Long lists of texts are not among
 * them: their words are in fields of their own anyway (`isOwnText`), and only what these lack is here (`t_cut`). The texts as they were
 * written are compared afterwards (rank.ts, matches.ts, lookup.ts).
 */
import { fieldsOf, NAME_WEIGHT, type NamedField } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { looksLikeUrn, type Urn } from '../../model/urn.ts';
import type { Steps } from '../../slices.ts';
import { digest, foldedDigest } from './encode.ts';
import { type Entry, inOneText, isOwnText } from './index-fields.ts';
import { innerWords } from './inner-words.ts';
import { askedForm, indexedForms } from './stem.ts';
import type { Truncated } from './truncation.ts';
import type { WordBook } from './word-book.ts';
import { ANY_PART, isLong, symbolsOf, withoutHeads, wordToken } from './words.ts';

/** The longest indexed prefix of a word, in characters. */
export const LONGEST_PREFIX = 20;

/** Most words within words of one text field: a long text in Chinese has two for each character. */
const MOST_INNER = 20_000;

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
    ['t_name', inOneText([...(yield* formsIn(names, book.words))])],
    ['t_parts', inOneText([...(yield* formsIn([...names, ...ids], (text) => parts(text, book))), ...(yield* wordsIn(names, symbolsOf, wordToken))])],
    ['t_id', inOneText([...(yield* formsIn(ids, book.words))])],
    ['t_prefix', [...(yield* wordsIn([...suggested, ...names, ...ids], (text) => [...book.words(text), ...book.cut(text)], prefixes))]],
    [
      't_text',
      inOneText([...new Set([...(yield* formsIn(rest, book.words)), ...(yield* formsIn(rest, book.cut)), ...(yield* innerIn(rest, book))])]),
    ],
    ['t_cut', inOneText(yield* hiddenIn(lists, book))],
    ['w_', withAnyPart(yield* wordsIn([...names, ...ids, ...rest], book.words, wordToken))],
    ['l_', [...new Set(names.map(foldedDigest))]],
    ['u_', yield* urnsIn(model, values)],
  ];
}

function pickNamed(field: NamedField | undefined, pick: (field: NamedField) => boolean): boolean {
  return field !== undefined && pick(field);
}

type WordsOf = (text: string) => readonly string[];

/**
 * The tokens of the words of some texts and of the forms by which inflections of them are asked for, each once. The forms come first: side
 * by side as a query has them.
 */
function* formsIn(texts: readonly string[], wordsOf: WordsOf): Steps<Set<string>> {
  const asked = yield* wordsIn(texts, wordsOf, (word) => wordToken(askedForm(word)));
  const others = yield* wordsIn(texts, wordsOf, (word) => [word, ...indexedForms(word)].map(wordToken));
  return new Set([...asked, ...others]);
}

/** The tokens of the words of some texts, each once. */
function* wordsIn(texts: readonly string[], wordsOf: WordsOf, tokens: (word: string) => string | readonly string[]) {
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

/** The tokens of words within words. */
function* innerIn(texts: readonly string[], book: WordBook): Steps<string[]> {
  const inner = yield* formsIn(texts, (text) => book.words(text).flatMap(innerWords));
  return [...inner].slice(0, MOST_INNER);
}

/** What long lists hide: words within camel case and within words, and the forms of words. No others, since the words of each list are in its own field. */
function* hiddenIn(lists: readonly string[], book: WordBook): Steps<string[]> {
  const plain = yield* wordsIn(lists, book.words, wordToken);
  const split = yield* formsIn(lists, book.cut);
  const forms = yield* formsIn(lists, book.words);
  const inner = yield* innerIn(lists, book);
  return [...new Set([...split, ...forms, ...inner])].filter((token) => !plain.has(token));
}

/** Tokens of words, and the token of all lists in which a part of a word cannot be looked for. */
function withAnyPart(tokens: ReadonlySet<string>): string[] {
  return [...tokens, ...([...tokens].some(isLong) ? [ANY_PART] : [])];
}

/** The words of a name that is split where its case changes, the name as one word, and the words within its words. */
function parts(name: string, book: WordBook): string[] {
  const words = book.words(name);
  const joined = words.length > 1 && words.length <= 8 ? [words.join('')] : [];
  return [...book.cut(name), ...joined, ...words.flatMap(innerWords).slice(0, MOST_INNER)];
}

/** The prefixes of a word, and the forms by which a query asks for them: `sery` for `serie`, the beginning of `series`. */
function prefixes(word: string): string[] {
  return Array.from({ length: Math.min(word.length, LONGEST_PREFIX) }, (_, at) => word.slice(0, at + 1)).flatMap((prefix) =>
    [...new Set([prefix, askedForm(prefix)])].map((each) => prefixToken(each)),
  );
}

/** The token of a prefix of a word, at most of the indexed length. */
export function prefixToken(word: string): string {
  return wordToken(word.slice(0, LONGEST_PREFIX));
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
