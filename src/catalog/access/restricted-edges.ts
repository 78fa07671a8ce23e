/**
 * Relationships and lineage of a reader who sees a part of the catalog: an edge is seen if both its ends are. Lineage goes on through what is
 * not seen, and leaves it out.
 */
import type { Pair } from '../../graph/dense/orders.ts';
import type { ScrolledEdge } from '../../graph/edges.ts';
import { asOfOf, noteAsOf } from '../../graph/read.ts';
import type { Way, WaysRequest } from '../../graph/ways.ts';
import { knownUrns, type Urn } from '../../model/urn.ts';
import { isEverything } from '../../search/index.ts';
import type { Catalog } from '../calls.ts';
import { withSeenPath } from '../lineage/seen-path.ts';
import type { SeenAmong } from '../lineage/steps-seen.ts';
import type { Direction, RelatedPage } from '../read/related.ts';
import type { ColumnEdges, SeenEdge } from './column-edges.ts';
import type { OnTime } from './late-columns.ts';
import { isAboutRequest, type Refuse, type Viewer } from './viewer.ts';

/** How many edges are looked at together: more each time, because most of them may be hidden. */
const [FEWEST, MOST] = [50, 2_000];
/** A total needs all of them: with more, only who sees everything is answered. */
const MOST_RELATED = 5_000;
const MOST_REACHED = 2_000;
const MOST_WAYS = 200;
const MOST_LANDED = 1_000;

type Relationships = 'related' | 'relatedOf' | 'relatedCounts' | 'relatedAfter' | 'edges' | 'columnHolders';
type Ways = 'lineage' | 'neighbours' | 'lineageWays' | 'relationshipWays' | 'landings' | 'stepsBelow' | 'searchLineage' | 'countLineage';

const NOTHING: RelatedPage = { total: 0, related: [] };

export function restrictedEdges(
  catalog: Catalog,
  viewer: Viewer,
  made: ColumnEdges,
  refuse: Refuse,
  onTime: OnTime,
): Pick<Catalog, Relationships | Ways> {
  const { among } = viewer;
  const judges = { among, told: made.told };
  return {
    ...relationshipsSeen(catalog, viewer, made, refuse),
    ...waysSeen(catalog, viewer, made, refuse),
    ...lineageSeen(catalog, viewer, judges, refuse),
    searchLineage: async (request) => {
      const found = await catalog.searchLineage({ ...request, naming: { ...request.naming, among } }, judges);
      return !viewer.columns || isEverything(request.input) ? found : { ...found, hits: await onTime(found) };
    },
    countLineage: (request) => catalog.countLineage({ ...request, naming: { ...request.naming, among } }, judges),
  };
}

function relationshipsSeen(catalog: Catalog, { among }: Viewer, made: ColumnEdges, refuse: Refuse): Pick<Catalog, Relationships> {
  const edgeOf = (urn: string, direction: Direction, { type, urn: far }: Pair): SeenEdge =>
    direction === 'OUTGOING' ? { source: urn, type, target: far } : { source: far, type, target: urn };
  /** The pages without what is not seen. Each holds all that there is. */
  const seenOf = async (
    urns: readonly Urn[],
    direction: Direction,
    pages: readonly RelatedPage[],
    asOf?: number,
  ): Promise<RelatedPage['related'][]> => {
    const ends = [...urns.map(({ text }) => text), ...pages.flatMap(({ related }) => related.map(({ urn }) => urn))];
    const seen = await among(ends, asOfOf(pages));
    const large = urns.find(({ text }, at) => seen.has(text) && (pages[at]?.total ?? 0) > MOST_RELATED);
    if (large) throw await refuse(`list the relationships of ${large.text}, which are more than ${MOST_RELATED}`);
    const left = urns.map(({ text }, at) => (seen.has(text) ? (pages[at]?.related ?? []).filter(({ urn }) => seen.has(urn)) : []));
    const shown = await made.shown(
      left.flatMap((related, at) => related.map((each) => edgeOf(urns[at]?.text ?? '', direction, each))),
      asOf,
    );
    return left.map((related, at) => related.filter((each) => shown(edgeOf(urns[at]?.text ?? '', direction, each))));
  };
  const pageOf = (related: RelatedPage['related'], start: number, count: number): RelatedPage => ({
    total: related.length,
    related: related.slice(start, start + count),
  });
  return {
    related: async (urn, direction, types, start, count, asOf) => {
      if (asOf !== undefined && !(await among([urn.text])).has(urn.text)) return NOTHING;
      const page = await catalog.related(urn, direction, types, 0, MOST_RELATED, asOf);
      const [related = []] = await seenOf([urn], direction, noteAsOf([page], page), asOf);
      return noteAsOf(pageOf(related, start, count), page);
    },
    relatedOf: async (urns, direction, types, start, count) => {
      const pages = await catalog.relatedOf(urns, direction, types, 0, MOST_RELATED);
      const all = await seenOf(urns, direction, pages);
      return noteAsOf(
        all.map((related) => pageOf(related, start, count)),
        pages,
      );
    },
    relatedCounts: async (urns, direction, types) => {
      const all = await seenOf(urns, direction, await catalog.relatedOf(urns, direction, types, 0, MOST_RELATED));
      const texts = all.flat().map(({ urn }) => urn);
      const ends = knownUrns(catalog.model, texts);
      const there = await catalog.exists(ends, false);
      const typeOf = new Map(ends.filter((_, at) => there[at]).map(({ text, type }) => [text, type.name]));
      return all.map((related) => {
        const counts = new Map<string, number>();
        for (const urn of new Set(related.map((each) => each.urn))) {
          const type = typeOf.get(urn);
          if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1);
        }
        return counts;
      });
    },
    relatedAfter: async (urn, direction, types, after, count) => {
      const found: Pair[] = [];
      let from = after;
      for (let size = FEWEST; ; size = Math.min(2 * size, MOST)) {
        const asked = Math.max(count - found.length, size);
        const page = await catalog.relatedAfter(urn, direction, types, from, asked);
        const seen = await among([urn.text, ...page.map((each) => each.urn)]);
        if (!seen.has(urn.text)) return [];
        const left = page.filter((each) => seen.has(each.urn));
        const shown = await made.shown(left.map((each) => edgeOf(urn.text, direction, each)));
        found.push(...left.filter((each) => shown(edgeOf(urn.text, direction, each))));
        from = page.at(-1);
        if (found.length >= count || page.length < asked) return found.slice(0, count);
      }
    },
    edges: async (request) => {
      const found: ScrolledEdge[] = [];
      let { after } = request;
      for (let size = FEWEST; ; size = Math.min(2 * size, MOST)) {
        const asked = Math.max(request.count - found.length, size);
        const page = await catalog.edges({ ...request, after, count: asked });
        const seen = await among(page.flatMap(({ source, target }) => [source, target]));
        const left = page.filter(({ source, target }) => seen.has(source) && seen.has(target));
        found.push(...left.filter(await made.shown(left)));
        after = page.at(-1)?.id;
        if (found.length >= request.count || page.length < asked) return found.slice(0, request.count);
      }
    },
    columnHolders: async (asked, asOf) => {
      const rows = await catalog.columnHolders(asked, asOf);
      const seen = await among(rows.flatMap(({ source, target, holders }) => [source, target, ...holders]));
      return rows
        .filter(({ source, target }) => seen.has(source) && seen.has(target))
        .map((row) => ({ ...row, holders: row.holders.filter((urn) => seen.has(urn)) }));
    },
  };
}

function waysSeen(catalog: Catalog, { among }: Viewer, made: ColumnEdges, refuse: Refuse): Pick<Catalog, 'lineageWays' | 'relationshipWays'> {
  const seenWays = async (ways: readonly Way[]): Promise<Way[]> => {
    const seen = await among(ways.flatMap(({ urns }) => urns));
    return ways.filter(({ urns }) => urns.every((urn) => seen.has(urn)));
  };
  /** The shortest of those that are shown, as many as are asked for. */
  const shortest = async (asked: Omit<WaysRequest, 'columns'>, read: (asked: Omit<WaysRequest, 'columns'>) => Promise<Way[]>): Promise<Way[]> => {
    const { from, to, count } = asked;
    const ends = await among([from, to]);
    if (!ends.has(from) || !ends.has(to)) return [];
    for (const size of [count, MOST_WAYS]) {
      const ways = await read({ ...asked, count: size });
      const shown = await made.ways(await seenWays(ways));
      if (shown.length >= count || ways.length < size) return shown.slice(0, count);
    }
    throw await refuse(`tell the ways from ${from} to ${to}, which are more than ${MOST_WAYS}`);
  };
  return {
    lineageWays: (asked) => shortest(asked, (more) => catalog.lineageWays(more)),
    relationshipWays: (asked, types) => shortest(asked, (more) => catalog.relationshipWays(more, types)),
  };
}

/** @param judges of what is on the way, what is seen */
function lineageSeen(
  catalog: Catalog,
  { among }: Viewer,
  judges: SeenAmong,
  refuse: Refuse,
): Pick<Catalog, 'lineage' | 'neighbours' | 'landings' | 'stepsBelow'> {
  return {
    lineage: async (request) => {
      const { urn, start, count } = request;
      const nothing = { total: 0, filtered: 0, degrees: [], reached: [] };
      const page = await catalog.lineage({ ...request, start: 0, count: MOST_REACHED }, judges).catch(async (reason) => {
        if (isAboutRequest(reason) || (await among([urn.text])).has(urn.text)) throw reason;
        return undefined;
      });
      if (!page) return nothing;
      // Those that are left out as soft-deleted are counted, if they are seen.
      const all = page.filtered > 0 ? await catalog.lineage({ ...request, includeRemoved: true, start: 0, count: MOST_REACHED }, judges) : page;
      const seen = await among([urn.text, ...all.reached.map((each) => each.urn), ...page.reached.flatMap((each) => [each.urn, ...each.path])]);
      if (!seen.has(urn.text)) return nothing;
      if (all.total > MOST_REACHED) throw await refuse(`follow the lineage of ${urn.text}, which is more than ${MOST_REACHED} entities`);
      const reached = page.reached.filter((each) => seen.has(each.urn)).map((each) => withSeenPath(each, seen));
      const degrees = new Map<number, number>();
      for (const { degree } of reached) degrees.set(degree, (degrees.get(degree) ?? 0) + 1);
      const shown = {
        total: reached.length,
        filtered: all.reached.filter((each) => seen.has(each.urn)).length - reached.length,
        degrees: [...degrees].map(([degree, number]) => ({ degree, count: number })),
        reached: reached.slice(start, start + count),
      };
      return noteAsOf(shown, seen);
    },
    neighbours: async (request) => {
      const texts = request.urns.map(({ text }) => text);
      const start = await among(texts);
      const urns = request.urns.filter(({ text }) => start.has(text));
      const found = new Map((await catalog.neighbours({ ...request, urns, count: MOST_RELATED }, judges)).map((each) => [each.urn, each]));
      const seen = await among([...texts, ...[...found.values()].flatMap(({ upstream, downstream }) => [...upstream.urns, ...downstream.urns])]);
      const large = [...found.values()].find(({ upstream, downstream }) => Math.max(upstream.total, downstream.total) > MOST_RELATED);
      if (large) throw await refuse(`list the neighbours of ${large.urn}, which are more than ${MOST_RELATED}`);
      const sideOf = (urn: string, side: 'upstream' | 'downstream') => {
        const shown = seen.has(urn) ? (found.get(urn)?.[side].urns ?? []).filter((far) => seen.has(far)) : [];
        return { total: shown.length, urns: shown.slice(0, request.count) };
      };
      return texts.map((urn) => ({ urn, upstream: sideOf(urn, 'upstream'), downstream: sideOf(urn, 'downstream') }));
    },
    landings: async (prefix, most) => {
      const rows = await catalog.landings(prefix, MOST_LANDED, judges);
      const seen = await among(rows.flatMap(({ urn, landed }) => [urn, ...landed.map(([far]) => far)]));
      const large = rows.find(({ urn, total, landed }) => seen.has(urn) && total > landed.length);
      if (large) throw await refuse(`follow the column ${large.urn}, which lands in more than ${MOST_LANDED} columns`);
      return rows
        .filter(({ urn }) => seen.has(urn))
        .map(({ urn, landed }) => {
          const shown = landed.filter(([far]) => seen.has(far));
          return { urn, total: shown.length, landed: shown.slice(0, most) };
        });
    },
    stepsBelow: async (urn) => ((await among([urn.text])).has(urn.text) ? catalog.stepsBelow(urn, judges) : new Map()),
  };
}
