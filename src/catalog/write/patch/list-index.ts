/**
 * Finds list items by their keys. Each list is walked once, not once for each operation: the index takes up items that are appended, and is
 * built again only after items are removed or moved.
 */
import type { Model } from '../../../model/types.ts';
import { canonicalUrn } from '../../../model/urn.ts';
import type { PatchBounds } from './bounds.ts';

/** The keys of an item, as text. */
type KeysOf = (item: unknown) => string[];

export interface ListIndex {
  /**
   * The positions of the items with these keys, ascending.
   *
   * @param name tells which fields are the keys
   */
  places(list: readonly unknown[], name: string, keysOf: KeysOf, wanted: readonly string[]): number[];
  /** Notes that an item, or something in it, has changed. */
  changed(list: readonly unknown[], place: number): void;
  /** Notes that an item was inserted or removed, so that those behind it have moved. */
  moved(list: readonly unknown[]): void;
}

interface IndexedList {
  readonly keysOf: KeysOf;
  readonly places: Map<string, Set<number>>;
  /** How many items of the list the index has taken up. */
  seen: number;
}

export function makeListIndex(model: Model, bounds: PatchBounds): ListIndex {
  const lists = new WeakMap<readonly unknown[], Map<string, IndexedList>>();
  // The case of types in URNs does not matter.
  const key = (texts: readonly string[]): string => texts.map((text) => (text.startsWith('urn:') ? canonicalUrn(model, text) : text)).join('\u0000');
  return {
    places(list, name, keysOf, wanted) {
      const ofList = lists.get(list) ?? new Map<string, IndexedList>();
      lists.set(list, ofList);
      const known = ofList.get(name) ?? { keysOf, places: new Map<string, Set<number>>(), seen: 0 };
      ofList.set(name, known);
      bounds.look(1 + list.length - known.seen);
      for (; known.seen < list.length; known.seen++) {
        const text = key(keysOf(list[known.seen]));
        const there = known.places.get(text);
        if (there) there.add(known.seen);
        else known.places.set(text, new Set([known.seen]));
      }
      const found = [...(known.places.get(key(wanted)) ?? [])];
      bounds.look(found.length);
      return found;
    },
    changed(list, place) {
      for (const [name, { keysOf, places, seen }] of lists.get(list) ?? [])
        if (place < seen && !places.get(key(keysOf(list[place])))?.has(place)) lists.get(list)?.delete(name);
    },
    moved(list) {
      lists.delete(list);
      bounds.shift(list.length);
    },
  };
}
