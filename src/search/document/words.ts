/**
 * Splits texts into the words that a plain query is compared with.
 */

import { code, digest, LONGEST_TOKEN } from './encode.ts';

/** Everything except letters, marks and digits separates words. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/u;
const URN_HEADS = /urn:[a-zA-Z0-9-]+:[a-zA-Z0-9_]+:/g;

/** The words of a text, in lower case, without accents, in their order. */
export function wordsOf(text: string): string[] {
  return plain(text)
    .split(SEPARATORS)
    .filter((word) => word !== '');
}

/** Letters that have a plain spelling but no accent that could be removed. */
const BARE: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ħ: 'h', ŧ: 't', ı: 'i' };

/** A text in lower case without accents. */
function plain(text: string): string {
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþħŧı]/g, (letter) => BARE[letter] ?? letter);
}

/** One word as one token of a text field: `a-z0-9` as they are, other letters by their number. Typesense neither changes nor cuts it. */
export function textToken(word: string): string {
  if (/^[a-z0-9]*$/.test(word)) return word.slice(0, LONGEST_TOKEN);
  let text = '';
  for (const char of word) text += /[a-z0-9]/.test(char) ? char : `q${char.codePointAt(0)?.toString(36)}`;
  return text.slice(0, LONGEST_TOKEN);
}

/** One word as one token of the fields of single words. It can be read back. */
export function wordToken(word: string): string {
  const text = code(word);
  return text.length <= LONGEST_TOKEN ? text : `qz${digest(word)}`;
}

/** The tokens of a text for a query of text fields. A text without words stays as it is. */
export function askedText(words: string): string {
  return wordsOf(withoutHeads(words)).map(textToken).join(' ') || words;
}

/** A URN without the words that all URNs share: `urn`, the namespace, entity types. */
export function withoutHeads(text: string): string {
  return text.startsWith('urn:') ? text.replace(URN_HEADS, ' ') : text;
}

/** `WebOrders2024` → `Web Orders 2024`; `undefined` if there is nothing to split. */
export function camelSplit(text: string): string | undefined {
  // Most texts end here: every rule needs one of these.
  if (!/[\p{Lu}\p{N}]/u.test(text)) return undefined;
  const split = text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2');
  return split === text ? undefined : split;
}

/** Does the text contain these words side by side? */
export function hasPhrase(text: string, phrase: readonly string[]): boolean {
  const words = wordsOf(text);
  return words.some((_, at) => phrase.every((word, offset) => words[at + offset] === word));
}
