/**
 * Reads one hop of lineage around many entities with one statement.
 */
import { type Graph, readRows, whole } from './driver.ts';

export interface NeighboursRow {
  readonly urn: string;
  /** Time of the hard delete, where there was one. */
  readonly forgotten: number | null;
  readonly totalUp: number;
  readonly up: readonly string[];
  readonly totalDown: number;
  readonly down: readonly string[];
}

/** The rows of the entities that something is known of, in any order. `asOf`: epoch ms; absent: now. `count`: the most URNs of a side. */
export function readNeighbours(graph: Graph, urns: readonly string[], count: number, asOf: number | undefined): Promise<NeighboursRow[]> {
  return readRows<NeighboursRow>(
    graph,
    'traverse/read-neighbours',
    { urns, asOf: asOf === undefined ? null : whole(asOf), count: whole(count) },
    { edges: asOf === undefined ? 'UPSTREAM' : 'UPSTREAM|PAST_UPSTREAM' },
  );
}
