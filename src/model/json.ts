/**
 * JSON values with their texts: how values become texts, and when two are the same.
 */
import { isRecord } from './path.ts';

/** A JSON value and its text. */
export interface Value {
  readonly json: unknown;
  readonly text: string;
}

/** The member of a union that is a double, if it has no fraction. In a string, the quotes would be escaped. */
const WHOLE_DOUBLE = /"double":(-?\d+)(?=[,}])/g;

/** Turns a parsed value into a text. Clients compare doubles as texts, so `{double: 60}` is written `{"double":60.0}`. */
export function valueOf(json: unknown): Value {
  const clean = withoutNulls(json);
  const text = JSON.stringify(clean);
  return { json: clean, text: text?.includes('"double":') ? text.replace(WHOLE_DOUBLE, '"double":$1.0') : text };
}

/** Drops fields that are null or undefined. A null in a list stays and fails the schema check, because dropping it would move its neighbours. */
export function withoutNulls(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutNulls);
  if (!isRecord(json)) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([key, value]) => [key, withoutNulls(value)]),
  );
}

/** Deep equality. The order of fields has no meaning, and numbers compare by value (docs/semantics.md 3.5). */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}
