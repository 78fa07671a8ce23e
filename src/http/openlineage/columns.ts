/**
 * The columns of a schema facet, and their types in terms that all platforms share.
 */
import type { Model } from '../../model/types.ts';
import { columnPath, type DatasetRef } from './refs.ts';

interface SchemaFacetField {
  readonly name: string;
  readonly type?: unknown;
  readonly description?: string;
  readonly fields?: readonly SchemaFacetField[];
}

/** Beginnings of native types, in any case, and what they are. The first match counts. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^(array|list|repeated|multiset)/i, 'ArrayType'],
  [/^(map|hstore)/i, 'MapType'],
  [/^(struct|record|row|object|variant|json|super|tuple)/i, 'RecordType'],
  [/^(union)/i, 'UnionType'],
  [/^(bool|bit$|bit\(1\))/i, 'BooleanType'],
  [/^(timestamp|datetime|smalldatetime|time)/i, 'TimeType'],
  [/^(date)/i, 'DateType'],
  [/^(interval)/i, 'TimeType'],
  [
    /^((un)?signed|u?int|long|short|byte$|tinyint|smallint|mediumint|bigint|hugeint|serial|bigserial|year|float|double|real|dec|num|money|smallmoney|fixed)/i,
    'NumberType',
  ],
  [/^(enum|set\()/i, 'EnumType'],
  [/^(binary|varbinary|bytes|blob|bytea|image|raw|longblob|mediumblob|tinyblob|bit)/i, 'BytesType'],
  [/^(null|void|unknown)/i, 'NullType'],
];

/** `schemaMetadata.fields` of a schema facet. Nested fields have their path, its parts separated by dots. */
export function fieldsOf(model: Model, dataset: DatasetRef, fields: readonly SchemaFacetField[], above = ''): Record<string, unknown>[] {
  return fields.flatMap((field) => {
    const fieldPath = `${above}${columnPath(dataset, field.name)}`;
    const native = field.type === undefined ? '' : String(field.type);
    const own = { fieldPath, nullable: true, type: { type: typeOf(model, native, field.fields) }, nativeDataType: native };
    return [
      field.description === undefined ? own : { ...own, description: field.description },
      ...fieldsOf(model, dataset, field.fields ?? [], `${fieldPath}.`),
    ];
  });
}

function typeOf({ names }: Model, native: string, nested: readonly SchemaFacetField[] | undefined): Record<string, unknown> {
  const known = TYPES.find(([pattern]) => pattern.test(native.trim()))?.[1] ?? (nested && nested.length > 0 ? 'RecordType' : 'StringType');
  return { [`${names.package}.schema.${native === '' && known === 'StringType' ? 'NullType' : known}`]: {} };
}

/** Required fields of the schema of a dataset that has none yet. */
export function schemaDefaults({ names }: Model, { platform }: DatasetRef): Record<string, unknown> {
  return {
    schemaName: '',
    platform,
    version: 0,
    hash: '',
    platformSchema: { [`${names.package}.schema.OtherSchema`]: { rawSchema: '' } },
    fields: [],
  };
}
