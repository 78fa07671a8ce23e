/**
 * Columns that carry a sensitive tag: what is left of a catalog for who does not see them, as docs/access.md 6 says it. Of the server it shares
 * no line.
 */
import { typeOf, urns } from '../make.ts';
import { type Facts, listAt, recordsAt, type Value, type Write } from './writes.ts';

/** Is a column hidden? @param own tags of the version that is read, which count beside those of now */
export type Hides = (table: string, path: string, own?: readonly string[]) => boolean;

/** A sensitive tag that no column has. */
export const UNUSED = urns.tag('unused');
export const SENSITIVE = [urns.tag('secret'), urns.tag('pay'), urns.tag('health')];

const tagsIn = (globalTags: unknown): string[] => recordsAt(globalTags as Value | undefined, 'tags').map(({ tag }) => String(tag));
const keyOf = (path: string): string => path.toLowerCase();

/** The table and the path of a column. */
function columnIn(urn: unknown): [table: string, path: string] | undefined {
  if (typeof urn !== 'string' || typeOf(urn) !== 'schemaField') return undefined;
  return [urn.slice(urn.indexOf('(') + 1, urn.lastIndexOf(',')), urn.slice(urn.lastIndexOf(',') + 1, -1)];
}

export interface HiddenColumns {
  readonly hides: Hides;
  /** URNs. */
  readonly columns: readonly string[];
  /** The tables with several sensitive tags of which some are seen: search finds these by no sensitive column. */
  readonly partly: readonly string[];
}

/** @param sees does the reader see a column of a table with these tags, if one is sensitive? */
export function hiddenColumns(facts: Facts, sees: (table: string, tags: readonly string[]) => boolean): HiddenColumns {
  const sensitive = new Set(
    [...facts].filter(([urn, own]) => typeOf(urn) === 'tag' && own.get('tagProperties')?.isSensitive === true).map(([urn]) => urn),
  );
  const isShut = (table: string, tags: readonly string[]): boolean => tags.some((tag) => sensitive.has(tag)) && !sees(table, tags);
  const tagsOf = new Map<string, Map<string, { path: string; tags: string[] }>>();
  const add = (table: string, path: string, globalTags: unknown): void => {
    const own = tagsOf.get(table) ?? new Map<string, { path: string; tags: string[] }>();
    const known = own.get(keyOf(path)) ?? { path, tags: [] };
    tagsOf.set(table, own.set(keyOf(path), { path: known.path, tags: [...known.tags, ...tagsIn(globalTags)] }));
  };
  for (const [urn, own] of facts) {
    for (const { fieldPath, globalTags } of recordsAt(own.get('schemaMetadata'), 'fields')) add(urn, String(fieldPath), globalTags);
    for (const { fieldPath, globalTags } of recordsAt(own.get('editableSchemaMetadata'), 'editableSchemaFieldInfo'))
      add(urn, String(fieldPath), globalTags);
    const column = columnIn(urn);
    if (column) add(...column, own.get('globalTags'));
  }
  const shut = new Map(
    [...tagsOf].map(([table, own]) => [table, new Set([...own].filter(([, { tags }]) => isShut(table, tags)).map(([key]) => key))]),
  );
  const hides: Hides = (table, path, own = []) => {
    const parts = keyOf(path).split('.');
    return parts.some((_, at) => shut.get(table)?.has(parts.slice(0, at + 1).join('.'))) || isShut(table, own);
  };
  const columns = [...tagsOf].flatMap(([table, own]) =>
    [...own.values()].filter(({ path }) => hides(table, path)).map(({ path }) => urns.column(table, path)),
  );
  const partly = [...tagsOf].flatMap(([table, own]) => {
    const tags = [...own.values()].flatMap((each) => each.tags).filter((tag) => sensitive.has(tag));
    const seen = tags.filter((tag) => sees(table, [tag]));
    return seen.length > 0 && seen.length < tags.length ? [table] : [];
  });
  return { hides, columns, partly };
}

const hidesUrn = (hides: Hides, urn: unknown): boolean => {
  const column = columnIn(urn);
  return column !== undefined && hides(...column);
};

/** Is an assertion about a column that is hidden? */
export function isAboutHidden(info: Value | undefined, hides: Hides): boolean {
  const { entity, fieldPath } = (info?.fieldAssertion ?? {}) as Value;
  return typeof entity === 'string' && typeof fieldPath === 'string' && hides(entity, fieldPath);
}

/** What is left of a value. The same if nothing is hidden. */
export function shownOf({ urn, aspect, value }: Write, hides: Hides): Value {
  const but = (field: string, isHidden: (item: Value) => boolean): Value =>
    value[field] === undefined ? {} : { [field]: recordsAt(value, field).filter((each) => !isHidden(each)) };
  const byPath = ({ fieldPath, globalTags }: Value): boolean => hides(urn, String(fieldPath), tagsIn(globalTags));
  const byUrn = (each: unknown): boolean => hidesUrn(hides, each);
  const left = ((): Value => {
    switch (aspect) {
      case 'schemaMetadata':
        return {
          ...(listAt(value, 'fields').some((each) => byPath(each as Value)) && { hash: '', platformSchema: blank(value.platformSchema) }),
          ...but('fields', byPath),
          ...but('primaryKeys', (path) => hides(urn, String(path))),
          ...but('foreignKeys', (key) => [...listAt(key, 'sourceFields'), ...listAt(key, 'foreignFields')].some(byUrn)),
        };
      case 'editableSchemaMetadata':
        return but('editableSchemaFieldInfo', byPath);
      case 'datasetProfile':
        return but('fieldProfiles', byPath);
      case 'datasetUsageStatistics':
        return but('fieldCounts', byPath);
      case 'inputFields':
        return but('fields', ({ schemaFieldUrn }) => byUrn(schemaFieldUrn));
      case 'querySubjects':
        return but('subjects', ({ entity }) => byUrn(entity));
      case 'upstreamLineage':
      case 'dataJobInputOutput':
        return {
          ...but('inputDatasetFields', byUrn),
          ...but('outputDatasetFields', byUrn),
          ...(value.fineGrainedLineages !== undefined && { fineGrainedLineages: lineageWithout(value, byUrn) }),
        };
      default:
        return {};
    }
  })();
  return Object.keys(left).some((field) => JSON.stringify(left[field]) !== JSON.stringify(value[field])) ? { ...value, ...left } : value;
}

/** An entry that has lost all columns of one of its sides goes. */
export function lineageWithout(value: Value, isHidden: (urn: unknown, side: 'upstreams' | 'downstreams') => boolean): Value[] {
  return recordsAt(value, 'fineGrainedLineages').flatMap((entry) => {
    const sides = (['upstreams', 'downstreams'] as const).map((side) => {
      const [all, left] = [listAt(entry, side), listAt(entry, side).filter((urn) => !isHidden(urn, side))];
      return { side, left, lost: left.length < all.length };
    });
    if (sides.every(({ lost }) => !lost)) return [entry];
    if (sides.some(({ left, lost }) => lost && left.length === 0)) return [];
    const { transformOperation } = entry;
    const lists = Object.fromEntries(sides.filter(({ lost }) => lost).map(({ side, left }) => [side, left]));
    return [{ ...entry, ...lists, ...(transformOperation !== undefined && { transformOperation: '' }) }];
  });
}

function blank(value: unknown): unknown {
  if (typeof value === 'string') return '';
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, blank(each)]));
}

/** Lineage goes on behind what is hidden (docs/access.md 6): a column that is hidden has columns above, or below, but not both. */
export function isEnd(column: string, side: 'upstreams' | 'downstreams'): boolean {
  const isAbove = [...column].reduce((sum, char) => sum + char.charCodeAt(0), 0) % 2 === 0;
  return isAbove === (side === 'upstreams');
}

/** It makes columns a matter of rights in the second store, whose reader does not see it. */
const OF_PART = urns.tag('of-part');

/**
 * Policies of the second store: its reader sees everything in it but these, and every column of the world, though none of them says that for all
 * tables. For such a reader search has no columns and assertions as entities, and finds nothing by columns of others.
 *
 * @param partly tables that get another column, which is not seen: search finds them by no sensitive column
 */
export function policiesOfPart(reader: string, base: Value, partly: readonly string[]): Write[] {
  const write = (id: string, more: Value): Write => ({
    urn: urns.of('dataHubPolicy', id),
    aspect: 'dataHubPolicyInfo',
    value: { ...base, actors: { users: [reader] }, ...more },
  });
  const criteria = [
    { field: 'TYPE', values: ['dataHubPolicy'], condition: 'NOT_EQUALS' },
    { field: 'URN', values: [OF_PART], condition: 'NOT_EQUALS' },
  ];
  return [
    { urn: OF_PART, aspect: 'tagProperties', value: { name: 'Unused', isSensitive: true } },
    ...partly.map((table): Write => ({ urn: urns.column(table, 'of part'), aspect: 'globalTags', value: { tags: [{ tag: OF_PART }] } })),
    write('part-sees', { resources: { filter: { criteria } } }),
    write('part-columns', {
      privileges: ['VIEW_SENSITIVE_COLUMNS'],
      resources: { columnsTagged: SENSITIVE, filter: { criteria: criteria.slice(0, 1) } },
    }),
    write('part-reads', {
      privileges: ['VIEW_ENTITY_QUERIES', 'VIEW_ALL_QUERIES', 'VIEW_DATASET_PROFILE', 'VIEW_DATASET_USAGE', 'VIEW_DATASET_OPERATIONS'],
    }),
  ];
}
