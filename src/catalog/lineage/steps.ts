/**
 * The core's call for the steps of lineage below an entity.
 */
import type { Graph } from '../../graph/driver.ts';
import { readSteps } from '../../graph/traverse.ts';
import { columnPrefix } from '../../model/column-urn.ts';
import type { Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { fromOne, type SeenAmong, stepsSeen } from './steps-seen.ts';

/** Everything that lineage meets downstream, the entity included, each with what is one step further: also what is soft-deleted or not stored. */
export async function stepsBelow(
  model: Model,
  graph: Graph,
  { text: urn }: Urn,
  seen: SeenAmong | undefined,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const walk = { urn, columns: columnPrefix(model), direction: 'DOWNSTREAM', from: undefined, to: undefined, asOf: undefined } as const;
  return readSteps(graph, { ...walk, steps: await stepsSeen(graph, { ...walk, ...fromOne(urn), hops: undefined }, seen) });
}
