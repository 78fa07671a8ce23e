/**
 * Reads as of a time: what a reader would have seen then. If that is no longer known, the refusal says since when it is. There are no
 * partial answers.
 */
import { unknownHistory } from '../../errors.ts';
import { readEntitiesAsOf } from '../../graph/as-of.ts';
import type { Graph } from '../../graph/driver.ts';
import type { EntityReader, EntityRow } from '../../graph/read.ts';

/**
 * Makes a reader of entities as of a time (epoch ms). An entity exists if it has an aspect.
 *
 * @throws Refusal malformed for a time before a hard delete, or before the versions that retention keeps
 */
export function readerAsOf(graph: Graph, asOf: number): EntityReader {
  return async (urns, aspects) => {
    const rows = new Map<string, EntityRow>();
    for (const [urn, row] of await readEntitiesAsOf(graph, urns, aspects, asOf)) {
      refuseForgotten(urn, asOf, row.forgotten);
      const [lost] = row.cut;
      if (lost) throw unknownHistory(asOf, lost.since, `Cairn no longer keeps the older versions of ${lost.name} of ${urn}`);
      rows.set(urn, { exists: row.aspects.length > 0, removed: row.removed, latest: row.aspects });
    }
    return rows;
  };
}

/** @throws Refusal malformed if the time is before the hard delete of the entity */
export function refuseForgotten(urn: string, asOf: number | undefined, forgotten: number | undefined): void {
  if (asOf !== undefined && forgotten !== undefined && asOf < forgotten)
    throw unknownHistory(asOf, forgotten, `${urn} was hard-deleted at that time, with its history`);
}
