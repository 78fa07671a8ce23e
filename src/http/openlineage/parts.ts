/**
 * Merges what events say about an aspect. An aspect has parts, such as its description or one custom property. For each part, the event with
 * the latest time decides, whenever it arrives. So any order and any repetition of the events makes the same aspect. What nobody says in an
 * event stays as other writers have left it. Pure.
 */
import type { MergeBase, MergeResult } from '../../catalog/index.ts';
import { isRecord } from '../../model/path.ts';

/** An item of a list, and what identifies it there. */
export type KeyedItem = readonly [key: string, json: unknown];

export type MergedPart =
  /** The latest event decides. Without a value it removes the part. */
  | { readonly kind: 'latest'; readonly value: unknown }
  /** The earliest event decides. */
  | { readonly kind: 'first'; readonly value: unknown }
  /** Set if there is none. It must be the same in all events. */
  | { readonly kind: 'fill'; readonly value: unknown }
  /** The latest event decides which of the items come from events. The items of other writers stay. `keyOf`: the key of a stored item. */
  | { readonly kind: 'items'; readonly items: readonly KeyedItem[]; keyOf(item: unknown): string }
  /** Texts that are only added. */
  | { readonly kind: 'union'; readonly values: readonly string[] };

/** What one event says about an aspect. A path is the name of a field, or `customProperties/<name>`. */
interface Contribution {
  /** Time of the event, epoch ms. */
  readonly at: number;
  readonly parts: ReadonlyMap<string, MergedPart>;
}

/** When the value of somebody else was observed, if events were merged into it: a note beside those of the parts. */
const OTHERS = '.';

/** A note: the time of the event that decided, and the keys of the items that come from it. */
type Note = readonly [at: number, keys?: readonly string[]];

/**
 * @param defaults required fields of a new aspect. They depend only on its URN
 */
export function mergeParts(base: MergeBase | undefined, contributions: readonly Contribution[], defaults: Record<string, unknown>): MergeResult {
  const json: Record<string, unknown> = { ...defaults, ...base?.json };
  if (isRecord(json.customProperties)) json.customProperties = { ...json.customProperties };
  const notes = new Map(Object.entries(base?.observed ?? {})) as Map<string, Note>;
  if (base && !base.observed) notes.set(OTHERS, [base.lastObserved]);
  // What of this value is not from events is at least as old as this.
  const before = notes.get(OTHERS)?.[0] ?? -1;
  let lastObserved = base?.lastObserved ?? 0;
  for (const { at, parts } of contributions) {
    lastObserved = Math.max(lastObserved, at);
    for (const [path, part] of parts) apply(json, notes, before, at, path, part);
  }
  return { json, lastObserved, observed: Object.fromEntries(notes) };
}

function apply(json: Record<string, unknown>, notes: Map<string, Note>, before: number, at: number, path: string, part: MergedPart): void {
  const { holder, key } = place(json, path);
  const present = holder[key];
  const note = notes.get(path);
  const set = (value: unknown): void => {
    if (value === undefined) delete holder[key];
    else holder[key] = value;
  };
  switch (part.kind) {
    case 'fill':
      if (present === undefined) set(part.value);
      return;
    case 'union':
      set([...new Set([...listAt(present), ...part.values])].sort());
      return;
    case 'first':
      if (note ? at > note[0] || (at === note[0] && textOf(part.value) >= textOf(present)) : present !== undefined) return;
      set(part.value);
      notes.set(path, [at]);
      return;
    case 'latest': {
      const since = note?.[0] ?? (present === undefined ? -1 : before);
      if (at < since || (at === since && textOf(part.value) <= textOf(present))) return;
      set(part.value);
      notes.set(path, [at]);
      return;
    }
    case 'items': {
      const keys = part.items.map(([each]) => each);
      const mine = new Set(note?.[1] ?? []);
      const since = note?.[0] ?? -1;
      if (at < since || (at === since && textOf([...keys].sort()) <= textOf([...mine].sort()))) return;
      const others = listAt(present).filter((item) => !mine.has(part.keyOf(item)));
      const theirs = new Set(others.map(part.keyOf));
      const added = [...new Map(part.items)].filter(([each]) => !theirs.has(each));
      if (present !== undefined || added.length > 0) set([...others, ...added.map(([, item]) => item)]);
      notes.set(path, [at, added.map(([each]) => each)]);
    }
  }
}

function place(json: Record<string, unknown>, path: string): { holder: Record<string, unknown>; key: string } {
  const slash = path.indexOf('/');
  if (slash < 0) return { holder: json, key: path };
  const name = path.slice(0, slash);
  const holder = isRecord(json[name]) ? json[name] : {};
  json[name] = holder;
  return { holder, key: path.slice(slash + 1) };
}

function listAt(present: unknown): unknown[] {
  return Array.isArray(present) ? present : [];
}

/** A text that is the same for equal JSON, whatever the order of its fields. Nothing is less than anything. */
export function textOf(json: unknown): string {
  if (json === undefined) return '';
  return JSON.stringify(json, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
}
