/**
 * Which tables have columns with some tags.
 */
import { columnOf, columnPrefix, columnsPrefix } from '../model/column-urn.ts';
import type { Model } from '../model/types.ts';
import { type Graph, readRows, whole } from './driver.ts';

export interface TaggedColumns {
  /** URN of the table. */
  readonly urn: string;
  /** Do aspects of the table give one of the tags to a column? */
  readonly own: boolean;
  /** The columns that have one of them as entities, each with all tags that it has so: URNs. */
  readonly columns: readonly (readonly [urn: string, tags: readonly string[]])[];
}

/** The tables that have columns with one of these tags. */
export async function findTaggedTables(graph: Graph, model: Model, tags: readonly string[]): Promise<string[]> {
  const rows = await readRows<{ urn: string }>(graph, 'jobs/find-tagged-tables', { tags, columns: columnPrefix(model) });
  return [...new Set(rows.map(({ urn }) => columnOf(model, urn)?.table ?? urn))];
}

/** Those of these tables of which a column had one of these tags, as their own aspects said at a time (epoch ms). */
export async function readPastTagged(graph: Graph, tables: readonly string[], tags: readonly string[], asOf: number): Promise<string[]> {
  const rows = await readRows<{ urn: string }>(graph, 'read/find-past-tags', { urns: tables, tags, asOf: whole(asOf) });
  return rows.map(({ urn }) => urn);
}

/** Also of tables that are not there. */
export function readTaggedColumns(graph: Graph, model: Model, tables: readonly string[], tags: readonly string[]): Promise<TaggedColumns[]> {
  const rows = tables.map((urn) => ({ urn, columns: columnsPrefix(model, urn) }));
  return readRows<{ urn: string; own: boolean; columns: [string, string[]][] }>(graph, 'read/find-tagged-columns', { rows, tags });
}
