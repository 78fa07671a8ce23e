/**
 * The fields of a Typesense document: a search field of the model becomes several, each for one kind of question (docs/engines.md 5.3).
 *
 * | field     | holds                                                             | answers                         |
 * | `k_<f>`   | values as reversible codes (facets, booleans)                     | equality, facets                |
 * | `h_<f>`   | values as digests, numbers in print (fields that are no facets)   | equality                        |
 * | `l_<f>`   | digests of the case-folded values                                 | equality in any case            |
 * | `g_<f>`   | texts of three characters                                         | candidates for a part of a text |
 * | `w_<f>`   | words                                                             | `field:word`                    |
 * | `lo_<f>`, `hi_<f>` | smallest and largest number, as ordered integers         | ranges, order                   |
 * | `s_<f>`   | the first text of the field in their order, as an ordered code    | order                           |
 *
 * The values as they were written stand in `written` (source-values.ts).
 */
import type { NamedField } from '../../model/fields.ts';
import type { Steps } from '../../slices.ts';
import { addGrams, code, digest, folded, foldedDigest, orderedBits, SORTED_BYTES, sortCode } from './encode.ts';
import type { Truncated } from './truncation.ts';
import type { WordBook } from './word-book.ts';
import { withoutHeads, wordToken } from './words.ts';

export type Entry = readonly [name: string, value: unknown];

/** Longer values are candidates for every search of a part of a text: their grams would cost too much. */
const MOST_GRAMMED = 240;
export const ANY_GRAM = 'qzany';

/** Can single words of this field be searched? */
export function hasWords({ types }: NamedField): boolean {
  return ['text', 'textPartial', 'wordGram', 'urn', 'urnPartial', 'map'].some((type) => types.has(type as never));
}

/** Does Typesense count the values of this field as a facet? */
export function isFacet({ facet, kind }: NamedField): boolean {
  return facet !== undefined || kind === 'boolean';
}

/** The Typesense field and the token for a filter on equality. */
export function equality(field: NamedField, value: string): { field: string; token: string } {
  if (isFacet(field)) return { field: `k_${field.name}`, token: code(value) };
  return { field: `h_${field.name}`, token: field.kind === 'number' ? code(value) : digest(value) };
}

/** The Typesense field and direction for an order by this field; `undefined` if it cannot be sorted by. */
export function sortField(field: NamedField, order: 'asc' | 'desc'): string | undefined {
  if (field.kind === 'number') return order === 'asc' ? `lo_${field.name}` : `hi_${field.name}`;
  return isSorted(field) ? `s_${field.name}` : undefined;
}

/** Maps and paths cannot be sorted by. */
function isSorted({ types }: NamedField): boolean {
  return !['map', 'browsePath', 'browsePathV2'].some((type) => types.has(type as never));
}

/** URNs sort by their characters, all other texts without case. The first of several values counts. */
export function sortEntry(name: string, texts: readonly string[]): Entry {
  let first: string | undefined;
  for (const text of texts) {
    // Folds only the part that counts: texts may have megabytes.
    const placed = name === 'urn' ? text : folded(text.slice(0, SORTED_BYTES));
    if (first === undefined || placed < first) first = placed;
  }
  return [`s_${name}`, sortCode(first ?? '')];
}

/** All index fields of one search field. No token occurs twice in one of them. */
export function* indexValues(field: NamedField, { whole, parts, cut }: Truncated, book: WordBook): Steps<Entry[]> {
  const { name, kind } = field;
  const texts = [...new Set(whole.map(String))];
  // Searches of a part of a text look only at what was kept of it.
  const known = cut ? [...new Set([...texts, ...parts.map(String)])] : texts;
  yield;
  const exact: Entry =
    isFacet(field) || kind === 'number'
      ? [`${isFacet(field) ? 'k' : 'h'}_${name}`, yield* tokensOf(texts, code)]
      : [`h_${name}`, yield* tokensOf(known, digest)];
  const sorted: Entry[] = kind !== 'number' && isSorted(field) ? [sortEntry(name, texts)] : [];
  if (kind === 'boolean') return [exact, ...sorted];
  if (kind === 'number') {
    const [lowest, highest] = extremes(whole.map(Number));
    return [exact, [`lo_${name}`, orderedBits(lowest)], [`hi_${name}`, orderedBits(highest)]];
  }
  return [
    exact,
    [`l_${name}`, yield* tokensOf(texts, foldedDigest)],
    ...(isFacet(field) ? [] : [[`g_${name}`, yield* gramTokens(parts.map(String))] as const]),
    ...(hasWords(field) ? [[`w_${name}`, yield* wordTokens(parts.map(String), book)] as const] : []),
    ...sorted,
  ];
}

function extremes(numbers: readonly number[]): [lowest: number, highest: number] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    lowest = Math.min(lowest, number);
    highest = Math.max(highest, number);
  }
  return [lowest, highest];
}

function* tokensOf(texts: readonly string[], make: (text: string) => string): Steps<string[]> {
  const tokens = new Set<string>();
  for (const text of texts) {
    tokens.add(make(text));
    yield;
  }
  return [...tokens];
}

function* gramTokens(texts: readonly string[]): Steps<string[]> {
  const tokens = new Set<string>();
  for (const text of texts) {
    if (text.length > MOST_GRAMMED) tokens.add(ANY_GRAM);
    else addGrams(tokens, text);
    yield;
  }
  return [...tokens];
}

/** The tokens of all words of some texts. */
function* wordTokens(texts: readonly string[], book: WordBook): Steps<string[]> {
  const tokens = new Set<string>();
  for (const text of texts) {
    for (const word of book.words(withoutHeads(text))) tokens.add(wordToken(word));
    yield;
  }
  return [...tokens];
}
