/**
 * The short forms in the demo's files: the columns of a dataset, and the columns that they are made from.
 */
import { columnUrn } from '../model/column-urn.ts';
import { recordName } from '../model/names.ts';
import type { Model } from '../model/types.ts';
import type { Urn } from '../model/urn.ts';
import { urnText } from './urn-text.ts';

const COLUMN = /^(\S+)((?: (?:key|null|partition))*)(?: - (.*))?$/;

/** How native types begin. The first match decides. */
const TYPES: readonly (readonly [RegExp, string])[] = [
  [/^ARRAY/i, 'ArrayType'],
  [/^RECORD/i, 'RecordType'],
  [/^(BOOL)/i, 'BooleanType'],
  [/^(TIMESTAMP)/i, 'TimeType'],
  [/^DATE/i, 'DateType'],
  [/^(BIG|INT|LONG|DEC|NUM|DOUBLE|FLOAT)/i, 'NumberType'],
];

/** The schemaMetadata for columns written as `TYPE [key] [null] [partition] [- description]`, by their path. */
export function schemaOf(model: Model, urn: Urn, columns: Readonly<Record<string, string>>): Record<string, unknown> {
  const union = (record: string, value: object): Record<string, unknown> => ({ [recordName(model.names, `schema.${record}`)]: value });
  const fields = Object.entries(columns).map(([fieldPath, text]) => {
    const [, nativeDataType = '', flags = '', description] = COLUMN.exec(text) ?? [];
    const type = TYPES.find(([start]) => start.test(nativeDataType))?.[1] ?? 'StringType';
    return {
      fieldPath,
      nativeDataType,
      type: { type: union(type, {}) },
      nullable: flags.includes('null'),
      isPartOfKey: flags.includes('key'),
      ...(flags.includes('partition') ? { isPartitioningKey: true } : {}),
      ...(description === undefined ? {} : { description }),
    };
  });
  const keys = fields.filter(({ isPartOfKey }) => isPartOfKey).map(({ fieldPath }) => fieldPath);
  return {
    schemaName: urn.parts[1],
    platform: urn.parts[0],
    version: 0,
    hash: '',
    platformSchema: union('OtherSchema', { rawSchema: '' }),
    fields,
    ...(keys.length > 0 ? { primaryKeys: keys } : {}),
  };
}

/** The upstreamLineage for `{<platform name>: {<column>: <column there, or several>}}`. */
export function lineageOf(model: Model, urn: Urn, from: Readonly<Record<string, Readonly<Record<string, string | string[]>>>>): object {
  const columns = Object.entries(from).flatMap(([upstream, pairs]) =>
    Object.entries(pairs).map(([column, made]) => ({
      upstreamType: 'FIELD_SET',
      upstreams: [made].flat().map((each) => urnText(model, 'schemaField', `${upstream} ${each}`)),
      downstreamType: 'FIELD',
      downstreams: [columnUrn(model, urn.text, column)],
      confidenceScore: 1,
    })),
  );
  const upstreams = Object.keys(from).map((upstream) => ({ dataset: urnText(model, 'dataset', upstream), type: 'TRANSFORMED' }));
  return { upstreams, fineGrainedLineages: columns };
}
