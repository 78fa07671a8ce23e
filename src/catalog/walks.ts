/**
 * The calls of the core that walk from entities to others: relationships and lineage.
 */
import { makeDenseOrders } from '../graph/dense/orders.ts';
import type { Graph } from '../graph/driver.ts';
import { readHolders } from '../graph/edges.ts';
import { type EntityReader, noteAsOf } from '../graph/read.ts';
import { lineageWays, relationshipWays } from '../graph/ways.ts';
import { columnPrefix } from '../model/column-urn.ts';
import { COLUMN_LINEAGE } from '../model/edges.ts';
import type { Model } from '../model/types.ts';
import type { SenderCalls } from './by-rows.ts';
import type { Lag } from './find/lag.ts';
import { countLineage } from './lineage/count.ts';
import { landings } from './lineage/landings.ts';
import { lineage } from './lineage/lineage.ts';
import { markMissing } from './lineage/mark-missing.ts';
import { neighbours } from './lineage/neighbours.ts';
import { searchLineage } from './lineage/search.ts';
import { stepsBelow } from './lineage/steps.ts';
import type { makePropertyFinder } from './properties/searched-properties.ts';
import { edges, relatedAfter } from './read/edges.ts';
import type { Facts } from './read/kept-facts.ts';
import { type RelatedPage, related, relatedCounts, relatedOf } from './read/related.ts';

interface WalkParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly reader: EntityReader;
  /** Of a time, epoch ms; undefined: now. */
  readonly readerOf: (asOf: number | undefined, skips: boolean) => EntityReader;
  readonly facts: Facts;
  readonly properties: ReturnType<typeof makePropertyFinder>;
  readonly lag: Lag;
}

type Walks =
  | 'related'
  | 'relatedOf'
  | 'relatedCounts'
  | 'relatedAfter'
  | 'edges'
  | 'columnHolders'
  | 'lineage'
  | 'neighbours'
  | 'lineageWays'
  | 'relationshipWays'
  | 'landings'
  | 'stepsBelow'
  | 'searchLineage'
  | 'countLineage';

export function makeWalks({ model, graph, reader, readerOf, facts, properties, lag }: WalkParts): Pick<SenderCalls, Walks> {
  const orders = makeDenseOrders(graph);
  return {
    related: async (urn, direction, types, start, count, asOf) => {
      const page = await related({ model, graph, orders }, urn, { direction, types }, { start, count }, asOf);
      return marked(page, await markMissing(model, readerOf(asOf, true), page.related));
    },
    relatedOf: async (urns, direction, types, start, count) => {
      const pages = await relatedOf({ model, graph, orders }, urns, { direction, types }, { start, count });
      const all = await Promise.all(pages.map(async (page) => marked(page, await markMissing(model, reader, page.related))));
      return all.every(({ related }, at) => related === pages[at]?.related) ? noteAsOf(all, pages) : all;
    },
    relatedCounts: (urns, direction, types) => relatedCounts({ model, graph, orders }, urns, { direction, types }),
    relatedAfter: (urn, direction, types, after, count) => relatedAfter({ model, graph, orders }, urn, { direction, types }, after, count),
    edges: (request) => edges(model, graph, request),
    columnHolders: async (asked, asOf) => (asked.length === 0 ? [] : readHolders(graph, asked, COLUMN_LINEAGE, asOf)),
    lineage: async (request, seen) => {
      const page = await lineage(model, graph, request, seen);
      return { ...page, reached: await markMissing(model, readerOf(request.asOf, true), page.reached) };
    },
    neighbours: (request, seen) => neighbours(model, graph, request, seen),
    lineageWays: (asked) => lineageWays(graph, { ...asked, columns: columnPrefix(model) }),
    relationshipWays: (asked, types) => relationshipWays(graph, { ...asked, columns: columnPrefix(model) }, types),
    landings: (prefix, most, seen) => landings(model, graph, prefix, most, seen),
    stepsBelow: (urn, seen) => stepsBelow(model, graph, urn, seen),
    searchLineage: async ({ searches }, request, seen) => {
      const result = await lag.before(searches, async ({ engine, index }) => {
        const parts = { model, graph, facts, engine, head: index?.head, properties: properties(request.naming, index), seen };
        return { ...(await searchLineage(parts, request)), shown: index };
      });
      return { ...result, hits: await markMissing(model, reader, result.hits) };
    },
    countLineage: ({ searches }, request, seen) =>
      lag.before(searches, ({ engine, index }) =>
        countLineage({ model, graph, facts, engine, head: index?.head, properties: properties(request.naming, index), reader, seen }, request),
      ),
  };
}

/** The page, with columns that were looked at later than it was read. */
function marked(page: RelatedPage, related: RelatedPage['related']): RelatedPage {
  return related === page.related ? page : { ...page, related };
}
