/**
 * Ranks the best hits. Typesense finds the matching documents. Among its first twenty, the names decide: how many of the words one name
 * contains, and how much of that name they are. (Without this, a search by a part of the name showed the right table first in 64 of 100
 * searches.)
 */
import { editDistance, pickedFields } from '../../model/fields.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import { folded } from '../document/encode.ts';
import { hasRun, isWithin } from '../document/inner-words.ts';
import { nameValues } from '../document/source-values.ts';
import { isInflected } from '../document/stem.ts';
import { isName } from '../document/texts.ts';
import { camelSplit, segmentsOf, tokenWord, withoutHeads, wordsOf } from '../document/words.ts';
import type { RawHit } from '../engine/multi.ts';

/** How many hits are ranked: always the same ones, so that pages fit together. */
export const WINDOW = 20;

const WHOLE_WORD = 1;
/** With 0.95, `problem` in a name counted no more than `problems` in the name of its database. */
const INFLECTED = 0.85;
const BEGINNING = 0.8;
const MISSPELT = 0.7;

/** The fields of a document that `byName` needs. */
export function nameFields(types: readonly EntityTypeSpec[]): string[] {
  return pickedFields(types, isName).map(({ name }) => name);
}

/** Sorts the best hits first. Equal hits keep their order. */
export function byName(hits: readonly RawHit[], words: string, fields: readonly string[]): RawHit[] {
  const asked = wordsOf(withoutHeads(words));
  const scored = hits.map((hit) => ({ hit, score: score(hit, asked, fields) * Number(hit.document.rank ?? 1) }));
  return scored.sort((a, b) => b.score - a.score).map(({ hit }) => hit);
}

/** Is this the whole name of an entity, in any case? */
export function isNamed({ document }: RawHit, words: string, fields: readonly string[]): boolean {
  const wanted = folded(words);
  return fields.some((field) => nameValues(document, field).some((value) => folded(withoutHeads(String(value))) === wanted));
}

/** Has the entity's own name this word, in any inflection? */
export function isNamedWith({ document }: RawHit, word: string, fields: readonly string[]): boolean {
  return fields.some((field) => nameValues(document, field).some((value) => ownWords(String(value)).some((own) => alike(word, own) >= INFLECTED)));
}

/** The words of a name without the path before it. */
function ownWords(name: string): string[] {
  const own = segmentsOf(withoutHeads(name)).at(-1) ?? '';
  return [...wordsOf(own), ...wordsOf(camelSplit(own) ?? '')];
}

function score({ document }: RawHit, asked: readonly string[], fields: readonly string[]): number {
  let best = 0;
  for (const field of fields) {
    for (const value of nameValues(document, field)) best = Math.max(best, nameScore(String(value), asked));
  }
  return best;
}

/**
 * Scores a name: first by how many of the words it contains and whether one of them is in the entity's own name, not only in the path before
 * it, then by how much of the name they are.
 */
function nameScore(name: string, asked: readonly string[]): number {
  const own = wordsOf(camelSplit(name) ?? name);
  const joined = wordsOf(name);
  const length = own.join('').length;
  if (length === 0 || asked.length === 0) return 0;
  const met = Math.max(likenessOf(asked, own), likenessOf(asked, joined));
  const covered = new Set<number>();
  for (const word of asked) {
    const likeness = own.map((each) => alike(word, each));
    const best = Math.max(...likeness);
    // One word covers one word: a name that says it twice is not meant more.
    const at = likeness.findIndex((each, place) => each === best && !covered.has(place));
    if (best > 0 && at >= 0) covered.add(at);
  }
  const coverage = [...covered].reduce((sum, at) => sum + (own[at]?.length ?? 0), 0) / length;
  const isOwn = ownWords(name).some((each) => asked.some((word) => alike(word, each) > 0));
  return ((isOwn ? 3 : 2) * met) / asked.length + coverage;
}

/** How well words match those of a name. If one word of the name matches two, it counts half for the second. */
function likenessOf(asked: readonly string[], own: readonly string[]): number {
  const taken = new Set<number>();
  let sum = 0;
  for (const word of asked) {
    const likeness = own.map((each, at) => alike(word, each) * (taken.has(at) ? 0.5 : 1));
    const best = Math.max(...likeness);
    if (best > 0) taken.add(likeness.indexOf(best));
    sum += best;
  }
  return sum;
}

/** Does the document contain each of the words, perhaps with a typing mistake? @param fields those with the tokens of its words */
export function hasEveryWord(document: Readonly<Record<string, unknown>>, words: string, fields: readonly string[]): boolean {
  const own = new Set<string>();
  for (const field of fields) {
    for (const value of [document[field] ?? []].flat()) for (const token of String(value).split(' ')) own.add(tokenWord(token));
  }
  return wordsOf(withoutHeads(words)).every((word) => own.has(word) || [...own].some((each) => alike(word, each) > 0));
}

/** The words of a text; also those of its camel case, and the whole as one word. Some may be there twice. */
export function allWords(value: string): readonly string[] {
  const text = withoutHeads(value);
  const words = wordsOf(text);
  const split = camelSplit(text);
  if (split !== undefined) return [...words, ...wordsOf(split), words.join('')];
  return words.length > 1 ? [...words, words.join('')] : words;
}

/** How well a word of a document matches a searched word: 1 for the same word, less for an inflection, a prefix, a misspelling, 0 for no match. */
export function alike(word: string, own: string): number {
  if (word === own) return WHOLE_WORD;
  if (isInflected(word, own)) return INFLECTED;
  if (own.startsWith(word) || isWithin(word, own)) return BEGINNING;
  if (word.length < 3) return 0;
  const most = word.length < 7 ? 1 : 2;
  if (Math.abs(word.length - own.length) > most || lettersBeside(word, own) > most || lettersBeside(own, word) > most) return 0;
  return editDistance(word, own) <= most && !hasRun(word) ? MISSPELT : 0;
}

/** How many letters of a word another word lacks, at least: it takes no fewer edits. Most pairs of words need no other comparison. */
function lettersBeside(word: string, other: string): number {
  let letters = 0;
  for (let at = 0; at < other.length; at++) letters |= 1 << (other.charCodeAt(at) & 31);
  let beside = 0;
  for (let at = 0; at < word.length; at++) {
    const letter = 1 << (word.charCodeAt(at) & 31);
    if ((letters & letter) === 0) beside++;
    letters |= letter;
  }
  return beside;
}
