/**
 * Entities by position and by count, for the listing calls of the legacy face.
 */
import { type Graph, readRows, whole } from './driver.ts';

/** URNs of a range of the index: `from` inclusive, `below` exclusive. */
export interface Range {
  readonly from: string;
  readonly below: string;
}

export async function readUrns(graph: Graph, range: Range, start: number, count: number): Promise<string[]> {
  const rows = await readRows<{ urn: string }>(graph, 'read/list-urns', { ...range, start: whole(start), count: whole(count) });
  return rows.map(({ urn }) => urn);
}

/** What a URN begins with, then has somewhere in this order, and ends with. */
export interface Pieces {
  readonly first: string;
  readonly middle: readonly string[];
  readonly last: string;
}

/** How many entities within some ranges have an aspect and a URN of these pieces. */
export async function countHolders(graph: Graph, aspect: string, ranges: readonly Range[], pieces: Pieces): Promise<number> {
  const [row] = await readRows<{ total: number }>(graph, 'read/count-aspect', { aspect, ranges, ...pieces });
  return row?.total ?? 0;
}
