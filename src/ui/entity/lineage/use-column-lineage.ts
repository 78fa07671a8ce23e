/**
 * Reads the lineage of one column, as far as it goes.
 */
import { type ReachedEntity, readLineage } from '../../api/lineage.ts';
import { type LoadState, useLoad } from '../../parts/use-load.ts';

export interface ColumnReach {
  readonly up: readonly ReachedEntity[];
  readonly down: readonly ReachedEntity[];
  readonly totalUp: number;
  readonly totalDown: number;
}

const MOST = 300;

/**
 * @param urn of the column; undefined if none is chosen
 * @param asOf the time of which to read it, epoch ms; undefined: now
 */
export function useColumnLineage(urn: string | undefined, asOf: number | undefined): LoadState<ColumnReach | undefined> {
  return useLoad(
    async (signal) => {
      if (urn === undefined) return undefined;
      const [up, down] = await Promise.all([
        readLineage(urn, 'up', { count: MOST, asOf }, signal),
        readLineage(urn, 'down', { count: MOST, asOf }, signal),
      ]);
      return { up: up.entities, down: down.entities, totalUp: up.total, totalDown: down.total };
    },
    [urn, asOf],
  );
}
