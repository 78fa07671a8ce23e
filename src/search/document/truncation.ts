/**
 * How much of an entity is searched: the beginnings of long texts, of long lists the first values. Building and indexing a document costs
 * as much as it has characters, values and words, and every other entity waits meanwhile. A text of 16 MB took 8 to 15 s and made a
 * document of 90 MB; 100,000 entries of a map were never done. Whole texts are still found by EQUAL.
 */
import type { Steps } from '../../slices.ts';
import type { FieldValues, Scalar } from './types.ts';

/** Characters of one value. */
export const MOST_OF_A_VALUE = 100_000;
/** Characters, and values, of one field. */
export const MOST_OF_A_FIELD = { characters: 1_000_000, values: 10_000 };
/** The same of all fields of an entity. */
export const MOST_OF_AN_ENTITY = { characters: 2_000_000, values: 40_000 };

type Room = typeof MOST_OF_A_FIELD;

/** The parts of values that are searched, and whether that is less than all. */
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

/** Not in the middle of a character. */
function beginning(text: string, characters: number): string {
  return text.slice(0, characters).replace(/[\ud800-\udbff]$/, '');
}

function charactersIn(list: readonly unknown[]): number {
  return list.reduce((sum: number, each) => sum + (typeof each === 'string' ? each.length : 0), 0);
}

/** What of one field stands in a document. */
export interface Truncated {
  /** Values as they were written, as many as are searched: these are found by EQUAL. */
  readonly whole: readonly Scalar[];
  /** The parts of them that are searched by words and by parts of a text. */
  readonly parts: readonly Scalar[];
  readonly cut: boolean;
}

/** Cuts what an entity has too much of. Small fields come first: a name is never lost to a large map. */
export function* bounded(values: FieldValues): Steps<Map<string, Truncated>> {
  const left = { ...MOST_OF_AN_ENTITY };
  const searched = new Map<string, Truncated>();
  const sized = [...values].map(([name, list]) => ({ name, list, size: charactersIn(list) + list.length }));
  for (const { name, list } of sized.sort((a, b) => a.size - b.size)) {
    const room = { characters: Math.min(MOST_OF_A_FIELD.characters, left.characters), values: Math.min(MOST_OF_A_FIELD.values, left.values) };
    const { values: parts, cut } = firstValues(list, room);
    left.characters -= charactersIn(parts);
    left.values -= parts.length;
    searched.set(name, { whole: cut ? list.slice(0, parts.length) : list, parts, cut });
    yield;
  }
  // In the order of the model again.
  return new Map([...values.keys()].map((name) => [name, searched.get(name) as Truncated]));
}
