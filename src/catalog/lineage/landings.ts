/**
 * The core's call for where the columns of an entity land.
 */
import type { Graph } from '../../graph/driver.ts';
import { type Landing, readLandings } from '../../graph/ways.ts';
import { columnPrefix } from '../../model/column-urn.ts';
import type { Model } from '../../model/types.ts';
import { fromColumns, type SeenAmong, stepsSeen } from './steps-seen.ts';

/** Columns that one statement begins at. */
const AT_ONCE = 300;
/** Most places that an answer names: 100 MB. The places of further columns are only counted. */
const MOST_PLACES = 500_000;
const ALL = Number.MAX_SAFE_INTEGER;

/**
 * All columns of an entity that column lineage names.
 *
 * @param prefix what their URNs begin with
 * @param most the most places to answer for each
 */
export async function landings(model: Model, graph: Graph, prefix: string, most: number, seen: SeenAmong | undefined): Promise<Landing[]> {
  const columns = columnPrefix(model);
  const walks = { ...fromColumns(prefix, ALL), columns, direction: 'DOWNSTREAM', hops: undefined, asOf: undefined } as const;
  const steps = await stepsSeen(graph, walks, seen);
  const all: Landing[] = [];
  let left = MOST_PLACES;
  for (let after = prefix; ; ) {
    const page = await readLandings(graph, { prefix, after, starts: AT_ONCE, most: left > 0 ? most : 0, columns, steps });
    for (const { landed } of page) left -= landed.length;
    all.push(...page);
    const last = page.at(-1);
    if (!last || page.length < AT_ONCE) return all;
    after = last.urn;
  }
}
