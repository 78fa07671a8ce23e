/**
 * Merges the columns of a dataset: what the platform says about them, and what people wrote in the catalog.
 */
import { byColumn, plainPath } from '../../column-names.ts';
import { inKey } from './field-path.ts';
import { isRecord, type Json, recordsIn as list, stringsIn as strings, textOf as text } from './is-record.ts';

interface ForeignKey {
  readonly name: string;
  /** URN of the referenced dataset. */
  readonly dataset: string;
  /** URNs of its columns. */
  readonly columns: readonly string[];
}

export interface Field {
  readonly path: string;
  /** The path under which people have written about it: mostly `path`, else another spelling. */
  readonly entry: string;
  /** In the terms of all platforms: `String`, `Record`. */
  readonly type: string;
  readonly nativeType: string;
  readonly nullable: boolean;
  /** What people wrote; otherwise what the platform says. */
  readonly description: string;
  /** What the platform alone says. */
  readonly own: { readonly description: string; readonly tags: readonly string[]; readonly terms: readonly string[] };
  readonly label: string | undefined;
  /** URNs, those from the platform first. */
  readonly tags: readonly string[];
  readonly terms: readonly string[];
  readonly primaryKey: boolean;
  readonly partitionKey: boolean;
  readonly foreignKeys: readonly ForeignKey[];
}

/**
 * @param schema the aspect schemaMetadata
 *
 * @param edited the aspect editableSchemaMetadata
 */
export function mergeFields(schema: Json | undefined, edited: Json | undefined): Field[] {
  const paths = list(schema?.fields).map(({ fieldPath }) => text(fieldPath));
  const edits = byColumn(paths, list(edited?.editableSchemaFieldInfo), ({ fieldPath }) => text(fieldPath));
  const primary = new Set(strings(schema?.primaryKeys));
  const foreign = foreignKeysOf(schema);
  return list(schema?.fields).map((field) => {
    const path = text(field.fieldPath);
    const written = edits.get(path) ?? [];
    const own = text(field.description);
    return {
      path,
      entry: written[0] ? text(written[0].fieldPath) : path,
      type: typeName(field.type),
      nativeType: text(field.nativeDataType),
      nullable: field.nullable === true,
      description: written.map(({ description }) => text(description)).find((each) => each !== '') ?? own,
      own: {
        description: own,
        tags: union([field], 'globalTags', 'tags', 'tag'),
        terms: union([field], 'glossaryTerms', 'terms', 'urn'),
      },
      label: text(field.label) || undefined,
      tags: union([field, ...written], 'globalTags', 'tags', 'tag'),
      terms: union([field, ...written], 'glossaryTerms', 'terms', 'urn'),
      primaryKey: field.isPartOfKey === true || primary.has(path) || inKey(path),
      partitionKey: field.isPartitioningKey === true,
      foreignKeys: foreign.get(path) ?? [],
    };
  });
}

/** Keys by the paths of their columns. */
function foreignKeysOf(schema: Json | undefined): Map<string, ForeignKey[]> {
  const keys = new Map<string, ForeignKey[]>();
  for (const each of list(schema?.foreignKeys)) {
    const key = { name: text(each.name), dataset: text(each.foreignDataset), columns: strings(each.foreignFields) };
    for (const source of strings(each.sourceFields)) {
      const path = columnOf(source)?.path ?? source;
      keys.set(path, [...(keys.get(path) ?? []), key]);
    }
  }
  return keys;
}

/** The dataset and the path in the URN of a column: `...:(<URN of the dataset>,<path>)`; undefined for another type. */
export function columnOf(urn: string): { readonly parent: string; readonly path: string } | undefined {
  const inside = /^urn:[^:]+:schemaField:\((.+)\)$/s.exec(urn)?.[1];
  if (!inside?.startsWith('urn:')) return undefined;
  let depth = 0;
  for (let at = 0; at < inside.length; at++) {
    if (inside[at] === '(') depth++;
    else if (inside[at] === ')') depth--;
    else if (inside[at] === ',' && depth === 0)
      return { parent: inside.slice(0, at), path: inside.slice(at + 1).replace(/%(?:2C|28|29|25)/gi, decodeURIComponent) };
  }
  return undefined;
}

/** Does a schema have a column, whichever form of its path is asked for? */
export function hasColumn(schema: Json | undefined, path: string): boolean {
  const wanted = plainPath(path);
  return list(schema?.fields).some(({ fieldPath }) => plainPath(text(fieldPath)) === wanted);
}

/** `{type: {"<package>.schema.StringType": {}}}` → `String` */
function typeName(type: unknown): string {
  const inner = isRecord(type) ? type.type : undefined;
  const record = isRecord(inner) ? (Object.keys(inner)[0] ?? '') : '';
  return record.slice(record.lastIndexOf('.') + 1).replace(/Type$/, '');
}

function union(places: readonly Json[], aspect: string, members: string, urn: string): string[] {
  const of = (from: Json): string[] => {
    const value = from[aspect];
    return list(isRecord(value) ? value[members] : undefined).map((each) => text(each[urn]));
  };
  return [...new Set(places.flatMap(of))].filter((each) => each !== '');
}
