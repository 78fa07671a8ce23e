/**
 * Loads the lineage that the reader wants to see: one request for each hop, then one for the names.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type NodeInfo, readNeighbours, readNodes } from '../../api/lineage.ts';
import { type Known, type LineageGraph, MOST_NODES, shownGraph, unread } from './known.ts';
import type { Wanted } from './wanted.ts';

/** How many neighbours of a side are read at first. Hubs have more; their list reads them. */
const FIRST_READ = 50;

interface Loaded {
  readonly known: Known;
  readonly info: ReadonlyMap<string, NodeInfo>;
  readonly wanted: Wanted;
}

export interface Exploration {
  readonly known: Known;
  /** Undefined until the first picture is complete. Then it stays until the next is. */
  readonly graph: LineageGraph | undefined;
  readonly info: ReadonlyMap<string, NodeInfo>;
  readonly busy: boolean;
  readonly error: unknown;
  retry(): void;
}

const NOTHING: Known = new Map();
const NO_INFO: ReadonlyMap<string, NodeInfo> = new Map();

/** @param wanted the same object as long as the reader wants the same */
export function useLineage(root: string, wanted: Wanted): Exploration {
  const [loaded, set] = useState<Loaded | undefined>(undefined);
  const [error, setError] = useState<unknown>(undefined);
  const [turn, again] = useState(0);
  const latest = useRef<Loaded | undefined>(undefined);
  useEffect(() => {
    const abort = new AbortController();
    setError(undefined);
    load(root, wanted, latest.current, abort.signal).then(
      (next) => {
        if (abort.signal.aborted) return;
        latest.current = next;
        set(next);
      },
      (problem: unknown) => abort.signal.aborted || setError(problem),
    );
    return () => abort.abort();
  }, [root, wanted, turn]);
  const graph = useMemo(() => loaded && shownGraph(loaded.known, root, loaded.wanted), [loaded, root]);
  return {
    known: loaded?.known ?? NOTHING,
    graph,
    info: loaded?.info ?? NO_INFO,
    busy: loaded?.wanted !== wanted && error === undefined,
    error,
    retry: useCallback(() => again((number) => number + 1), []),
  };
}

async function load(root: string, wanted: Wanted, before: Loaded | undefined, signal: AbortSignal): Promise<Loaded> {
  let known = before?.known ?? NOTHING;
  let graph = shownGraph(known, root, wanted);
  for (let missing = unread(known, graph, wanted); missing.nodes.length + missing.whole.length > 0; missing = unread(known, graph, wanted)) {
    const [near, whole] = await Promise.all([readNeighbours(missing.nodes, FIRST_READ, signal), readNeighbours(missing.whole, MOST_NODES, signal)]);
    known = new Map([...known, ...near, ...whole]);
    graph = shownGraph(known, root, wanted);
  }
  const info = before?.info ?? NO_INFO;
  const unnamed = graph.nodes.filter((urn) => !info.has(urn));
  return { known, wanted, info: unnamed.length === 0 ? info : new Map([...info, ...(await readNodes(unnamed, signal))]) };
}
