/**
 * Which fields of a hit matched, with their values as written (docs/semantics.md 9.6).
 */
import { type Fields, fieldsOf, type NamedField, pickedFields } from '../../model/fields.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import { askedWords, isWithin } from '../document/inner-words.ts';
import { sourceValues } from '../document/source-values.ts';
import { isInflected, sharedBeginning } from '../document/stem.ts';
import { withoutHeads, wordsOf } from '../document/words.ts';
import { valueTest } from '../filter/exact.ts';
import type { Criterion, Filter } from '../filter/tree.ts';
import { alike, allWords } from './rank.ts';

const ASCII = /^[\0-\x7f]*$/;

/** The words of a short text may together be one word: `e mail`. No word is longer than this, separators included. */
const TOGETHER = 200;

const isQueried = ({ queried }: NamedField): boolean => queried;

export interface MatchedField {
  readonly name: string;
  readonly value: string;
}

/**
 * @param words the plain words of the search
 * @param typed the filter from the rest of its text
 * @param all the fields that the filter may name
 * @param shown names of property fields in answers
 * @returns for a source document, which may be known to lack some of the words
 */
export function matchedFields(
  types: readonly EntityTypeSpec[],
  words: string,
  typed: Filter,
  all: Fields,
  shown: ReadonlyMap<string, string>,
): (document: Readonly<Record<string, unknown>>, lacks?: readonly string[]) => MatchedField[] {
  const own = (name: string): NamedField | undefined => types.map((type) => fieldsOf(type).get(name)).findLast((field) => field !== undefined);
  const queried = pickedFields(types, isQueried)
    .filter(({ name }) => all.has(name))
    .sort((a, b) => b.weight - a.weight);
  const asked = wordsOf(words).flatMap(askedWords);
  // A single letter begins words of most texts. It means something only if nothing else was searched for, or as a word of its own.
  const shortest = asked.every(({ length }) => length === 1) ? 1 : 2;
  const beginnings = asked.filter(({ length }) => length >= shortest).map(sharedBeginning);
  const letters = shortest === 1 ? undefined : lettersAlone(asked.filter((word) => /^[a-z0-9]$/.test(word)));
  const criteria = [...affirmed(typed)];
  return (document, lacks = []) => {
    const found = new Map<string, MatchedField>();
    const look = (field: NamedField, test: (value: string) => boolean): void => {
      for (const value of sourceValues(document, field.name)) {
        const text = String(value);
        if (test(text)) found.set(`${field.name}\u0000${text}`, { name: shown.get(field.name) ?? field.name, value: text });
      }
    };
    const unmet = new Set(asked);
    if (asked.length > 0)
      for (const field of queried) look(field, (value) => mayHave(value, beginnings, letters) && hasWord(value, asked, shortest, unmet));
    // Typing mistakes are looked for only where no value has the word.
    const misspelt = [...unmet].filter((word) => word.length >= shortest && !lacks.includes(word));
    if (misspelt.length > 0) for (const field of queried) look(field, (value) => hasAlike(value, misspelt));
    for (const each of criteria) {
      for (const field of each.field === '' ? queried : [own(each.field) ?? (shown.has(each.field) ? all.get(each.field) : undefined)])
        if (field) look(field, valueTest(field, each));
    }
    return [...found.values()];
  };
}

/** The criteria of a filter that are not negated. */
function* affirmed(filter: Filter): Generator<Criterion> {
  if (filter.is === 'criterion') yield filter;
  else if (filter.is !== 'not') for (const each of filter.of) yield* affirmed(each);
}

/** A cheap test that rules out most values: none of their words begins like a searched word, nor do all of them as one word. */
function mayHave(value: string, beginnings: readonly string[], letters: RegExp | undefined): boolean {
  if (!ASCII.test(value) || letters?.test(value)) return true;
  const lower = value.toLowerCase();
  return beginnings.some((beginning) => begins(value, lower, beginning)) || beginsTogether(withoutHeads(value), beginnings);
}

function beginsTogether(text: string, beginnings: readonly string[]): boolean {
  // Most texts begin with another letter than all of them.
  const first = firstOf(text);
  const possible = beginnings.filter((beginning) => beginning[0] === first);
  if (possible.length === 0) return false;
  const together = text
    .slice(0, TOGETHER)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '');
  return possible.some((beginning) => together.startsWith(beginning));
}

/** The first letter or digit of a text, in lower case. */
function firstOf(text: string): string | undefined {
  for (let at = 0; at < text.length; at++) if (kindAt(text, at)) return text[at]?.toLowerCase();
  return undefined;
}

function begins(value: string, lower: string, beginning: string): boolean {
  for (let at = lower.indexOf(beginning); at >= 0; at = lower.indexOf(beginning, at + 1)) if (isSeam(value, at)) return true;
  return false;
}

/** May a word begin here, perhaps in camel case? */
function isSeam(value: string, at: number): boolean {
  const [before, own, after] = [kindAt(value, at - 1), kindAt(value, at), kindAt(value, at + 1)];
  return before !== own || (own === 'upper' && after === 'lower');
}

function kindAt(value: string, at: number): 'lower' | 'upper' | 'digit' | undefined {
  const code = value.charCodeAt(at);
  if (code >= 97 && code <= 122) return 'lower';
  if (code >= 65 && code <= 90) return 'upper';
  return code >= 48 && code <= 57 ? 'digit' : undefined;
}

/** What every text has in which one of these letters or digits is a word, in camel case too. */
function lettersAlone(characters: readonly string[]): RegExp | undefined {
  if (characters.length === 0) return undefined;
  const [any, upper] = [characters.join(''), characters.join('').toUpperCase()];
  return new RegExp(`(?<![a-zA-Z])[${any}${upper}](?![a-z])|(?<=[a-z])[${upper}](?![a-z])`);
}

/** Does the value have any of these words, an inflection or the beginning of one? Takes those that it has from `unmet`. */
function hasWord(value: string, asked: readonly string[], shortest: number, unmet: Set<string>): boolean {
  const words = allWords(value);
  const ascii = ASCII.test(value);
  let met = false;
  for (const word of asked) {
    // Nearly all words begin with another letter.
    const meets = (own: string): boolean =>
      (own.charCodeAt(0) === word.charCodeAt(0) && ((word.length >= shortest && own.startsWith(word)) || isInflected(word, own))) ||
      (!ascii && isWithin(word, own));
    if (!words.includes(word) && !words.some(meets)) continue;
    unmet.delete(word);
    met = true;
  }
  return met;
}

/** Does the value have one of these words with a typing mistake, or in two words side by side? */
function hasAlike(value: string, asked: readonly string[]): boolean {
  const words = allWords(value);
  return asked.some((word) => words.some((own, at) => alike(word, own) > 0 || (own + (words[at + 1] ?? '')).startsWith(word)));
}
