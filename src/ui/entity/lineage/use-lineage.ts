/**
 * Loads the lineage that the reader wants to see: one request for each hop, then one for the names.
 */
import { useMemo } from 'preact/hooks';
import { type NodeInfo, readNeighbours, readNodes } from '../../api/lineage.ts';
import type { KnownNeighbours } from '../../data/side.ts';
import { type LoadState, useLoad } from '../../parts/use-load.ts';
import { type LineageGraph, MOST_NODES, shownGraph, unread } from './known.ts';
import { type LineageView, wantedIn } from './wanted.ts';

/** How many neighbours of a side are read at first. Hubs have more; their list reads them. */
const FIRST_READ = 50;

interface ExploredLineage {
  readonly known: KnownNeighbours;
  readonly info: ReadonlyMap<string, NodeInfo>;
  readonly wanted: LineageView;
}

export interface Exploration {
  readonly known: KnownNeighbours;
  /** Undefined until the first picture is complete. Then it stays until the next is. */
  readonly graph: LineageGraph | undefined;
  readonly info: ReadonlyMap<string, NodeInfo>;
  readonly busy: boolean;
  readonly error: unknown;
  retry(): void;
}

const NOTHING: KnownNeighbours = new Map();
const NO_INFO: ReadonlyMap<string, NodeInfo> = new Map();

/**
 * @param query the parameters of the address on which the picture depends
 * @param asOf the time of which to read it, epoch ms; undefined: now
 */
export function useLineage(root: string, query: string, asOf: number | undefined): Exploration {
  const read: LoadState<ExploredLineage> = useLoad(
    (signal) => load(root, wantedIn(new URLSearchParams(query)), asOf, read.last, signal),
    [root, query, asOf],
  );
  const { last, error, loading, reload } = read;
  const graph = useMemo(() => last && shownGraph(last.known, root, last.wanted), [last, root]);
  return { known: last?.known ?? NOTHING, graph, info: last?.info ?? NO_INFO, busy: loading, error, retry: reload };
}

async function load(
  root: string,
  wanted: LineageView,
  asOf: number | undefined,
  before: ExploredLineage | undefined,
  signal: AbortSignal,
): Promise<ExploredLineage> {
  let known = before?.known ?? NOTHING;
  let graph = shownGraph(known, root, wanted);
  for (let missing = unread(known, graph, wanted); missing.nodes.length + missing.whole.length > 0; missing = unread(known, graph, wanted)) {
    const [near, whole] = await Promise.all([
      readNeighbours(missing.nodes, FIRST_READ, asOf, signal),
      readNeighbours(missing.whole, MOST_NODES, asOf, signal),
    ]);
    known = new Map([...known, ...near, ...whole]);
    graph = shownGraph(known, root, wanted);
  }
  const info = before?.info ?? NO_INFO;
  const unnamed = graph.nodes.filter((urn) => !info.has(urn));
  return { known, wanted, info: unnamed.length === 0 ? info : new Map([...info, ...(await readNodes(unnamed, signal))]) };
}
