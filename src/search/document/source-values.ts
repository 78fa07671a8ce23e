/**
 * Reads the source values of a document: the values as they were written. They are in one field, `written`, as JSON text that is not
 * indexed. A field of its own for each would be compared with all patterns of names, which cost half of an import.
 */
import type { Truncated } from './truncation.ts';

/** The fields of a document to request for its source values. */
export const SOURCE_FIELDS = 'urn,written';

const read = new WeakMap<object, Readonly<Record<string, readonly unknown[]>>>();

export function sourceText(values: ReadonlyMap<string, Truncated>): string {
  return JSON.stringify(Object.fromEntries([...values].flatMap(([name, { parts }]) => (name !== 'urn' && parts.length > 0 ? [[name, parts]] : []))));
}

/** The values of a search field in a document that was requested with `SOURCE_FIELDS`. */
export function sourceValues(document: Readonly<Record<string, unknown>>, field: string): readonly unknown[] {
  if (field === 'urn') return [document.urn];
  let values = read.get(document);
  if (!values) {
    values = JSON.parse(String(document.written ?? '{}')) as Readonly<Record<string, readonly unknown[]>>;
    read.set(document, values);
  }
  return Object.hasOwn(values, field) ? (values[field] ?? []) : [];
}
