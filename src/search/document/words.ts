/**
 * Splits texts into the words that a plain query is compared with.
 */
import { digest, LONGEST_TOKEN } from './encode.ts';
import { askedWords } from './inner-words.ts';
import { askedForm } from './stem.ts';

/** Everything except letters, marks and digits separates words. */
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** The same for most texts, ten times as fast. */
const ASCII_WORDS = /[a-z0-9]+/g;
const ASCII = /^[\0-\x7f]*$/;
const URN_HEADS = /(?<![\p{L}\p{M}\p{N}])urn:[a-zA-Z0-9-]+:[a-zA-Z0-9_]+:/gu;

/** The words of a text, in lower case, without accents, in their order. */
export function wordsOf(text: string): string[] {
  return (ASCII.test(text) ? text.toLowerCase().match(ASCII_WORDS) : plain(text).match(WORDS)) ?? [];
}

/** Letters that have a plain spelling but no accent that could be removed, and the sigma at the end of words. */
const BARE: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i' },
  ς: 'σ',
};

/** A text in lower case without accents. A part of a text becomes a part of what the text becomes. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþħŧıς]/g, (letter) => BARE[letter] ?? letter);
}

/** In a token `qx` and four digits or letters stand for any other character. These stand for no character. */
const HEAD_MARK = 'qxzzzz';
const LONG_MARK = 'qxzzzy';
/** The token of every list of words with a word that is too long to be a token. */
export const ANY_PART = 'qxzzzx';

/**
 * A word as one token: `a-z0-9` as they are, other characters by their number. Typesense neither changes nor cuts it. The token of a part
 * of a word is a part of its token, unless the word is too long: then its token is a digest.
 */
export function wordToken(word: string): string {
  const text = tokenText(word);
  return text.length <= LONGEST_TOKEN ? text : `${LONG_MARK}${digest(word)}`;
}

/** Is the token of this word a digest? */
export function isLong(token: string): boolean {
  return token.startsWith(LONG_MARK);
}

const PLAIN_WORD = /^[a-z0-9]*$/;

function tokenText(word: string): string {
  if (PLAIN_WORD.test(word) && !word.includes('qx')) return word;
  let text = '';
  for (let at = 0; at < word.length; at++) {
    const char = String.fromCodePoint(word.codePointAt(at) ?? 0);
    at += char.length - 1;
    text += PLAIN_WORD.test(char) && !(char === 'q' && word[at + 1] === 'x') ? char : `qx${numberOf(char)}`;
  }
  return text;
}

function numberOf(char: string): string {
  return (char.codePointAt(0) ?? 0).toString(36).padStart(4, '0');
}

/** The word of a token; of a digest, the digest. */
export function tokenWord(token: string): string {
  if (!token.includes('qx') || isLong(token)) return token;
  return token.replace(/qx([0-9a-z]{4})/g, (whole, number: string) => {
    const code = Number.parseInt(number, 36);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The token of a text without any character that the index has: no document has it. */
const NOTHING = 'qxzzznothing';
const SYMBOL = /[\p{S}\p{P}]/gu;

/** The signs of a text, each once: what it has beside letters, digits and blanks. */
export function symbolsOf(text: string): string[] {
  return [...new Set(text.match(SYMBOL))];
}

/**
 * The tokens of a text for a query of text fields. A text without words is asked for by its signs.
 *
 * @param asWritten ask for the words themselves, not for all their inflections: typing mistakes are counted from the word that was typed
 */
export function askedText(words: string, asWritten: boolean): string {
  const asked = wordsOf(withoutHeads(words)).flatMap(askedWords);
  const tokens = new Set((asWritten ? asked : asked.map(askedForm)).map(wordToken));
  return [...tokens].join(' ') || symbolsOf(words).map(wordToken).join(' ') || NOTHING;
}

/** A URN without the words that all URNs share: `urn`, the namespace, entity types. */
export function withoutHeads(text: string): string {
  return text.startsWith('urn:') ? text.replace(URN_HEADS, ' ') : text;
}

/** The tokens of the words that `withoutHeads` leaves out. A search for a part of a text needs them, a search for words must not see them. */
export function headTokens(text: string): string[] {
  if (!text.startsWith('urn:')) return [];
  return (text.match(URN_HEADS) ?? []).flatMap((head) => wordsOf(head).map((word) => HEAD_MARK + wordToken(word)));
}

/** The word of a token, also of one from `headTokens`. */
export function wordOrHead(token: string): string {
  return tokenWord(isHead(token) ? token.slice(HEAD_MARK.length) : token);
}

/** Is the token from `headTokens`? */
export function isHead(token: string): boolean {
  return token.startsWith(HEAD_MARK);
}

/** `WebOrders2024` → `Web Orders 2024`; `undefined` if there is nothing to split. */
export function camelSplit(text: string): string | undefined {
  // Most texts end here: every rule needs one of these.
  if (!(ASCII.test(text) ? ASCII_SEAM : /[\p{Lu}\p{N}]/u).test(text)) return undefined;
  const split = ASCII.test(text) ? asciiSplit(text) : anySplit(text);
  return split === text ? undefined : split;
}

const ASCII_SEAM = /[a-z0-9][A-Z]|[A-Z][A-Z][a-z]|[a-zA-Z][0-9]|[0-9][a-zA-Z]/;

function asciiSplit(text: string): string {
  return text
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .replace(/([a-zA-Z])([0-9])/g, '$1 $2')
    .replace(/([0-9])([a-zA-Z])/g, '$1 $2');
}

function anySplit(text: string): string {
  return text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2');
}

/** `sales.eu.orders` is the name `orders` in `sales.eu`; a title with blanks is a name as a whole. */
export function segmentsOf(name: string): string[] {
  return /\s/.test(name.trim()) ? [name] : name.split(/[./]+/).filter((each) => each !== '');
}

/** Does the text contain these words side by side? */
export function hasPhrase(text: string, phrase: readonly string[]): boolean {
  const words = wordsOf(text);
  return words.some((_, at) => phrase.every((word, offset) => words[at + offset] === word));
}
