/**
 * The tags of the columns of a table: those of its schema, and those that people have added.
 */
import type { Resource } from '../../access/index.ts';
import type { EntityReader } from '../../graph/read.ts';
import { EDITABLE_SCHEMA_METADATA, SCHEMA_METADATA } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { recordsIn } from '../../model/pick.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn } from '../../model/urn.ts';
import { jsonOf } from './json-of.ts';

const COLUMNS: Readonly<Record<string, string>> = { [SCHEMA_METADATA]: 'fields', [EDITABLE_SCHEMA_METADATA]: 'editableSchemaFieldInfo' };

/** Those that say that they are sensitive: tags, and properties. */
export function sensitiveAmong(settings: readonly (readonly [urn: string, json: unknown])[]): ReadonlySet<string> {
  return new Set(settings.flatMap(([urn, json]) => (isRecord(json) && json.isSensitive === true ? [urn] : [])));
}

/** Reads the tags of the columns of these tables into what is known of them. */
export async function addColumnTags(model: Model, reader: EntityReader, tables: readonly string[], known: Map<string, Resource>): Promise<void> {
  if (tables.length === 0) return;
  const rows = await reader([...new Set(tables)], Object.keys(COLUMNS));
  for (const table of new Set(tables)) {
    const columnTags = new Map<string, string[]>();
    for (const [aspect, list] of Object.entries(COLUMNS)) {
      for (const { fieldPath, globalTags } of recordsIn(jsonOf(rows.get(table), aspect), list)) {
        const tags = recordsIn(globalTags, 'tags');
        const path = String(fieldPath);
        columnTags.set(path, [...(columnTags.get(path) ?? []), ...tags.map(({ tag }) => canonicalUrn(model, String(tag)))]);
      }
    }
    const resource = known.get(table);
    if (resource) known.set(table, { ...resource, columnTags });
  }
}
