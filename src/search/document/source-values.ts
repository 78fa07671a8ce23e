/**
 * Reads the source values of a document: the values as they were written. They are in two fields that are not indexed, as JSON text: `names`
 * has those that ranking and suggestions need, of many documents at a time, and `written` all others. A field of its own for each would be
 * compared with all patterns of names, which cost half of an import. What is true or false is only in its index fields.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { NamedField } from '../../model/fields.ts';
import { isName } from './texts.ts';
import type { Truncated } from './truncation.ts';

/** The fields of a document to request for its source values. */
export const SOURCE_FIELDS = 'urn,names,written';
/** The fields to request for those of `isNamed` only: reading them costs a tenth. */
export const NAME_FIELDS = 'urn,names';

/** A longer text is compressed: reading and writing it costs Typesense more than the compression costs here. */
const LONGEST_PLAIN = 1_000;

type Values = Readonly<Record<string, readonly unknown[]>>;

const read = new WeakMap<object, Map<string, Values>>();

/** The search field of folders. */
export const FOLDERS = 'browsePathV2';
/** What suggestions show beside names. */
const SHOWN: ReadonlySet<string> = new Set(['platform', FOLDERS]);

/** Is this a field that ranking or suggestions need? */
function isNamed(field: NamedField | undefined): boolean {
  return field !== undefined && (isName(field) || field.autocomplete || SHOWN.has(field.name));
}

/** The fields of a document to request for the source values of one search field. */
export function sourceFieldsOf(field: NamedField): string {
  return field.name === 'urn' ? 'urn' : isNamed(field) ? NAME_FIELDS : SOURCE_FIELDS;
}

/** The fields `names` and `written` of a document. */
export function sourceEntries(values: ReadonlyMap<string, Truncated>, fields: ReadonlyMap<string, NamedField>): (readonly [string, string])[] {
  const filled = [...values].filter(([name, { parts }]) => name !== 'urn' && parts.length > 0 && fields.get(name)?.kind !== 'boolean');
  const text = (named: boolean): string =>
    JSON.stringify(Object.fromEntries(filled.filter(([name]) => isNamed(fields.get(name)) === named).map(([name, { parts }]) => [name, parts])));
  return [
    ['names', text(true)],
    ['written', compressed(text(false))],
  ];
}

function compressed(text: string): string {
  return text.length > LONGEST_PLAIN ? deflateRawSync(text, { level: 1 }).toString('base64') : text;
}

/** The JSON text in a field of source values, which may be compressed. */
export function sourceText(text: string): string {
  return text.startsWith('{') ? text : inflateRawSync(Buffer.from(text, 'base64')).toString();
}

type Document = Readonly<Record<string, unknown>>;

/** The values of a search field in a document that was requested with `SOURCE_FIELDS`. */
export function sourceValues(document: Document, field: string): readonly unknown[] {
  return ownValues(document, field, ['names', 'written']);
}

/** The same of a field that ranking or suggestions need, in a document that was requested with `NAME_FIELDS`: the rest stays packed. */
export function nameValues(document: Document, field: string): readonly unknown[] {
  return ownValues(document, field, ['names']);
}

function ownValues(document: Document, field: string, parts: readonly Part[]): readonly unknown[] {
  if (field === 'urn') return [document.urn];
  for (const part of parts) {
    const values = valuesIn(document, part);
    if (Object.hasOwn(values, field)) return values[field] ?? [];
  }
  return [];
}

type Part = 'names' | 'written';

/** The values in one of the two fields, read once. */
function valuesIn(document: Document, part: Part): Values {
  const text = document[part];
  if (typeof text !== 'string') return {};
  const parts = read.get(document) ?? new Map<string, Values>();
  read.set(document, parts);
  const values = parts.get(part) ?? (JSON.parse(sourceText(text)) as Values);
  parts.set(part, values);
  return values;
}
