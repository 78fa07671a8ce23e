/**
 * Progress of a tool: each answer that the core has given is a step.
 */
import type { Catalog } from '../../catalog/index.ts';

/** The core, which tells of each of its answers. */
export function watched(catalog: Catalog, told: (what: string) => void): Catalog {
  const tell =
    <Args extends readonly unknown[], Result>(what: string, call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const result = await call(...args);
      told(what);
      return result;
    };
  return {
    ...catalog,
    read: tell('entities read', catalog.read),
    search: tell('searched', catalog.search),
    searchLineage: tell('lineage searched', catalog.searchLineage),
    lineage: tell('lineage followed', catalog.lineage),
    landings: tell('columns followed', catalog.landings),
    lineageWays: tell('ways found', catalog.lineageWays),
    relationshipWays: tell('ways found', catalog.relationshipWays),
    related: tell('relationships read', catalog.related),
    series: tell('points read', catalog.series),
    seriesOfEach: tell('points read', catalog.seriesOfEach),
    latestPoints: tell('points read', catalog.latestPoints),
    versions: tell('versions read', catalog.versions),
    timeline: tell('changes read', catalog.timeline),
    changes: tell('changes read', catalog.changes),
    write: tell('written', catalog.write),
  };
}
