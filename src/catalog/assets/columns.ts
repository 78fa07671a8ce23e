/**
 * The columns of a dataset: what the platform says about them, and what people wrote in the catalog. Pure.
 */
import { byColumn, plainPath } from '../../column-names.ts';
import { columnPath } from '../../model/column-urn.ts';
import { EDITABLE_SCHEMA_METADATA, SCHEMA_METADATA } from '../../model/known-names.ts';
import { isRecord } from '../../model/path.ts';
import { recordsIn, textIn, textsIn } from '../../model/pick.ts';
import type { LinkPart } from '../../model/types.ts';
import { linksIn } from '../parts/links-in.ts';
import type { EntityView } from '../read/read.ts';
import { valueIn } from '../state.ts';

export const COLUMN_ASPECTS = [SCHEMA_METADATA, EDITABLE_SCHEMA_METADATA];

export interface Column {
  /** As the schema writes it. */
  readonly path: string;
  /** The path without the marks of types that nested schemas have. */
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  /** Part of the primary key? */
  readonly key: boolean;
  readonly description: string | undefined;
  /** URNs. */
  readonly tags: readonly string[];
  readonly terms: readonly string[];
}

export interface ForeignKey {
  readonly name: string;
  /** URN of the dataset that is referred to. */
  readonly dataset: string;
  /** Pairs of paths: a column here, and the column there. */
  readonly pairs: readonly (readonly [here: string, there: string])[];
}

/** The columns in their order; undefined if the catalog does not know the schema. */
export function columnsOf(view: Pick<EntityView, 'aspects'>): Column[] | undefined {
  const valueOf = (name: string): unknown => valueIn(view, name);
  const schema = valueOf(SCHEMA_METADATA);
  if (schema === undefined) return undefined;
  const edits = editsByColumn(view);
  const primary = new Set(textsIn(schema, 'primaryKeys'));
  return recordsIn(schema, 'fields').map((field) => {
    const path = String(field.fieldPath);
    const written = edits.get(path) ?? [];
    return {
      path,
      name: plainPath(path),
      type: textIn(field, 'nativeDataType') ?? '',
      nullable: field.nullable === true,
      key: field.isPartOfKey === true || primary.has(path),
      description: [...written, field].map((each) => textIn(each, 'description')).find((text) => text !== undefined),
      tags: linked([field, ...written], 'globalTags', 'tags', 'tag'),
      terms: linked([field, ...written], 'glossaryTerms', 'terms', 'urn'),
    };
  });
}

/** The links of a column in a part: those of the platform, and what people wrote. */
export function columnLinks(view: Pick<EntityView, 'aspects'>, part: Pick<LinkPart, 'aspect' | 'list' | 'key'>, path: string): string[] {
  const field = recordsIn(valueIn(view, SCHEMA_METADATA), 'fields').filter(({ fieldPath }) => fieldPath === path);
  const places = [...field, ...(editsByColumn(view).get(path) ?? [])];
  return [...new Set(places.flatMap((place) => linksIn(part, place[part.aspect])))];
}

export function hasSchema(view: Pick<EntityView, 'aspects'> | undefined): boolean {
  return valueIn(view, SCHEMA_METADATA) !== undefined;
}

/** The paths of the columns, as the schema writes them. */
export function pathsOf(view: Pick<EntityView, 'aspects'>): string[] {
  return recordsIn(valueIn(view, SCHEMA_METADATA), 'fields').map(({ fieldPath }) => String(fieldPath));
}

/** What people wrote about the columns of a schema, by path: first what is under this path, then what is under another spelling of it. */
export function editsByColumn(view: Pick<EntityView, 'aspects'>): Map<string, Record<string, unknown>[]> {
  return byColumn(pathsOf(view), recordsIn(valueIn(view, EDITABLE_SCHEMA_METADATA), 'editableSchemaFieldInfo'), ({ fieldPath }) => String(fieldPath));
}

function linked(places: readonly unknown[], aspect: string, list: string, urn: string): string[] {
  return [...new Set(places.flatMap((place) => (isRecord(place) ? recordsIn(place[aspect], list).flatMap((each) => textIn(each, urn) ?? []) : [])))];
}

/** The foreign keys of a dataset to others. */
export function foreignKeysOf(view: Pick<EntityView, 'aspects'>): ForeignKey[] {
  const schema = valueIn(view, SCHEMA_METADATA);
  return recordsIn(schema, 'foreignKeys').map((key) => {
    const [here, there] = [textsIn(key, 'sourceFields').map(pathIn), textsIn(key, 'foreignFields').map(pathIn)];
    return { name: String(key.name), dataset: String(key.foreignDataset), pairs: here.map((path, at) => [path, there[at] ?? ''] as const) };
  });
}

/** The path in the URN of a column: what follows the URN of its parent. */
export function pathIn(urn: string): string {
  if (!urn.startsWith('urn:')) return urn.replace(/\)$/, '');
  const end = urn.lastIndexOf('),');
  return columnPath(end < 0 ? urn.slice(urn.lastIndexOf(',') + 1).replace(/\)$/, '') : urn.slice(end + 2, -1));
}
