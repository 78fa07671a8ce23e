/**
 * The columns that a reader does not see: those with a sensitive tag, and columns nested in them. Their present tags decide, wherever these
 * stand: in the schema, in what people have added, or at the column as an entity.
 */
import { type Actor, type Policies, type Resource, seesAllColumns, seesColumn } from '../../access/index.ts';
import { spelled } from '../../column-names.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader } from '../../graph/read.ts';
import { readPastTagged, readTaggedColumns, type TaggedColumns } from '../../graph/tagged-columns.ts';
import { columnOf, columnPath } from '../../model/column-urn.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import type { SeenColumns } from '../../search/index.ts';
import type { IndexState } from '../find/snapshot.ts';
import type { Facts } from '../read/kept-facts.ts';
import { addColumnTags } from './column-tags.ts';
import { columnsInSearch } from './columns-in-search.ts';
import { jsonOf } from './json-of.ts';
import { bareResource, readResources } from './read-facts.ts';
import { type ColumnTest, isAboutColumns, isAboutHidden, tablesNamed } from './without-columns.ts';

export interface HiddenColumns {
  /** What of these tables is hidden. Call it after what it is about was read: rights are then at least as new. */
  in(tables: readonly string[]): Promise<ColumnTest>;
  /** Those of these tables of which something is hidden; as of a time, also those whose columns had sensitive tags then. */
  hiding(tables: readonly string[], asOf?: number): Promise<readonly string[]>;
  /** Those of these URNs that are hidden columns, and entities that are about some. */
  among(urns: readonly string[]): Promise<ReadonlySet<string>>;
  /** The names of the types of entities that may be about columns. */
  readonly types: readonly string[];
  /** What search may tell of columns. */
  inSearch(index: IndexState | undefined): Promise<SeenColumns>;
}

export interface HiddenParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly facts: Facts;
  readonly reader: EntityReader;
  readonly policies: Policies;
  readonly actor: Actor;
  /** URNs of the tags that are sensitive. */
  readonly tags: ReadonlySet<string>;
  /** A commit since which no other tags are. */
  readonly since: number;
}

/** Undefined for who sees all columns. */
export function hiddenColumns(parts: HiddenParts): HiddenColumns | undefined {
  const { model, reader, policies, actor, tags } = parts;
  if (seesAllColumns(policies, actor, tags)) return undefined;
  const types = [...model.entityTypes.values()].filter((type) => [...type.aspects.values()].some(isAboutColumns));
  const aspectsOf = new Map(types.map((type) => [type.name, [...type.aspects.values()].filter(isAboutColumns)]));
  const hiddenIn = async (tables: readonly string[]): Promise<ColumnTest> => {
    const known = await tablesOf(parts, [...new Set(tables)]);
    const hidden = new Map([...known].map(([urn, table]) => [urn, hiddenOf(table, parts)]));
    return (urn, path, own = []) => {
      const [table, paths] = [known.get(urn), hidden.get(urn)];
      // The table was not read, so nothing is known of its columns: they stay hidden.
      if (!table || !paths) return true;
      return isWithin(paths, path) || !seesColumn(policies, actor, table, own, tags);
    };
  };
  /** What these entities say that they are about. */
  const valuesOf = async (urns: readonly string[]): Promise<{ urn: string; aspect: AspectSpec; json: unknown }[]> => {
    const asked = urns.filter((urn) => aspectsOf.has(bareResource(model, urn).type));
    if (asked.length === 0) return [];
    const names = [...new Set([...aspectsOf.values()].flat().map(({ name }) => name))];
    const rows = await reader(asked, names);
    return asked.flatMap((urn) =>
      (aspectsOf.get(bareResource(model, urn).type) ?? []).flatMap((aspect) => {
        const json = jsonOf(rows.get(urn), aspect.name);
        return json === undefined ? [] : [{ urn, aspect, json }];
      }),
    );
  };
  return {
    types: [...aspectsOf.keys()],
    in: hiddenIn,
    inSearch: columnsInSearch(parts),
    hiding: async (tables, asOf) => {
      const known = await tablesOf(parts, tables);
      const now = [...known].filter(([, table]) => hiddenOf(table, parts).size > 0).map(([urn]) => urn);
      return asOf === undefined || tables.length === 0 ? now : [...now, ...(await readPastTagged(parts.graph, tables, [...tags], asOf))];
    },
    async among(urns) {
      const columns = urns.flatMap((urn) => {
        const column = columnOf(model, urn);
        return column ? [{ urn, ...column }] : [];
      });
      const values = await valuesOf(urns);
      const tables = [...columns.map(({ table }) => table), ...values.flatMap(({ urn, aspect, json }) => tablesNamed(model, aspect, urn, json))];
      if (tables.length === 0) return new Set();
      const isHidden = await hiddenIn(tables);
      return new Set([
        ...columns.filter(({ table, path }) => isHidden(table, path)).map(({ urn }) => urn),
        ...values.filter(({ urn, aspect, json }) => isAboutHidden(model, aspect, urn, json, isHidden)).map(({ urn }) => urn),
      ]);
    },
  };
}

/** These tables, with the tags of their columns where one is sensitive. */
async function tablesOf(parts: HiddenParts, tables: readonly string[]): Promise<Map<string, Resource>> {
  if (tables.length === 0) return new Map();
  const found = await readTaggedColumns(parts.graph, parts.model, tables, [...parts.tags]);
  const known = await readResources(parts.model, (await parts.facts.look()).rows, tables);
  await addTaggedColumns(parts, found, known);
  return known;
}

/** Adds the tags of the columns of tables of which one is sensitive. */
export async function addTaggedColumns(
  { model, reader }: Pick<HiddenParts, 'model' | 'reader'>,
  found: readonly TaggedColumns[],
  known: Map<string, Resource>,
): Promise<void> {
  const own = found.filter((each) => each.own).map(({ urn }) => urn);
  await addColumnTags(model, reader, own, known);
  for (const { urn, columns } of found) {
    const table = known.get(urn);
    if (!table || columns.length === 0) continue;
    const columnTags = new Map(table.columnTags);
    for (const [text, more] of columns) {
      const path = columnOf(model, text)?.path ?? text;
      columnTags.set(path, [...(columnTags.get(path) ?? []), ...more]);
    }
    known.set(urn, { ...table, columnTags });
  }
}

/** The columns of a table that are hidden, as they are compared. */
function hiddenOf(table: Resource, { policies, actor, tags }: HiddenParts): ReadonlySet<string> {
  return pathsWhere(table, (own) => !seesColumn(policies, actor, table, own, tags));
}

/** The columns of a table whose tags are such, as `isWithin` compares them. */
export function pathsWhere({ columnTags }: Resource, are: (tags: readonly string[]) => boolean): ReadonlySet<string> {
  const all = new Map<string, readonly string[]>();
  for (const [path, own] of columnTags ?? []) all.set(keyOf(path), [...(all.get(keyOf(path)) ?? []), ...own]);
  return new Set([...all].filter(([, own]) => are(own)).map(([key]) => key));
}

/** Is a column one of these, or nested in one of them? */
export function isWithin(paths: ReadonlySet<string>, path: string): boolean {
  return beginningsOf(keyOf(path)).some((each) => paths.has(each));
}

/** However a path is written: in a URN or not, with the types of what it leads through or not, in quotes or not, in any case. */
function keyOf(path: string): string {
  return spelled(columnPath(path)).toLowerCase();
}

/** `a.b.c` → `a`, `a.b`, `a.b.c` */
function beginningsOf(key: string): string[] {
  const parts = key.split('.');
  return parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}
