/**
 * Which fields of a hit matched, with their values as written (docs/semantics.md 9.6).
 */
import { type Fields, fieldsOf, type NamedField } from '../../model/fields.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import { sourceValues } from '../document/source-values.ts';
import { wordsOf } from '../document/words.ts';
import type { RawHit } from '../engine/multi.ts';
import { valueTest } from '../filter/exact.ts';
import type { Criterion, Filter } from '../filter/tree.ts';
import { alike, allWords } from './rank.ts';

export interface MatchedField {
  readonly name: string;
  readonly value: string;
}

/**
 * @param words the plain words of the search
 * @param typed the filter from the rest of its text
 * @param all the fields that the filter may name
 * @param shown names of property fields in answers
 */
export function matchedFields(
  types: readonly EntityTypeSpec[],
  words: string,
  typed: Filter,
  all: Fields,
  shown: ReadonlyMap<string, string>,
): (hit: RawHit) => MatchedField[] {
  const fields = new Map<string, NamedField>(types.flatMap((type) => [...fieldsOf(type)]));
  const queried = [...fields.values()].filter((field) => field.queried).sort((a, b) => b.weight - a.weight);
  const asked = wordsOf(words);
  // A single letter begins words of most texts. It means something only if nothing else was searched for.
  const shortest = asked.every(({ length }) => length === 1) ? 1 : 2;
  const criteria = [...affirmed(typed)];
  return (hit) => {
    const found = new Map<string, MatchedField>();
    const look = (field: NamedField, test: (value: string) => boolean): void => {
      for (const value of sourceValues(hit.document, field.name)) {
        const text = String(value);
        if (test(text)) found.set(`${field.name}\u0000${text}`, { name: shown.get(field.name) ?? field.name, value: text });
      }
    };
    const unmet = new Set(asked);
    if (asked.length > 0) for (const field of queried) look(field, (value) => hasWord(value, asked, shortest, unmet));
    // Typing mistakes are looked for only where no value has the word.
    const misspelt = [...unmet].filter(({ length }) => length >= shortest);
    if (misspelt.length > 0) for (const field of queried) look(field, (value) => hasAlike(value, misspelt));
    for (const each of criteria) {
      for (const field of each.field === '' ? queried : [fields.get(each.field) ?? (shown.has(each.field) ? all.get(each.field) : undefined)])
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

/** Most values can be told at a glance to have none of the words: these do not stand in it even without its separators. */
function mayHave(value: string, asked: readonly string[]): boolean {
  if (!/^[\0-\x7f]*$/.test(value)) return true;
  const letters = value.toLowerCase().replace(/[^a-z0-9]+/g, '');
  return asked.some((word) => letters.includes(word));
}

/** Does the value have any of these words, or their beginnings? Takes those that it has from `unmet`. */
function hasWord(value: string, asked: readonly string[], shortest: number, unmet: Set<string>): boolean {
  if (!mayHave(value, asked)) return false;
  const words = allWords(value);
  let met = false;
  for (const word of asked) {
    if (!words.has(word) && !(word.length >= shortest && [...words].some((own) => own.startsWith(word)))) continue;
    unmet.delete(word);
    met = true;
  }
  return met;
}

/** Does the value have one of these words with a typing mistake, or in two words side by side? */
function hasAlike(value: string, asked: readonly string[]): boolean {
  const words = [...allWords(value)];
  return asked.some((word) => words.some((own, at) => alike(word, own) > 0 || (own + (words[at + 1] ?? '')).startsWith(word)));
}
