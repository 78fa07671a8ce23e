/**
 * Reads as of a time: what a reader would have seen then. If that is no longer known, the refusal says since when it is. There are no
 * partial answers.
 */
import { type Refusal, unknownHistory } from '../../errors.ts';
import { type EntityAsOf, readEntitiesAsOf } from '../../graph/as-of.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';

/**
 * Makes a reader of entities as of a time (epoch ms). An entity exists if it has an aspect.
 *
 * @param skips leave out entities whose history is not known any more?
 * @throws Refusal malformed for a time before a hard delete, or before the versions that retention keeps
 */
export function readerAsOf(graph: Graph, asOf: number, skips = false): EntityReader {
  return async (urns, aspects) => {
    const rows = new Map<string, EntityRow>();
    for (const [urn, row] of await readEntitiesAsOf(graph, urns, aspects, asOf)) {
      const problem = lostOf(urn, asOf, row);
      if (problem && !skips) throw problem;
      if (!problem) rows.set(urn, { exists: row.aspects.length > 0, removed: row.removed, latest: row.aspects });
    }
    return rows;
  };
}

/** Why it is not known any more what an entity was. */
function lostOf(urn: string, asOf: number | undefined, { forgotten, cut }: Partial<Pick<EntityAsOf, 'forgotten' | 'cut'>>): Refusal | undefined {
  if (asOf === undefined) return undefined;
  if (forgotten !== undefined && asOf < forgotten) return unknownHistory(asOf, forgotten, `${urn} was hard-deleted at that time, with its history`);
  const [lost] = cut ?? [];
  return lost && unknownHistory(asOf, lost.since, `Cairn no longer keeps the older versions of ${lost.name} of ${urn}`);
}

/** @throws Refusal malformed if the time is before the hard delete of the entity */
export function refuseForgotten(urn: string, asOf: number | undefined, forgotten: number | undefined): void {
  const problem = lostOf(urn, asOf, { forgotten });
  if (problem) throw problem;
}
