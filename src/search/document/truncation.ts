/**
 * Limits how much of an entity is searched: the beginnings of long texts, the first values of long lists. Building and indexing a document
 * takes time for each character, value and word, and every other entity waits meanwhile. A text of 16 MB took 8 to 15 s and made a document
 * of 90 MB; a map with 100,000 entries never finished. EQUAL still finds whole texts.
 */
import type { Steps } from '../../slices.ts';
import type { FieldValues, Scalar } from './types.ts';

/** Most characters of one value. */
export const MOST_OF_A_VALUE = 100_000;
/** Most characters, and most values, of one field. */
export const MOST_OF_A_FIELD = { characters: 1_000_000, values: 10_000 };
/** The same for all fields of an entity together. */
export const MOST_OF_AN_ENTITY = { characters: 2_000_000, values: 40_000 };

type Room = typeof MOST_OF_A_FIELD;

/** The parts of values to search, and whether something was cut. */
export function firstValues<Value>(list: readonly Value[], room: Room = MOST_OF_A_FIELD): { values: readonly Value[]; cut: boolean } {
  let left = room.characters;
  const long = list.some((each) => typeof each === 'string' && each.length > MOST_OF_A_VALUE);
  if (!long && list.length <= room.values && charactersIn(list) <= left) return { values: list, cut: false };
  const values: Value[] = [];
  for (const each of list) {
    if (left <= 0 || values.length === room.values) break;
    const part = typeof each === 'string' ? (beginning(each, Math.min(MOST_OF_A_VALUE, left)) as Value & string) : each;
    left -= typeof part === 'string' ? part.length : 0;
    values.push(part);
  }
  return { values, cut: true };
}

/** The beginning of a text. Does not cut a character in two. */
function beginning(text: string, characters: number): string {
  return text.slice(0, characters).replace(/[\ud800-\udbff]$/, '');
}

function charactersIn(list: readonly unknown[]): number {
  return list.reduce((sum: number, each) => sum + (typeof each === 'string' ? each.length : 0), 0);
}

/** The part of one field that goes into a document. */
export interface TruncatedField {
  /** The whole values, as many as are searched: EQUAL finds these. */
  readonly whole: readonly Scalar[];
  /** The parts of them that are searched by words and by parts of texts. */
  readonly parts: readonly Scalar[];
  readonly cut: boolean;
}

/** Truncates the values of an entity. Small fields have priority, so a name is never lost to a large map. */
export function* bounded(values: FieldValues): Steps<Map<string, TruncatedField>> {
  const left = { ...MOST_OF_AN_ENTITY };
  const searched = new Map<string, TruncatedField>();
  const sized = [...values].map(([name, list]) => ({ name, list, size: charactersIn(list) + list.length }));
  for (const { name, list } of sized.sort((a, b) => a.size - b.size)) {
    const room = { characters: Math.min(MOST_OF_A_FIELD.characters, left.characters), values: Math.min(MOST_OF_A_FIELD.values, left.values) };
    const { values: parts, cut } = firstValues(list, room);
    left.characters -= charactersIn(parts);
    left.values -= parts.length;
    searched.set(name, { whole: cut ? list.slice(0, parts.length) : list, parts, cut });
    yield;
  }
  // Back in the order of the model.
  return new Map([...values.keys()].map((name) => [name, searched.get(name) as TruncatedField]));
}
