/**
 * Reads edges page by page, for scrolls: of several entities, or all of a type.
 */
import { type Graph, readRows, whole, wholeOrNull } from './driver.ts';
import { edgePattern, typeNames } from './statements.ts';

export interface EdgeScroll {
  /** Relationship names of the model. */
  readonly types: readonly string[];
  /** Prefixes of URNs. If absent: any. */
  readonly sourcePrefixes: readonly string[] | undefined;
  readonly targetPrefixes: readonly string[] | undefined;
  /** URNs. If absent: any. */
  readonly sources: readonly string[] | undefined;
  readonly targets: readonly string[] | undefined;
  /** Include edges with a soft-deleted end? */
  readonly includeRemoved: boolean;
  /** Id of the last edge of the page before. */
  readonly after: number | undefined;
  readonly count: number;
}

export interface ScrolledEdge {
  readonly id: number;
  readonly type: string;
  readonly source: string;
  readonly target: string;
}

/** An edge of column lineage, and the entities whose aspects make it. */
export interface HeldColumns {
  readonly source: string;
  readonly target: string;
  readonly holders: readonly string[];
}

/** @param type the name of column lineage @param asOf epoch ms; if absent: now */
export function readHolders(
  graph: Graph,
  rows: readonly Pick<HeldColumns, 'source' | 'target'>[],
  type: string,
  asOf: number | undefined,
): Promise<HeldColumns[]> {
  const params = { rows: rows.map(({ source, target }) => ({ source, target })), type, asOf: wholeOrNull(asOf) };
  return readRows<HeldColumns>(graph, 'read/read-edge-holders', params, { edge: edgePattern([type, 'PAST'], 'OUTGOING') });
}

/** How many ids to look at for a page, and how many at most if few of them are edges that are asked for. */
const LEAST_IDS = 20_000;
const MOST_IDS = 320_000;
/** How many ids of edges to read at once where the edges are far apart. */
const IDS_AT_ONCE = 2_000;

/** Edges in the order of their ids. Begins at the given URNs, or else at the id. */
export function readEdges(graph: Graph, scroll: EdgeScroll): Promise<ScrolledEdge[]> {
  return scroll.sources || scroll.targets ? edgesOfSome(graph, scroll) : edgesOfAll(graph, scroll);
}

function edgesOfSome(graph: Graph, scroll: EdgeScroll): Promise<ScrolledEdge[]> {
  const { sources, targets } = scroll;
  const params = {
    ...filterOf(scroll),
    urns: sources ?? targets,
    targets: targets ?? null,
    after: whole(scroll.after ?? -1),
    count: whole(scroll.count),
  };
  return readRows<ScrolledEdge>(graph, 'read/page-edges-of', params, { types: typeNames(scroll.types), near: sources ? 's' : 't' });
}

/**
 * Looks at the next ids. Edges that were written together have ids that follow each other. Where no id is an edge that is asked for, the next
 * ones are found by their types: that walks all edges of these types.
 */
async function edgesOfAll(graph: Graph, scroll: EdgeScroll): Promise<ScrolledEdge[]> {
  const types = typeNames(scroll.types);
  const found: ScrolledEdge[] = [];
  const read = async (ids: readonly number[] | null, from: number, to: number): Promise<number> => {
    const range = { ids: ids?.map(whole) ?? null, from: whole(from), to: whole(to) };
    const params = { ...filterOf(scroll), ...range, count: whole(scroll.count - found.length) };
    const rows = await readRows<ScrolledEdge>(graph, 'read/page-edges', params, { types });
    found.push(...rows);
    return rows.length;
  };
  let after = scroll.after ?? -1;
  for (let most = LEAST_IDS; found.length < scroll.count; most = Math.min(2 * most, MOST_IDS)) {
    const some = await read(null, after + 1, after + most);
    after += most;
    if (some > 0) continue;
    const next = await readRows<{ id: number }>(graph, 'read/next-edges', { after: whole(after), count: whole(IDS_AT_ONCE) }, { types });
    const last = next.at(-1);
    if (!last) break;
    await read(
      next.map(({ id }) => id),
      0,
      0,
    );
    after = last.id;
  }
  return found;
}

function filterOf({ sourcePrefixes, targetPrefixes, includeRemoved }: EdgeScroll): Record<string, unknown> {
  return { sourcePrefixes: sourcePrefixes ?? null, targetPrefixes: targetPrefixes ?? null, removed: includeRemoved };
}
