/**
 * Words of texts: what a plain query is compared with.
 */

/** Everything that is neither letter, mark nor digit separates words. */
const SEPARATORS = /[^\p{L}\p{M}\p{N}]+/u;
const URN_HEADS = /urn:[a-zA-Z0-9-]+:[a-zA-Z0-9_]+:/g;

/** Words of a text in lower case without accents, in their order. */
export function wordsOf(text: string): string[] {
  return plain(text)
    .split(SEPARATORS)
    .filter((word) => word !== '');
}

/** Case and accents do not matter between words. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/** A URN without the words that all URNs have: `urn`, the namespace, entity types. */
export function withoutHeads(text: string): string {
  return text.startsWith('urn:') ? text.replace(URN_HEADS, ' ') : text;
}

/** `WebOrders2024` → `Web Orders 2024`; absent where nothing is to be split. */
export function camelSplit(text: string): string | undefined {
  // Most texts: every rule needs one of these.
  if (!/[\p{Lu}\p{N}]/u.test(text)) return undefined;
  const split = text
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N})(\p{L})/gu, '$1 $2');
  return split === text ? undefined : split;
}

/** Do these words stand side by side in the text? */
export function hasPhrase(text: string, phrase: readonly string[]): boolean {
  const words = wordsOf(text);
  return words.some((_, at) => phrase.every((word, offset) => words[at + offset] === word));
}
