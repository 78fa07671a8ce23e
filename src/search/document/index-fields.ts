/**
 * The fields of a Typesense document: a search field of the model becomes several, each for one kind of question (docs/engines.md 5.3).
 *
 * | field     | holds                                                             | answers                         |
 * | `k_<f>`   | values as reversible codes (facets, booleans)                     | equality, facets                |
 * | `ka_<f>`  | the same of all fields that a filter on this one asks             | facets of such a field          |
 * | `h_<f>`   | values as digests, numbers in print (fields that are no facets)   | equality                        |
 * | `l_<f>`   | digests of the case-folded values, where these differ             | equality in any case            |
 * | `w_<f>`   | words                                                             | `field:word`, candidates for a part of a text |
 * | `lo_<f>`, `hi_<f>` | smallest and largest number, as ordered integers         | ranges, order                   |
 * | `s_<f>`   | the first text of the field in their order, as an ordered code    | order                           |
 *
 * Of a long list of texts (`isOwnText`) the tokens of each field are one text: Typesense reads a document with all its tokens whenever it
 * shows one, and reads one text ten times as fast as a list. A filter on such a field asks for a token within the text; Typesense cannot
 * negate that.
 *
 * The values as they were written stand in `names` and `written` (source-values.ts).
 */
import type { NamedField } from '../../model/fields.ts';
import { naturalKey } from '../../model/natural-order.ts';
import type { Steps } from '../../slices.ts';
import { code, digest, folded, orderedBits, SORTED_BYTES, shortDigest, sortCode } from './encode.ts';
import type { TruncatedField } from './truncation.ts';
import type { Scalar } from './types.ts';
import type { WordBook } from './word-book.ts';
import { formsOf } from './word-forms.ts';
import { ANY_PART, headTokens, isLong, withoutHeads } from './words.ts';

export type IndexField = readonly [name: string, value: unknown];

/** Can single words of this field be searched? */
export function hasWords({ types }: NamedField): boolean {
  return ['text', 'textPartial', 'wordGram', 'urn', 'urnPartial', 'map'].some((type) => types.has(type as never));
}

/**
 * Does a plain query look through the words of this field alone? The others share fields (texts.ts). Lists of texts may be long, as those of
 * columns are: their words would have to be in the document twice.
 */
export function isOwnText({ queried, many, types }: NamedField): boolean {
  return queried && many && types.size === 1 && types.has('text');
}

/** The descriptions of columns. Their digests were a fifth of what a wide table costs Typesense, for filters that hardly anybody uses. */
const PROSE: ReadonlySet<string> = new Set(['fieldDescriptions', 'editedFieldDescriptions']);

/** Are whole values of this field found by their words, and compared? It has digests only of texts that are cut. */
export function isProse({ name }: NamedField): boolean {
  return PROSE.has(name);
}

/** Does Typesense count the values of this field as a facet? */
export function isFacet({ facet, kind }: NamedField): boolean {
  return facet !== undefined || kind === 'boolean';
}

/** The Typesense field and the token for a filter on equality. */
export function equality(field: NamedField, value: string): { field: string; token: string } {
  if (isFacet(field)) return { field: `k_${field.name}`, token: code(value) };
  return { field: `h_${field.name}`, token: field.kind === 'number' ? code(value) : digestIn(field, value) };
}

/** The token of a whole text of a field that is no facet. */
export function digestIn(field: NamedField, text: string): string {
  return isOwnText(field) ? shortDigest(text) : digest(text);
}

/** The Typesense field and direction for an order by this field; `undefined` if it cannot be sorted by. */
export function sortField(field: NamedField, order: 'asc' | 'desc'): string | undefined {
  if (field.kind === 'number') return order === 'asc' ? `lo_${field.name}` : `hi_${field.name}`;
  if (field.kind === 'boolean') return `lo_${field.name}`;
  return isSorted(field) ? `s_${field.name}` : undefined;
}

/** Maps and paths cannot be sorted by. */
function isSorted({ types }: NamedField): boolean {
  return !['map', 'browsePath', 'browsePathV2'].some((type) => types.has(type as never));
}

/** URNs sort by their characters, all other texts without case, and numbers in them by their size. The first of several values counts. */
export function sortEntry(name: string, texts: readonly string[]): IndexField {
  let first: string | undefined;
  for (const text of texts) {
    // Folds only the part that counts: texts may have megabytes.
    const sortKey = name === 'urn' ? text : naturalKey(folded(text.slice(0, SORTED_BYTES)));
    if (first === undefined || sortKey < first) first = sortKey;
  }
  return [`s_${name}`, sortCode(first ?? '')];
}

/** The index fields of a field that is true or false. Most fields of most documents are such. */
export function booleanEntries({ name }: NamedField, whole: readonly Scalar[]): [IndexField, IndexField] {
  const texts = whole.length === 1 ? [String(whole[0])] : [...new Set(whole.map(String))];
  return [
    [`k_${name}`, texts],
    [`lo_${name}`, texts.includes('false') ? 0 : 1],
  ];
}

/** All index fields of any other search field. No token occurs twice in one of them. */
export function* indexValues(field: NamedField, { whole, parts }: TruncatedField, book: WordBook): Steps<IndexField[]> {
  const { name, kind } = field;
  if (kind === 'number') {
    const [lowest, highest] = extremes(whole.map(Number));
    return [
      [`${isFacet(field) ? 'k' : 'h'}_${name}`, yield* tokensOf(whole, code)],
      [`lo_${name}`, orderedBits(lowest)],
      [`hi_${name}`, orderedBits(highest)],
    ];
  }
  const texts = [...new Set(whole.map(String))];
  yield;
  const listed = isOwnText(field) ? inOneText : (tokens: string[]) => tokens;
  const compared = new Set(isProse(field) ? parts : []);
  const equal = texts.filter((text) => !compared.has(text));
  const otherCase = equal.map(folded).filter((text, at) => text !== equal[at]);
  return [
    ...(isFacet(field) ? [[`k_${name}`, yield* tokensOf(texts, code)] as const] : []),
    ...(!isFacet(field) && equal.length > 0 ? [[`h_${name}`, listed(yield* tokensOf(equal, (text) => digestIn(field, text)))] as const] : []),
    ...(otherCase.length > 0 ? [[`l_${name}`, listed(yield* tokensOf(otherCase, (text) => digestIn(field, text)))] as const] : []),
    ...(hasWords(field) || !isFacet(field) ? [[`w_${name}`, listed(yield* wordTokens(parts.map(String), book))] as const] : []),
    ...(isSorted(field) ? [sortEntry(name, texts)] : []),
  ];
}

/** All tokens in one text: Typesense reads it faster than a list, and their distance counts, but not how many texts they come from. */
export function inOneText(tokens: readonly string[]): string[] {
  return tokens.length === 0 ? [] : [tokens.join(' ')];
}

function extremes(numbers: readonly number[]): [lowest: number, highest: number] {
  let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const number of numbers) {
    lowest = Math.min(lowest, number);
    highest = Math.max(highest, number);
  }
  return [lowest, highest];
}

function* tokensOf(values: readonly Scalar[], make: (text: string) => string): Steps<string[]> {
  const tokens = new Set<string>();
  for (const value of values) {
    tokens.add(make(String(value)));
    yield;
  }
  return [...tokens];
}

/** The tokens of all words of some texts. */
function* wordTokens(texts: readonly string[], book: WordBook): Steps<string[]> {
  const tokens = new Set<string>();
  for (const text of texts) {
    for (const token of headTokens(text)) tokens.add(token);
    for (const word of book.words(withoutHeads(text))) {
      const { token } = formsOf(word);
      tokens.add(token);
      if (isLong(token)) tokens.add(ANY_PART);
    }
    yield;
  }
  return [...tokens];
}
