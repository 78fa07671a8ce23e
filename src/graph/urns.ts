/**
 * Entities by position and by count, for the listing calls of the legacy API.
 */
import { type Graph, readRows, whole } from './driver.ts';

/** A range of URNs in the index: `from` inclusive, `below` exclusive. */
export interface UrnRange {
  readonly from: string;
  readonly below: string;
}

export async function readUrns(graph: Graph, range: UrnRange, start: number, count: number): Promise<string[]> {
  const rows = await readRows<{ urn: string }>(graph, 'read/list-urns', { ...range, start: whole(start), count: whole(count) });
  return rows.map(({ urn }) => urn);
}

/** A pattern of URNs: the beginning, texts that follow somewhere in this order, and the end. */
export interface Pieces {
  readonly first: string;
  readonly middle: readonly string[];
  readonly last: string;
}

/** How many entities in these ranges have an aspect and a URN that matches the pattern. */
export async function countHolders(graph: Graph, aspect: string, ranges: readonly UrnRange[], pieces: Pieces): Promise<number> {
  const [row] = await readRows<{ total: number }>(graph, 'read/count-aspect', { aspect, ranges, ...pieces });
  return row?.total ?? 0;
}
