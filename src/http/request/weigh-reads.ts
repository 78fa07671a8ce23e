/**
 * Weighs what a request may bring before it is read: one request for a thousand entities takes as much of the server as many small ones.
 */
import type { Catalog } from '../../catalog/index.ts';
import type { Share } from '../shares.ts';

/** Aspects, edges, points or URNs that weigh as much as a small read. */
const ITEMS_OF_ONE = 100;
/** So many aspects an entity has, if all are asked for. */
const ALL_ASPECTS = 10;
/** So many rows of each run are counted: as many as a small batch has. Others have thousands. */
const ROWS_OF_RUN = 100;

/** The core whose reads wait until the caller may begin work of their weight. */
export function weighReads(catalog: Catalog, { begin }: Pick<Share, 'begin'>): Catalog {
  const weighed =
    <Asked extends readonly unknown[], Result>(call: (...asked: Asked) => Promise<Result>, items: (...asked: Asked) => number) =>
    async (...asked: Asked): Promise<Result> => {
      const more = Math.floor(items(...asked) / ITEMS_OF_ONE);
      if (more > 0) await begin(more);
      return call(...asked);
    };
  return {
    ...catalog,
    read: weighed(catalog.read, (urns, aspects) => urns.length * (aspects?.length ?? ALL_ASPECTS)),
    exists: weighed(catalog.exists, (urns) => urns.length),
    pending: weighed(catalog.pending, (urns) => urns.length),
    list: weighed(catalog.list, ({ count }) => count),
    urnsOf: weighed(catalog.urnsOf, (_type, _start, count) => count),
    versions: weighed(catalog.versions, (_urn, _aspect, _start, count) => count),
    series: weighed(catalog.series, (_urn, { limit }) => limit),
    seriesOfEach: weighed(catalog.seriesOfEach, (urns, { limit }) => urns.length * limit),
    latestPoints: weighed(catalog.latestPoints, (asked) => asked.reduce((sum, { aspects }) => sum + aspects.length, 0)),
    related: weighed(catalog.related, (_urn, _direction, _types, _start, count) => count),
    relatedOf: weighed(catalog.relatedOf, (urns, _direction, _types, _start, count) => urns.length * count),
    relatedAfter: weighed(catalog.relatedAfter, (_urn, _direction, _types, _after, count) => count),
    edges: weighed(catalog.edges, ({ count }) => count),
    neighbours: weighed(catalog.neighbours, ({ urns, count }) => urns.length * count),
    search: weighed(catalog.search, ({ count }) => count),
    changes: weighed(catalog.changes, ({ limit }) => limit),
    newestChanges: weighed(catalog.newestChanges, ({ limit }) => limit),
    relatedCounts: weighed(catalog.relatedCounts, (urns) => urns.length),
    columnHolders: weighed(catalog.columnHolders, (edges) => edges.length),
    indexProblems: weighed(catalog.indexProblems, (_after, count) => count),
    runs: {
      ...catalog.runs,
      list: weighed(catalog.runs.list, (_start, count) => count * ROWS_OF_RUN),
      describe: weighed(catalog.runs.describe, (_run, _start, count) => count),
    },
  };
}
