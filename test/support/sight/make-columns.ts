/**
 * Random columns with sensitive tags, and what names them in every aspect that can.
 */
import { typeOf, urns } from '../make.ts';
import type { Random } from '../random.ts';
import { SENSITIVE, UNUSED } from './columns.ts';
import { recordsAt, type Value, type Write } from './writes.ts';

const DAY_AFTER = 20_719 * 86_400_000;

/** What makes random columns sensitive, and names them. @param stored may columns be entities? */
export function makeColumns(random: Random, writes: readonly Write[], stored: boolean) {
  let count = 0;
  const schemas = new Map(writes.filter(({ aspect }) => aspect === 'schemaMetadata').map((write) => [write.urn, write.value]));
  const others = (type: string, aspect: string): Write[] => writes.filter((write) => typeOf(write.urn) === type && write.aspect === aspect);
  const pathsOf = (table: string): string[] => recordsAt(schemas.get(table), 'fields').map(({ fieldPath }) => String(fieldPath));
  /** Each write changes something that everybody sees, too: otherwise a version would say that something is hidden. */
  const schemaOf = (table: string, fields: readonly unknown[], more: Value = {}): Write => {
    const value = {
      ...schemas.get(table),
      fields,
      version: ++count,
      platformSchema: { 'com.svc.schema.OtherSchema': { rawSchema: 'create table' } },
      ...more,
    };
    schemas.set(table, value);
    return { urn: table, aspect: 'schemaMetadata', value };
  };
  const tag = (table: string, path: string, tags: readonly string[]): Write[] => {
    const globalTags = { tags: tags.map((each) => ({ tag: each })) };
    const fields = recordsAt(schemas.get(table), 'fields');
    const kind = random.below(stored ? 5 : 3);
    if (kind === 0)
      return [
        schemaOf(
          table,
          fields.map((each) => (each.fieldPath === path ? { ...each, globalTags } : each)),
        ),
      ];
    // What is nested in it goes with it.
    if (kind === 1) {
      const nested = `${path}.part`;
      const part = pathsOf(table).includes(nested) ? [] : [{ ...fields[0], fieldPath: nested, isPartOfKey: false, description: `Part of ${path}` }];
      return [schemaOf(table, [...fields.map((each) => (each.fieldPath === path ? { ...each, globalTags } : each)), ...part])];
    }
    if (kind === 2) {
      const other = random.of(pathsOf(table));
      const info = [
        { fieldPath: random.below(3) === 0 ? path.toUpperCase() : path, description: `about ${path}`, globalTags },
        { fieldPath: other, description: `edit ${++count}`, globalTags: { tags: [] } },
      ].filter(({ fieldPath }, at) => at === 0 || fieldPath.toLowerCase() !== path.toLowerCase());
      return [
        {
          urn: table,
          aspect: 'editableSchemaMetadata',
          value: { editableSchemaFieldInfo: info, created: { time: ++count, actor: urns.user('etl') } },
        },
      ];
    }
    const urn = urns.column(table, path);
    return [
      { urn, aspect: 'globalTags', value: globalTags },
      { urn, aspect: 'documentation', value: { documentations: [{ documentation: `column ${++count}` }] } },
    ];
  };
  /** What names a column, in every aspect that can. */
  const named = (table: string, path: string): Write[] => {
    const [other, id] = [random.of(pathsOf(table)), ++count];
    const [column, second] = [urns.column(table, path), urns.column(table, other)];
    // What everybody sees of a write: see `schemaOf`.
    const fresh = urns.column(table, `fresh${id}`);
    const [assertion, query] = [urns.of('assertion', `column-${id}`), urns.of('query', `column-${id}`)];
    const [chart, job, far] = [
      random.of(others('chart', 'chartInfo')),
      random.of(others('dataJob', 'dataJobInputOutput')),
      random.of([...schemas.keys()]),
    ];
    const stamp = { time: 1_600_000_000_000, actor: urns.user('etl') };
    const entry = { upstreamType: 'FIELD_SET', downstreamType: 'FIELD', transformOperation: 'sum' };
    const all: Write[][] = [
      [
        {
          urn: assertion,
          aspect: 'assertionInfo',
          value: {
            type: 'FIELD',
            description: 'A column',
            entityUrn: table,
            fieldAssertion: { type: 'FIELD_VALUES', entity: table, fieldPath: path },
          },
        },
      ],
      [
        {
          urn: query,
          aspect: 'queryProperties',
          value: { statement: { value: 'select 1', language: 'SQL' }, source: 'MANUAL', created: stamp, lastModified: stamp },
        },
        { urn: query, aspect: 'querySubjects', value: { subjects: [table, column, second].map((entity) => ({ entity })) } },
      ],
      chart
        ? [{ urn: chart.urn, aspect: 'inputFields', value: { fields: [column, second, fresh].map((schemaFieldUrn) => ({ schemaFieldUrn })) } }]
        : [],
      [
        {
          urn: table,
          aspect: 'datasetProfile',
          value: { timestampMillis: DAY_AFTER, rowCount: 10 + id, fieldProfiles: [path, other].map((fieldPath) => ({ fieldPath, max: '9' })) },
        },
      ],
      [
        {
          urn: table,
          aspect: 'datasetUsageStatistics',
          value: { timestampMillis: DAY_AFTER, totalSqlQueries: 10 + id, fieldCounts: [path, other].map((fieldPath) => ({ fieldPath, count: 2 })) },
        },
      ],
      job
        ? [
            {
              ...job,
              value: {
                ...job.value,
                inputDatasetFields: [column, second, fresh],
                fineGrainedLineages: [{ ...entry, upstreams: [column, second], downstreams: [urns.column(far, random.of(pathsOf(far)))] }],
              },
            },
          ]
        : [],
      [
        schemaOf(far, recordsAt(schemas.get(far), 'fields'), {
          foreignKeys: [
            { name: `fk${id}`, foreignDataset: table, sourceFields: [urns.column(far, random.of(pathsOf(far)))], foreignFields: [column] },
          ],
        }),
      ],
      [
        {
          urn: far,
          aspect: 'upstreamLineage',
          value: {
            upstreams: [{ dataset: table, type: 'TRANSFORMED', auditStamp: { ...stamp, time: stamp.time + id } }],
            fineGrainedLineages: [column, second].map((upstream) => ({
              ...entry,
              upstreams: [...new Set([upstream, second])],
              downstreams: [urns.column(far, random.of(pathsOf(far)))],
            })),
          },
        },
      ],
    ];
    return all.filter(() => random.below(2) === 0).flat();
  };
  const tables = [...schemas.keys()];
  const some = (): [string, string] => {
    const table = random.of(tables);
    return [table, random.of(pathsOf(table))];
  };
  const plain = random.of(writes.filter(({ urn }) => typeOf(urn) === 'tag')).urn;
  return {
    first: (): Write[] => [
      ...SENSITIVE.map((urn): Write => ({ urn, aspect: 'tagProperties', value: { name: 'Sensitive', isSensitive: true } })),
      // Nobody has a right to it: so nobody sees all columns.
      ...(stored ? [{ urn: UNUSED, aspect: 'tagProperties', value: { name: 'Unused', isSensitive: true } }] : []),
      ...tables.flatMap((table) => {
        if (random.below(4) === 0) return [];
        return Array.from({ length: 1 + random.below(3) }, () => random.of(pathsOf(table))).flatMap((path) => [
          ...tag(table, path, [random.of(SENSITIVE), ...(random.below(3) === 0 ? [random.of([plain, ...SENSITIVE])] : [])]),
          ...(random.below(2) === 0 ? named(table, path) : []),
        ]);
      }),
    ],
    /** Tags become sensitive or no more, and columns get and lose them. */
    changes: (): Write[] => [
      ...SENSITIVE.filter(() => random.below(2) === 0).map((urn, at): Write => {
        const value = { name: 'Sensitive', isSensitive: random.below(3) === 0, description: `changed ${at}` };
        return { urn, aspect: 'tagProperties', value };
      }),
      ...Array.from({ length: 6 }, some).flatMap(([table, path]) => [
        ...tag(table, path, random.below(3) === 0 ? [] : [random.of(SENSITIVE)]),
        ...(random.below(2) === 0 ? named(table, path) : []),
      ]),
    ],
  };
}

/** Whom columns with a sensitive tag are shown. */
export function columnPolicy(random: Random, actors: Value, criterion: () => Value): Value {
  const resources = random.of<Value>([
    { filter: { criteria: [criterion()] } },
    { filter: { criteria: [criterion()] } },
    { columnsTagged: [random.of(SENSITIVE)] },
    { columnsTagged: [random.of(SENSITIVE)], filter: { criteria: [criterion()] } },
    { aspects: ['schemaMetadata'], filter: { criteria: [criterion()] } },
    { aspects: ['globalTags'] },
  ]);
  return { actors, resources, privileges: [random.of(['VIEW_SENSITIVE_COLUMNS', 'VIEW_SENSITIVE_COLUMNS', 'EDIT_DATASET_COL_TAGS'])] };
}
