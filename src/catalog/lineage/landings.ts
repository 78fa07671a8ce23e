/**
 * The core's call for where the columns of an entity land.
 */
import type { Graph } from '../../graph/driver.ts';
import { type Landing, type LandingsWalk, readLandings } from '../../graph/ways.ts';
import { columnPrefix } from '../../model/column-urn.ts';
import type { Model } from '../../model/types.ts';
import { fromColumns, type SeenAmong, stepsSeen } from './steps-seen.ts';

export async function landings(
  model: Model,
  graph: Graph,
  asked: Pick<LandingsWalk, 'prefix' | 'starts' | 'most'>,
  seen: SeenAmong | undefined,
): Promise<Landing[]> {
  const columns = columnPrefix(model);
  const walks = { ...fromColumns(asked.prefix, asked.starts), columns, direction: 'DOWNSTREAM', hops: undefined, asOf: undefined } as const;
  return readLandings(graph, { ...asked, columns, steps: await stepsSeen(graph, walks, seen) });
}
