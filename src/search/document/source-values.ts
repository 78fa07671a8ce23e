/**
 * Reads the source values of a document: the values as they were written. They are in two fields that are not indexed, as JSON text: `names`
 * has those that ranking, order and suggestions need, of many documents at a time, and `written` all others. A field of its own for each would
 * be compared with all patterns of names, which cost half of an import. What is true or false is only in its index fields.
 *
 * `written` is in a document of its own, the source document: Typesense reads the whole search document for each hit and each value of a facet,
 * and that cost twice as much.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { NamedField } from '../../model/fields.ts';
import { isName } from './texts.ts';
import type { TruncatedField } from './truncation.ts';

/** The fields of a source document. Search documents have all but the last. */
export const SOURCE_FIELDS = 'urn,names,written';
/** The fields of a search document with those of `isNamed`. */
export const NAME_FIELDS = 'urn,names';

/** A longer text is compressed: reading and writing it costs Typesense more than the compression costs here. */
const LONGEST_PLAIN = 1_000;

type ValuesByField = Readonly<Record<string, readonly unknown[]>>;

const read = new WeakMap<object, Map<string, ValuesByField>>();

/** The search field of folders. */
export const FOLDERS = 'browsePathV2';
/** What suggestions and browsing show beside names. */
const SHOWN: ReadonlySet<string> = new Set(['platform', 'browsePaths', FOLDERS]);

/** Is this a field that ranking, browsing or suggestions need? */
function isNamed(field: NamedField | undefined): boolean {
  return field !== undefined && (isName(field) || field.autocomplete || SHOWN.has(field.name));
}

/** Are the source values of this field only in source documents? */
export function isWritten(field: NamedField): boolean {
  return field.name !== 'urn' && field.kind !== 'number' && !isNamed(field);
}

/** The field `names` of the search document, and the source document as one line of JSON. */
export function sourcesOf(
  { id, key, urn }: OwnDocument,
  values: ReadonlyMap<string, TruncatedField>,
  fields: ReadonlyMap<string, NamedField>,
): { names: string; source: string } {
  const filled = [...values].filter(([name, { parts }]) => name !== 'urn' && parts.length > 0 && fields.get(name)?.kind !== 'boolean');
  // A scroll needs the numbers that it is sorted by.
  const inNames = ([name, { parts }]: readonly [string, TruncatedField]): boolean => typeof parts[0] === 'number' || isNamed(fields.get(name));
  const text = (named: boolean): string =>
    JSON.stringify(Object.fromEntries(filled.filter((each) => inNames(each) === named).map(([name, { parts }]) => [name, parts])));
  const names = text(true);
  const own = JSON.stringify({ id, urn, names, written: compressed(text(false)) });
  return { names, source: `{"key":${key},${own.slice(1)}` };
}

/** How a document is named in each collection. */
export interface OwnDocument {
  readonly id: string;
  readonly key: bigint;
  readonly urn: string;
}

function compressed(text: string): string {
  return text.length > LONGEST_PLAIN ? deflateRawSync(text, { level: 1 }).toString('base64') : text;
}

/** The JSON text in a field of source values, which may be compressed. */
export function sourceText(text: string): string {
  return text.startsWith('{') ? text : inflateRawSync(Buffer.from(text, 'base64')).toString();
}

/** A document as Typesense answers it: those fields that were requested. */
export type StoredFields = Readonly<Record<string, unknown>>;

/** The values of a search field in a source document. */
export function sourceValues(document: StoredFields, field: string): readonly unknown[] {
  return ownValues(document, field, ['names', 'written']);
}

/** The same of a field that ranking or suggestions need, in any document that was requested with `NAME_FIELDS`. */
export function nameValues(document: StoredFields, field: string): readonly unknown[] {
  return ownValues(document, field, ['names']);
}

function ownValues(document: StoredFields, field: string, parts: readonly SourcePart[]): readonly unknown[] {
  if (field === 'urn') return [document.urn];
  for (const part of parts) {
    const values = valuesIn(document, part);
    if (Object.hasOwn(values, field)) return values[field] ?? [];
  }
  return [];
}

type SourcePart = 'names' | 'written';

/** The values in one of the two fields, read once. */
function valuesIn(document: StoredFields, part: SourcePart): ValuesByField {
  const text = document[part];
  if (typeof text !== 'string') return {};
  const parts = read.get(document) ?? new Map<string, ValuesByField>();
  read.set(document, parts);
  const values = parts.get(part) ?? (JSON.parse(sourceText(text)) as ValuesByField);
  parts.set(part, values);
  return values;
}
