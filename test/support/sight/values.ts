/**
 * Random values for the parameters of every API, by their names and schemas. A parameter that has no value here fails the check of the list.
 */
import { encode } from '../client.ts';
import { typeOf, urns } from '../make.ts';
import type { Random } from '../random.ts';
import { ASPECTS, EDGES, FACETS, FIELDS, ORDERS, PROPERTIES, SERIES, SHOWN, TYPES, WORDS } from './asked-for.ts';
import { SENSITIVE } from './columns.ts';
import type { Reading } from './oracle.ts';
import type { World } from './world.ts';
import type { Value } from './writes.ts';
import { listAt } from './writes.ts';

export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly default?: unknown;
}

export interface Values {
  readonly random: Random;
  urn(...types: readonly string[]): string;
  word(): string;
  /** Do these requests name nothing but what is hidden? */
  readonly hidden: boolean;
  /** A value for a parameter of this name; undefined if nobody has said which. */
  of(name: string, schema?: Schema): unknown;
}

/**
 * @param reading what the reader sees: half of the requests are about it
 * @param hidden do requests name nothing but what the reader does not see?
 */
export function makeValues(
  random: Random,
  { writes }: Pick<World, 'writes'>,
  { seen, columns }: Pick<Reading, 'seen' | 'columns'>,
  hidden = false,
): Values {
  const all = [...new Set([...writes.map(({ urn }) => urn), ...columns])].filter((urn) => !hidden || !seen.has(urn));
  const paths = [...columns.map((column) => column.slice(column.lastIndexOf(',') + 1, -1)), 'discount', 'id', 'order_id', 'customer_id'];
  const ofTable = new Map(
    writes.filter(({ aspect }) => aspect === 'schemaMetadata').map(({ urn, value }) => [urn, listAt(value, 'fields') as Value[]]),
  );
  const gone = writes.flatMap((write) => (write.deletes ? [write.urn] : []));
  const shown = all.filter((each) => seen.has(each) && SHOWN.includes(typeOf(each)));
  const byType = new Map<string, string[]>();
  for (const each of all) byType.set(typeOf(each), [...(byType.get(typeOf(each)) ?? []), each]);
  const words = [...new Set(JSON.stringify(writes).match(/[a-z]{4,12}/g) ?? [])];
  const some = <Item>(items: readonly Item[], most = 3): Item[] => Array.from({ length: 1 + random.below(most) }, () => random.of(items));
  const urn = (...types: readonly string[]): string => {
    if (hidden) {
      const found = types.flatMap((type) => byType.get(type) ?? []);
      return random.of(found.length > 0 ? found : all);
    }
    if (random.below(12) === 0) return `${urns.dataset('nowhere')}`;
    if (types.length === 0 && gone.length > 0 && random.below(10) === 0) return random.of(gone);
    if (types.length === 0 && shown.length > 0 && random.below(2) === 0) return random.of(shown);
    const pool = types.length === 0 ? (random.below(3) > 0 ? (byType.get('dataset') ?? []) : all) : types.flatMap((type) => byType.get(type) ?? []);
    const found = pool.length === 0 ? urns.of(types[0] ?? 'tag', 'nowhere') : random.of(pool);
    if (types.length > 0 || random.below(8) > 0) return found;
    if (columns.length > 0 && random.below(2) === 0) return random.of(columns);
    return urns.column(found, String(random.of(ofTable.get(found) ?? [{}]).fieldPath ?? 'id'));
  };
  const begin = (): string => random.of(words).slice(0, 3 + random.below(3));
  const word = (): string => (random.below(4) === 0 ? begin() : random.below(3) === 0 ? random.of(words) : random.of(WORDS));
  const type = (): string => random.of(TYPES);
  const criterion = (): object => {
    const [field, types] = random.of(FIELDS);
    const kind = random.below(12);
    if (kind === 0) return { field: 'name', condition: 'CONTAIN', values: [word().replaceAll('*', 'o')] };
    if (kind === 1) return { field: '_entityType', condition: 'EQUAL', values: [random.of(['DATASET', 'CHART', 'DOMAIN'])] };
    if (kind === 2) return { field: 'removed', condition: 'EQUAL', values: [random.of(['true', 'false'])] };
    if (kind === 3)
      return {
        field: random.of(['domains', 'container', 'tags', 'owners']),
        condition: 'EXISTS',
        values: [],
        ...(random.below(2) === 0 && { negated: true }),
      };
    if (kind === 4)
      return {
        field: random.of(['domains', 'container']),
        condition: random.of(['DESCENDANTS_INCL', 'ANCESTORS_INCL', 'RELATED_INCL']),
        values: [urn(random.of(['domain', 'container']))],
      };
    if (kind === 7 && random.below(2) === 0)
      return { field: random.of(['fieldPaths', 'editedFieldDescriptions']), condition: 'EQUAL', values: [random.of(paths)] };
    if (kind === 7) return { field: random.of(['fieldTags', 'tags', 'editedFieldTags']), condition: 'EQUAL', values: [random.of(SENSITIVE)] };
    if (kind === 6) {
      const [property, value] = random.of(PROPERTIES);
      return random.below(3) === 0 ? { field: property, condition: 'EXISTS', values: [] } : { field: property, condition: 'EQUAL', values: [value] };
    }
    if (kind === 5) return { field: 'urn', condition: 'START_WITH', values: [urn().slice(0, 40)] };
    return {
      field,
      condition: random.of(['EQUAL', 'EQUAL', 'IN']),
      values: some([urn(...types), urn(...types)], 2),
      ...(random.below(6) === 0 && { negated: true }),
    };
  };
  const filter = (): object => ({ or: some([0, 1]).map(() => ({ and: some([0, 1], 2).map(criterion) })) });
  const time = (): string => `@time:${random.below(100)}@`;
  const byName: Readonly<Record<string, () => unknown>> = {
    urn: () => urn(),
    resource: () => urn('dataset'),
    urns: () => some([urn(), urn(), urn()]),
    ids: () => `List(${some([urn(), urn(), urn()]).map(encode).join(',')})`,
    entityType: type,
    entity: type,
    entities: () => some([type(), type(), type()]),
    entityTypes: () => `List(${some([type(), type()]).join(',')})`,
    sourceTypes: () => [type()],
    destinationTypes: () => [type()],
    aspect: () => random.of(ASPECTS),
    aspects: () => some(ASPECTS, 2),
    aspectNames: () => some(ASPECTS, 2),
    aspectName: () => random.of(ASPECTS),
    version: () => random.of([0, 0, 0, 1, 2]),
    against: () => 0,
    start: () => random.of([0, 0, 0, 1, 3]),
    count: () => random.of([1, 2, 5, 10, 50]),
    limit: () => random.of([1, 5, 20]),
    asOf: time,
    startTime: () => random.of([-1, 1_500_000_000_000]),
    endTime: () => random.of([0, 2_500_000_000_000]),
    startTimeMillis: () => random.of([1_789_000_000_000, 1_790_000_000_000]),
    endTimeMillis: () => 2_000_000_000_000,
    raw: () => random.below(2) === 0,
    categories: () => some(['TAG', 'OWNERSHIP', 'DOCUMENTATION', 'DOMAIN', 'TECHNICAL_SCHEMA', 'LIFECYCLE', 'GLOSSARY_TERM']),
    direction: () => random.of(['INCOMING', 'OUTGOING']),
    types: () => `List(${some(EDGES).join(',')})`,
    relationshipTypes: () => some(EDGES),
    relationshipType: () => random.of(EDGES),
    hops: () => random.of([1, 2, 3, 5]),
    maxHops: () => random.of([1, 2, 3, 5]),
    input: word,
    query: word,
    question: word,
    words: word,
    path: () => random.of(['', '/prod', '/prod/postgres', '/prod/snowflake', '/prod/hive']),
    filter,
    field: () => random.of(['name', 'description', 'urn']),
    sort: () => ({ field: random.of(ORDERS), order: random.of(['ASCENDING', 'DESCENDING']) }),
    sortCriteria: () => [{ field: random.of(ORDERS), order: random.of(['ASCENDING', 'DESCENDING']) }],
    searchFlags: () => ({ skipAggregates: random.below(2) === 0, skipHighlighting: random.below(2) === 0, fulltext: random.below(2) === 0 }),
    includeSoftDelete: () => random.below(2) === 0,
    includeSoftDeleted: () => random.below(2) === 0,
    columns: () => some(paths, 2),
    sliceMax: () => 2,
    sliceId: () => random.below(2),
    duration: () => random.of(['DAY', 'WEEK', 'MONTH']),
    rangeFromEnd: () => random.of(['MONTH', 'YEAR', 'ALL']),
    maxBuckets: () => 10,
    keepAlive: () => '5m',
    metrics: () => [{ fieldPath: random.of(['rowCount', 'columnCount']), aggregationType: random.of(['SUM', 'LATEST', 'CARDINALITY']) }],
    buckets: () => [{ key: random.of(['urn', 'timestampMillis']), type: 'STRING_GROUPING_BUCKET' }],
    edgeFilter: () => ({ and: [{ criteria: [{ field: 'relationshipType', condition: 'EQUAL', values: some(EDGES) }] }] }),
    sourceFilter: () => ({ and: [{ criteria: [{ field: 'urn', condition: 'EQUAL', values: [urn()] }] }] }),
    destinationFilter: () => ({ and: [{ criteria: [{ field: 'urn', condition: 'EQUAL', values: [urn()] }] }] }),
    pageStart: () => 0,
    pageCount: () => 3,
    traceId: () => '000646c1a5e2f0008f3a9d6c1b7e4a52',
    consumer: () => 'mcp',
    series: () => random.of(SERIES),
    orFilters: () => (filter() as { or: object[] }).or.map(({ and }: { and?: object[] }) => ({ and })),
    facets: () => some(FACETS, 4),
    criterion,
    // Of agents.
    asset: () => (random.below(3) === 0 && !hidden ? word() : urn()),
    from: () => urn('dataset'),
    to: () => urn('dataset'),
    assets: () => [urn('dataset'), urn('dataset')],
    topic: word,
    column: () => random.of(paths),
    other: () => urn('dataset'),
    fromColumn: () => random.of(paths),
    toColumn: () => random.of(paths),
    columnsLike: () => 'id',
    platform: () => random.of(['postgres', 'snowflake', 'hive']),
    maxTokens: () => random.of([1_000, 8_000]),
    where: () => some([0, 1], 2).map(() => ({ field: random.of(FIELDS)[0], values: [urn('domain', 'tag', 'corpuser')], not: random.below(4) === 0 })),
    sortBy: () => random.of(ORDERS),
    counts: () => some(FACETS),
    columnsFrom: () => random.below(3),
    also: () => [urn('dataset')],
    type: () => random.of(['FRESHNESS', 'VOLUME', 'SQL', 'FIELD', 'DATASET']),
    runs: () => random.of([1, 3]),
    about: () => urn('dataset'),
    documents: () => some([urn('document'), urn('document')], 2),
    find: () => [word()],
    around: () => 50,
    most: () => 3,
  };
  const of = (name: string, schema: Schema = {}): unknown => {
    const own = byName[name];
    if (schema.enum) return random.of(schema.enum);
    if (schema.type === 'boolean') return random.below(2) === 0;
    if (own) {
      const value = own();
      const isTime = typeof value === 'string' && value.startsWith('@time');
      if (schema.type === 'integer' && typeof value !== 'number' && !isTime) return random.below(3);
      // `types` and `aspects` are lists in one API and a text in another.
      if (schema.items?.type === 'string' && Array.isArray(value)) return value.map((each: unknown) => (typeof each === 'object' ? 'urn' : each));
      if (schema.type === 'array' && typeof value === 'string') return value.startsWith('List(') ? value.slice(5, -1).split(',') : [value];
      if (schema.type === 'string' && Array.isArray(value)) return name === 'aspects' ? `List(${value.join(',')})` : value[0];
      return value;
    }
    if (schema.items?.enum) return some(schema.items.enum);
    return undefined;
  };
  return { random, urn, word, of, hidden };
}
