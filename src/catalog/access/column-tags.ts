/**
 * The tags of the columns of a table: those of its schema, and those that people have added.
 */
import type { Resource } from '../../access/index.ts';
import type { EntityReader } from '../../graph/read.ts';
import { SCHEMA_FIELD_TYPE } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import type { Model } from '../../model/types.ts';
import { canonicalUrn, isProblem, parseUrn } from '../../model/urn.ts';
import { jsonOf } from './json-of.ts';

export const EDITABLE_SCHEMA = 'editableSchemaMetadata';
const COLUMNS: Readonly<Record<string, string>> = { schemaMetadata: 'fields', [EDITABLE_SCHEMA]: 'editableSchemaFieldInfo' };

/** The path of the column that a URN names. */
export function columnIn(model: Model, text: string): string | undefined {
  const urn = parseUrn(model, text);
  return isProblem(urn) || urn.type.name !== SCHEMA_FIELD_TYPE ? undefined : urn.parts[1];
}

/** Reads the tags of the columns of these tables into what is known of them. */
export async function addColumnTags(model: Model, reader: EntityReader, tables: readonly string[], known: Map<string, Resource>): Promise<void> {
  if (tables.length === 0) return;
  const rows = await reader([...new Set(tables)], Object.keys(COLUMNS));
  for (const table of new Set(tables)) {
    const columnTags = new Map<string, string[]>();
    for (const [aspect, list] of Object.entries(COLUMNS)) {
      const json = jsonOf(rows.get(table), aspect);
      const columns = isRecord(json) && Array.isArray(json[list]) ? json[list].filter(isRecord) : [];
      for (const { fieldPath, globalTags } of columns) {
        const tags = isRecord(globalTags) && Array.isArray(globalTags.tags) ? globalTags.tags.filter(isRecord) : [];
        const path = String(fieldPath);
        columnTags.set(path, [...(columnTags.get(path) ?? []), ...tags.map(({ tag }) => canonicalUrn(model, String(tag)))]);
      }
    }
    const resource = known.get(table);
    if (resource) known.set(table, { ...resource, columnTags });
  }
}
