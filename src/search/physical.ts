/**
 * The fields of a Typesense document: a search field of the model becomes several, each for one kind of question (engines 5.3).
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
 * The values as they were written stand in `written` (written.ts).
 */
import type { NamedField } from '../model/fields.ts';
import type { Scalar } from './document.ts';
import { code, digest, folded, foldedDigest, grams, orderedBits, SORTED_BYTES, sortCode } from './encode.ts';
import { searchedParts } from './searched.ts';
import { withoutHeads, wordsOf } from './words.ts';

export type Entry = readonly [name: string, value: unknown];

/** Longer values are candidates for every part of a text: their grams would cost more than they tell. */
const MOST_GRAMMED = 240;
export const ANY_GRAM = 'qzany';

/** Fields whose words can be asked for one by one. */
export function hasWords({ types }: NamedField): boolean {
  return ['text', 'textPartial', 'wordGram', 'urn', 'urnPartial', 'map'].some((type) => types.has(type as never));
}

/** Are the values of the field listed in Typesense's own facets? */
export function isFacet({ facet, kind }: NamedField): boolean {
  return facet !== undefined || kind === 'boolean';
}

/** Name and token by which equality is asked for. */
export function equality(field: NamedField, value: string): { field: string; token: string } {
  if (isFacet(field)) return { field: `k_${field.name}`, token: code(value) };
  return { field: `h_${field.name}`, token: field.kind === 'number' ? code(value) : digest(value) };
}

/** Can results be put in the order of this field, and under which name in which direction? */
export function sortField(field: NamedField, order: 'asc' | 'desc'): string | undefined {
  if (field.kind === 'number') return order === 'asc' ? `lo_${field.name}` : `hi_${field.name}`;
  return isSorted(field) ? `s_${field.name}` : undefined;
}

/** Maps and paths have no order of their own. */
function isSorted({ types }: NamedField): boolean {
  return !['map', 'browsePath', 'browsePathV2'].some((type) => types.has(type as never));
}

/** URNs go by their characters, all else in any case; of several values the first one counts. */
export function sortEntry(name: string, texts: readonly string[]): Entry {
  // No more is folded than counts: texts may have megabytes.
  const inOrder = name === 'urn' ? texts : texts.map((text) => folded(text.slice(0, SORTED_BYTES)));
  return [`s_${name}`, sortCode([...inOrder].sort()[0] ?? '')];
}

/** Everything that is indexed of the values of one field. */
export function physicalValues(field: NamedField, list: readonly Scalar[]): Entry[] {
  const { name, kind } = field;
  const texts = [...new Set(list.map(String))];
  const searched = searchedParts(texts);
  // What is looked up by a part of a text is known by what was kept of it.
  const known = searched.cut ? [...new Set([...texts, ...searched.values])] : texts;
  const exact: Entry =
    isFacet(field) || kind === 'number' ? [`${isFacet(field) ? 'k' : 'h'}_${name}`, texts.map(code)] : [`h_${name}`, known.map(digest)];
  const sorted: Entry[] = kind !== 'number' && isSorted(field) ? [sortEntry(name, texts)] : [];
  if (kind === 'boolean') return [exact, ...sorted];
  if (kind === 'number') {
    const numbers = list.map(Number);
    return [exact, [`lo_${name}`, orderedBits(Math.min(...numbers))], [`hi_${name}`, orderedBits(Math.max(...numbers))]];
  }
  return [
    exact,
    [`l_${name}`, texts.map(foldedDigest)],
    ...(isFacet(field) ? [] : [[`g_${name}`, gramTokens(texts)] as const]),
    ...(hasWords(field) ? [[`w_${name}`, wordTokens(searched.values)] as const] : []),
    ...sorted,
  ];
}

function gramTokens(texts: readonly string[]): string[] {
  const short = texts.filter(({ length }) => length <= MOST_GRAMMED);
  return [...grams(short), ...(short.length < texts.length ? [ANY_GRAM] : [])];
}

/** Tokens of all words of some texts. */
export function wordTokens(texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => wordsOf(withoutHeads(text))).map(wordToken))];
}

/** One word as one token. */
export function wordToken(word: string): string {
  const text = code(word);
  return text.length <= 90 ? text : `qz${digest(word)}`;
}
