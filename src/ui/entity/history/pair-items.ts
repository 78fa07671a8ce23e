/**
 * Matches the items of two versions of a list: by a member that identifies them, by their text, else by position.
 */
import { isRecord, type Json } from '../../data/is-record.ts';

interface Pair {
  readonly label: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** In the order of `after`. A removed item keeps its place behind the item that it followed. */
export function pairItems(before: readonly unknown[], after: readonly unknown[]): Pair[] {
  const name = nameOfItems(before, after);
  if (name !== undefined) return byKey(before, after, (item) => String((item as Json)[name]));
  if (before.every(isScalar) && after.every(isScalar)) return byKey(before, after, (item) => JSON.stringify(item));
  const pairs: Pair[] = [];
  for (let index = 0; index < Math.max(before.length, after.length); index++)
    pairs.push({ label: String(index), ...side('before', before, index), ...side('after', after, index) });
  return pairs;
}

function side(name: 'before' | 'after', list: readonly unknown[], index: number): object {
  return index < list.length ? { [name]: list[index] } : {};
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

/** If a key occurs several times in a list, the first matches the first, the second the second. */
function byKey(before: readonly unknown[], after: readonly unknown[], keyOf: (item: unknown) => string): Pair[] {
  const rest = numbered(before, keyOf);
  const pairs: Pair[] = [];
  const wanted = new Set(numbered(after, keyOf).keys());
  const gone = (until: string | undefined): void => {
    for (const [key, item] of rest) {
      if (key === until || wanted.has(key)) break;
      pairs.push({ label: labelOf(key), before: item });
      rest.delete(key);
    }
  };
  for (const [key, item] of numbered(after, keyOf)) {
    gone(key);
    pairs.push(rest.has(key) ? { label: labelOf(key), before: rest.get(key), after: item } : { label: labelOf(key), after: item });
    rest.delete(key);
  }
  gone(undefined);
  return pairs;
}

const NUMBER = '\u0000';

function numbered(list: readonly unknown[], keyOf: (item: unknown) => string): Map<string, unknown> {
  const met = new Map<string, number>();
  return new Map(
    list.map((item) => {
      const key = keyOf(item);
      const number = met.get(key) ?? 0;
      met.set(key, number + 1);
      return [`${key}${NUMBER}${number}`, item];
    }),
  );
}

function labelOf(key: string): string {
  return key.slice(0, key.lastIndexOf(NUMBER));
}

/** Of the members that every item has with distinct texts in each list, the one that matches most items. */
function nameOfItems(before: readonly unknown[], after: readonly unknown[]): string | undefined {
  const all = [...before, ...after];
  if (all.length === 0 || !all.every(isRecord)) return undefined;
  const names = Object.keys(all[0] ?? {}).filter((name) => telling(before as Json[], name) && telling(after as Json[], name));
  const found = (name: string): number => {
    const there = new Set((before as Json[]).map((item) => item[name]));
    return (after as Json[]).filter((item) => there.has(item[name])).length;
  };
  return names.map((name) => ({ name, found: found(name) })).sort((a, b) => b.found - a.found)[0]?.name;
}

function telling(items: readonly Json[], name: string): boolean {
  return items.every((item) => isName(item[name])) && new Set(items.map((item) => item[name])).size === items.length;
}

/** A word in capitals is one of a few choices and identifies nothing. */
function isName(value: unknown): boolean {
  return typeof value === 'string' && !/^[A-Z][A-Z_]+$/.test(value);
}
