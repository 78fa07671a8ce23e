/**
 * Which tables have columns with some tags.
 */
import { type Graph, readRows } from './driver.ts';

export interface TaggedColumns {
  /** URN of the table. */
  readonly urn: string;
  /** Do aspects of the table give one of the tags to a column? */
  readonly own: boolean;
  /** The columns that have one of them as entities, each with all tags that it has so: URNs. */
  readonly columns: readonly (readonly [urn: string, tags: readonly string[]])[];
}

/** The tables that have columns with one of these tags. */
export async function findTaggedTables(graph: Graph, tags: readonly string[]): Promise<string[]> {
  return (await readRows<{ urn: string }>(graph, 'jobs/find-tagged-tables', { tags })).map(({ urn }) => urn);
}

/** Tables that the graph does not know are left out. */
export function readTaggedColumns(graph: Graph, tables: readonly string[], tags: readonly string[]): Promise<TaggedColumns[]> {
  return readRows<{ urn: string; own: boolean; columns: [string, string[]][] }>(graph, 'read/find-tagged-columns', { tables, tags });
}
