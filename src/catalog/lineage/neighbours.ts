/**
 * The core's call for one hop of lineage around many entities (docs/semantics.md 8.3): what a picture of lineage is drawn from.
 */
import type { Graph } from '../../graph/driver.ts';
import { readNeighbours } from '../../graph/ways.ts';
import { columnPrefix } from '../../model/column-urn.ts';
import type { Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { refuseForgotten } from '../read/as-of.ts';
import { nearSteps, type SeenAmong } from './steps-seen.ts';

export interface NeighboursRequest {
  readonly urns: readonly Urn[];
  /** The most URNs of each side. */
  readonly count: number;
  /** Epoch ms. If absent: now. */
  readonly asOf?: number | undefined;
}

interface LineageSide {
  readonly total: number;
  /** The first by URN, soft-deleted ones included. */
  readonly urns: readonly string[];
}

export interface Neighbours {
  readonly urn: string;
  readonly upstream: LineageSide;
  readonly downstream: LineageSide;
}

const NONE: LineageSide = { total: 0, urns: [] };

/**
 * The direct neighbours of each entity, in the order of the request. A URN that nobody has written or referred to has none.
 *
 * @throws Refusal malformed for a time before the hard delete of one of them
 */
export async function neighbours(model: Model, graph: Graph, { urns, count, asOf }: NeighboursRequest, seen?: SeenAmong): Promise<Neighbours[]> {
  const texts = urns.map(({ text }) => text);
  const around = { urns: texts, columns: columnPrefix(model), asOf };
  const steps = await nearSteps(graph, around, seen);
  const rows = new Map((await readNeighbours(graph, { ...around, count, steps })).map((row) => [row.urn, row]));
  return texts.map((urn) => {
    const row = rows.get(urn);
    if (!row) return { urn, upstream: NONE, downstream: NONE };
    refuseForgotten(urn, asOf, row.forgotten ?? undefined);
    return { urn, upstream: { total: row.totalUp, urns: row.up }, downstream: { total: row.totalDown, urns: row.down } };
  });
}
