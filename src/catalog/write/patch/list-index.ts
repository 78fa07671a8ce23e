/**
 * Where the items of a list are that have some keys. Each list that a patch looks into by keys is gone through once, not once for each
 * operation: what is added at its end is taken in as it comes, and only what takes items away or moves them makes it begin anew.
 */
import type { Model } from '../../../model/types.ts';
import { canonicalUrn } from '../../../model/urn.ts';
import type { PatchBounds } from './bounds.ts';

/** The keys of an item, as text. */
export type KeysOf = (item: unknown) => string[];

export interface ListIndex {
  /**
   * Places of the items with these keys, ascending.
   *
   * @param name tells which fields are the keys
   */
  places(list: readonly unknown[], name: string, keysOf: KeysOf, wanted: readonly string[]): number[];
  /** An item that was there has changed, or something in it. */
  changed(list: readonly unknown[], place: number): void;
  /** An item has come or gone, and those behind it have moved. */
  moved(list: readonly unknown[]): void;
}

interface Known {
  readonly keysOf: KeysOf;
  readonly places: Map<string, Set<number>>;
  /** So many items have been gone through. */
  seen: number;
}

export function makeListIndex(model: Model, bounds: PatchBounds): ListIndex {
  const lists = new WeakMap<readonly unknown[], Map<string, Known>>();
  // Types in URNs are of any case.
  const key = (texts: readonly string[]): string => texts.map((text) => (text.startsWith('urn:') ? canonicalUrn(model, text) : text)).join('\u0000');
  return {
    places(list, name, keysOf, wanted) {
      const ofList = lists.get(list) ?? new Map<string, Known>();
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
