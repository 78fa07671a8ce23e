/**
 * Ways between two entities, where the columns of one land, and one hop of lineage around many.
 */
import { type Graph, readRows, whole, wholeOrNull } from './driver.ts';
import { typeNames } from './statements.ts';
import { pastToo, stepsParams, type Traversal } from './traverse.ts';

export interface Way {
  /** The URNs along the way, both ends included. */
  readonly urns: readonly string[];
  /** The relationship names between them. */
  readonly names: readonly string[];
  /** Does it lead through an entity that is soft-deleted, or a column of one? */
  readonly removed: boolean;
}

export interface WaysRequest {
  /** The prefix of the URNs of all columns: they are soft-deleted with what has them. */
  readonly columns: string;
  readonly from: string;
  readonly to: string;
  readonly count: number;
  /** Most hops of a way. */
  readonly hops: number;
}

/** Most ways that are read to find different ones. */
const MOST_READ = 1_000;

const DOWN = { left: '<-', right: '-' };
const BOTH = { left: '-', right: '-' };

/** The shortest ways along lineage, from upstream to downstream. */
export function lineageWays(graph: Graph, asked: WaysRequest): Promise<Way[]> {
  return ways(graph, asked, { ...DOWN, edges: 'UPSTREAM' });
}

/** The shortest ways along relationships of the model, in both directions. */
export function relationshipWays(graph: Graph, asked: WaysRequest, types: readonly string[]): Promise<Way[]> {
  return ways(graph, asked, { ...BOTH, edges: typeNames(types) });
}

/** An edge that two aspects make counts as two ways: more of them are read until enough differ. */
async function ways(graph: Graph, { columns, from, to, count, hops }: WaysRequest, pattern: Record<string, string>): Promise<Way[]> {
  for (let size = Math.trunc(count); ; size *= 4) {
    const parts = { ...pattern, count: String(size), hops: String(Math.trunc(hops)) };
    const rows = await readRows<{ urns: string[]; names: string[]; removed: boolean }>(graph, 'traverse/find-ways', { columns, from, to }, parts);
    const distinct = [...new Map(rows.map((way) => [JSON.stringify([way.urns, way.names]), way])).values()];
    if (distinct.length >= count || rows.length < size || size > MOST_READ) return distinct.slice(0, count);
  }
}

export interface Landing {
  /** URN of a column. */
  readonly urn: string;
  /** How many columns it lands in. */
  readonly total: number;
  readonly landed: readonly (readonly [urn: string, degree: number])[];
}

export interface LandingsWalk extends Pick<Traversal, 'columns' | 'steps'> {
  readonly prefix: string;
  readonly after: string;
  readonly starts: number;
  readonly most: number;
}

/**
 * The next columns of an entity that column lineage names, by URN, each with the columns downstream of it.
 *
 * @param walk what the URNs of the columns begin with, the one that they follow, the most columns to begin with, and the most to answer for each;
 *   `columns`, `steps`: as of a traversal
 */
export function readLandings(graph: Graph, { prefix, after, starts, most, columns, steps }: LandingsWalk): Promise<Landing[]> {
  const params = { prefix, after, columns, starts: whole(starts), most: whole(most), ...stepsParams(steps) };
  return readRows<{ urn: string; total: number; landed: [string, number][] }>(graph, 'traverse/walk-landings', params);
}

interface NeighboursRow {
  readonly urn: string;
  /** Time of the hard delete, where there was one. */
  readonly forgotten: number | null;
  readonly totalUp: number;
  readonly up: readonly string[];
  readonly totalDown: number;
  readonly down: readonly string[];
}

/**
 * One hop of lineage: the rows of the entities that something is known of, in any order.
 *
 * @param walk count: the most URNs of a side; asOf: epoch ms, absent: now
 */
export function readNeighbours(
  graph: Graph,
  { urns, count, columns, steps, asOf }: Pick<Traversal, 'count' | 'columns' | 'steps' | 'asOf'> & { readonly urns: readonly string[] },
): Promise<NeighboursRow[]> {
  const params = { urns, columns, asOf: wholeOrNull(asOf), count: whole(count), ...stepsParams(steps) };
  return readRows<NeighboursRow>(graph, 'traverse/read-neighbours', params, pastToo(asOf));
}
