/**
 * The values of a document as they were written. They stand in one field, `written`, as JSON text that is not indexed: a field of its
 * own for each would be held against all patterns of names, which cost half of an import.
 */
import type { Truncated } from './truncation.ts';

/** Fields of a document that tell everything that was written. */
export const SOURCE_FIELDS = 'urn,written';

const read = new WeakMap<object, Readonly<Record<string, readonly unknown[]>>>();

export function sourceText(values: ReadonlyMap<string, Truncated>): string {
  return JSON.stringify(Object.fromEntries([...values].flatMap(([name, { parts }]) => (name !== 'urn' && parts.length > 0 ? [[name, parts]] : []))));
}

/** Values of a search field in a document that was asked for with `WRITTEN_FIELDS`. */
export function sourceValues(document: Readonly<Record<string, unknown>>, field: string): readonly unknown[] {
  if (field === 'urn') return [document.urn];
  let values = read.get(document);
  if (!values) {
    values = JSON.parse(String(document.written ?? '{}')) as Readonly<Record<string, readonly unknown[]>>;
    read.set(document, values);
  }
  return Object.hasOwn(values, field) ? (values[field] ?? []) : [];
}
