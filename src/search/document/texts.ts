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
import { type IndexField, inOneText, isOwnText } from './index-fields.ts';
import { askedForm } from './stem.ts';
import type { TruncatedField } from './truncation.ts';
import type { WordBook } from './word-book.ts';
import { formsOf, type WordForms } from './word-forms.ts';
import { ANY_PART, isLong, symbolsOf, withoutHeads, wordToken } from './words.ts';

/** The longest indexed prefix of a word, in characters. */
const LONGEST_PREFIX = 20;

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

export function* textEntries(model: Model, urn: Urn, values: ReadonlyMap<string, TruncatedField>, book: WordBook): Steps<IndexField[]> {
  const fields = fieldsOf(urn.type);
  const texts = (pick: (field: NamedField) => boolean): string[] => {
    const found = [...values].filter(([name]) => pickNamed(fields.get(name), pick)).flatMap(([, { parts }]) => parts.map((each) => String(each)));
    return [...new Set(found)].map(withoutHeads);
  };
  const names = texts(isName);
  const ids = [...texts(isIdentifier), ...urn.parts.map(withoutHeads)];
  const isRest = (field: NamedField): boolean => field.queried && field.name !== 'urn' && !isName(field) && !isIdentifier(field) && !isOwnText(field);
  const rest = texts((field) => isRest(field) && !field.ofColumns);
  const ofColumns = texts((field) => isRest(field) && field.ofColumns === true);
  const lists = texts(isOwnText);
  const suggested = texts((field) => field.autocomplete || isName(field));
  const [ofNames, ofIds] = [yield* wordsIn(names, book.words), yield* wordsIn(ids, book.words)];
  const inNames = yield* formsIn(yield* wordsIn([...names, ...ids], (text) => parts(text, book)));
  const begun = yield* wordsIn([...suggested, ...names, ...ids], (text) => [...book.words(text), ...book.cut(text)]);
  const everywhere = yield* wordsIn([...names, ...ids, ...rest], book.words);
  return [
    ['t_name', inOneText([...(yield* formsIn(ofNames))])],
    ['t_parts', inOneText([...inNames, ...[...(yield* wordsIn(names, symbolsOf))].map(wordToken)])],
    ['t_id', inOneText([...(yield* formsIn(ofIds))])],
    ['t_prefix', [...(yield* tokensIn(begun, prefixes))]],
    ['t_text', inOneText([...(yield* textsOf(rest, book))])],
    ['t_cut', inOneText([...new Set([...(yield* hiddenIn(lists, book)), ...(yield* textsOf(ofColumns, book))])])],
    ['w_', withAnyPart(yield* tokensIn(everywhere, (word) => [formsOf(word).token]))],
    ['l_', [...new Set(names.map(foldedDigest))]],
    ['u_', yield* urnsIn(model, values)],
  ];
}

function pickNamed(field: NamedField | undefined, pick: (field: NamedField) => boolean): boolean {
  return field !== undefined && pick(field);
}

/** The tokens of texts that are no names. */
function* textsOf(texts: readonly string[], book: WordBook): Steps<Set<string>> {
  const words = yield* wordsIn(texts, book.words);
  return new Set([...(yield* formsIn(words)), ...(yield* formsIn(yield* wordsIn(texts, book.cut))), ...(yield* innerIn(words))]);
}

type WordsOf = (text: string) => readonly string[];

/** So many words are a small step. */
const WORDS_OF_A_STEP = 500;

/** The words of some texts, each once. Long texts first: their words stay side by side, which matters for the order of the hits. */
function* wordsIn(texts: readonly string[], wordsOf: WordsOf): Steps<Set<string>> {
  const found = new Set<string>();
  for (const text of [...texts].sort((a, b) => b.length - a.length)) {
    for (const word of wordsOf(text)) found.add(word);
    yield;
  }
  return found;
}

/** The tokens of some words, each once. */
function* tokensIn(words: Iterable<string>, tokens: (word: string) => readonly string[]): Steps<Set<string>> {
  const found = new Set<string>();
  let count = 0;
  for (const word of words) {
    for (const token of tokens(word)) found.add(token);
    if (++count % WORDS_OF_A_STEP === 0) yield;
  }
  return found;
}

/**
 * The tokens of some words and of the forms by which inflections of them are asked for, each once. The forms come first: side by side as a
 * query has them.
 */
function* formsIn(words: ReadonlySet<string>): Steps<Set<string>> {
  const found = new Set<string>();
  let count = 0;
  for (const pick of [asked, indexed]) {
    for (const word of words) {
      for (const token of pick(formsOf(word))) found.add(token);
      if (++count % WORDS_OF_A_STEP === 0) yield;
    }
  }
  return found;
}

const asked = (forms: WordForms): readonly string[] => [forms.asked];
const indexed = (forms: WordForms): readonly string[] => forms.indexed;

/** The tokens of words within words. */
function* innerIn(words: ReadonlySet<string>): Steps<string[]> {
  const inner = yield* tokensIn(words, (word) => formsOf(word).inner);
  return [...(yield* formsIn(inner))].slice(0, MOST_INNER);
}

/** The words that only stand inside others in long lists: parts of camel case, parts of words, and the forms of words. Whole words are in the field of the list. */
function* hiddenIn(lists: readonly string[], book: WordBook): Steps<string[]> {
  const words = yield* wordsIn(lists, book.words);
  const plain = new Set<string>();
  // Most words have no other form, and none within them.
  const others = new Set<string>();
  for (const word of words) {
    const { token, asked: form, indexed: forms, inner } = formsOf(word);
    plain.add(token);
    if (form !== token || forms.length > 1 || inner.length > 0) others.add(word);
    if (plain.size % WORDS_OF_A_STEP === 0) yield;
  }
  const split = yield* formsIn(yield* wordsIn(lists, book.cut));
  const forms = yield* formsIn(others);
  const inner = yield* innerIn(others);
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
  return [...book.cut(name), ...joined, ...words.flatMap((word) => formsOf(word).inner).slice(0, MOST_INNER)];
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
function* urnsIn(model: Model, values: ReadonlyMap<string, TruncatedField>): Steps<string[]> {
  const fields = fieldsOf(model);
  const found = new Set<string>();
  for (const [name, { parts: list }] of values) {
    if (!fields.get(name)?.queried || fields.get(name)?.ofColumns) continue;
    for (const each of list) if (typeof each === 'string' && looksLikeUrn(model, each)) found.add(digest(each));
    yield;
  }
  return [...found];
}
