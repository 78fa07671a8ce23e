/**
 * The difference of two JSON values: what was added, removed and changed, and where.
 */
import { isRecord } from '../../data/is-record.ts';
import { pairItems } from './pair-items.ts';

/** A step into a value: the name of a member, or what identifies an item of a list. */
interface Step {
  /** For people: `tags`, `owner=urn:…`, `3`. */
  readonly text: string;
  readonly item: boolean;
}

export interface JsonChange {
  readonly path: readonly Step[];
  readonly kind: 'added' | 'removed' | 'changed';
  /** Absent if the value was added. */
  readonly before?: unknown;
  /** Absent if the value was removed. */
  readonly after?: unknown;
}

/** Lists changes in the order of the values. If a whole object was added or removed, lists only the object itself. */
export function difference(before: unknown, after: unknown): JsonChange[] {
  const changes: JsonChange[] = [];
  compare(before, after, [], changes);
  return changes;
}

function compare(before: unknown, after: unknown, path: readonly Step[], changes: JsonChange[]): void {
  if (Object.is(before, after)) return;
  if (before === undefined) changes.push({ path, kind: 'added', after });
  else if (after === undefined) changes.push({ path, kind: 'removed', before });
  else if (Array.isArray(before) && Array.isArray(after)) {
    for (const pair of pairItems(before, after)) compare(pair.before, pair.after, [...path, { text: pair.label, item: true }], changes);
  } else if (isRecord(before) && isRecord(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(before[name], after[name], [...path, { text: name, item: false }], changes);
    }
  } else changes.push({ path, kind: 'changed', before, after });
}

/** `fields › email › description` */
export function pathText(path: readonly Step[]): string {
  return path.length === 0 ? 'the whole value' : path.map(({ text }) => text).join(' › ');
}
