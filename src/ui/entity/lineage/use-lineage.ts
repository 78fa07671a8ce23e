/**
 * Loads the lineage around an entity while the reader explores it: known data grows, and the reader chooses what is open.
 */
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { type NodeInfo, readNeighbours, readNodes } from '../../api/lineage.ts';
import { hiddenCount, type Known, type LineageGraph, levels, SIDES, type Side, shownGraph, sideKey, withNeighbours } from './known.ts';

/** How many neighbours are read at once. More stay behind a button, so that a hub does not flood the picture. */
const PAGE = 12;
/** The graph opens hops by itself only up to this many nodes. */
export const MOST_NODES = 400;
/** The first picture should be small: if a hop would exceed this many nodes, the reader decides. */
export const FIRST_NODES = 40;
/** Requests at the same time. */
const LANES = 4;

export interface Exploration {
  readonly graph: LineageGraph;
  readonly info: ReadonlyMap<string, NodeInfo>;
  readonly busy: boolean;
  readonly error: unknown;
  /** The last automatic opening stopped before the end of the lineage. */
  readonly cut: boolean;
  /** How many neighbours of a node are not shown; undefined until that is known. */
  hidden(urn: string, side: Side): number | undefined;
  isOpen(urn: string, side: Side): boolean;
  /** Shows the next neighbours of a node on one side. */
  expand(urn: string, side: Side): Promise<void>;
  collapse(urn: string, side: Side): void;
  /**
   * Shows everything within this many hops upstream and downstream, and nothing else. Stops at a hop that leads to more than `most` nodes.
   */
  openTo(hops: number, most: number): Promise<void>;
}

export function useLineage(root: string): Exploration {
  const [known, setKnown] = useState<Known>(new Map());
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [info, setInfo] = useState<ReadonlyMap<string, NodeInfo>>(new Map());
  const [running, setRunning] = useState(0);
  const [error, setError] = useState<unknown>(undefined);
  const [cut, setCut] = useState(false);
  const now = useRef<Known>(known);
  const gone = useRef(new AbortController());
  useEffect(() => () => gone.current.abort(), []);
  const graph = useMemo(() => shownGraph(known, { root, open }), [known, root, open]);
  const nodes = useMemo(() => new Set(graph.nodes), [graph]);

  /** Reads the next page of one side of a node. */
  const read = useCallback(async (urn: string, side: Side): Promise<void> => {
    const before = now.current.get(urn)?.[side];
    if (before && before.urns.length >= before.total) return;
    const { urns, total } = await readNeighbours(urn, side, before?.urns.length ?? 0, PAGE, gone.current.signal);
    now.current = withNeighbours(now.current, urn, side, { urns: [...new Set([...(before?.urns ?? []), ...urns])], total });
  }, []);

  const doing = useCallback(async (work: () => Promise<void>): Promise<void> => {
    setRunning((count) => count + 1);
    setError(undefined);
    try {
      await work();
    } catch (problem) {
      if (!gone.current.signal.aborted) setError(problem);
    } finally {
      if (!gone.current.signal.aborted) {
        setKnown(now.current);
        setRunning((count) => count - 1);
      }
    }
  }, []);

  const expand = (urn: string, side: Side): Promise<void> =>
    doing(async () => {
      const before = now.current.get(urn)?.[side];
      const fresh = before?.urns.some((each) => !nodes.has(each)) ?? false;
      if (!fresh) await read(urn, side);
      setOpen((opened) => new Set([...opened, sideKey(urn, side)]));
    });

  const openTo = useCallback(
    (hops: number, most: number): Promise<void> =>
      doing(async () => {
        const opened = new Set<string>();
        const met = new Set([root]);
        for (let hop = 0; hop < hops; hop++) {
          const frontier = SIDES.flatMap((side) => (levels(now.current, root, side, opened)[hop] ?? []).map((urn) => ({ urn, side })));
          await inLanes(
            frontier.filter(({ urn, side }) => !now.current.get(urn)?.[side]),
            ({ urn, side }) => read(urn, side),
          );
          const next = new Set([...met, ...frontier.flatMap(({ urn, side }) => now.current.get(urn)?.[side]?.urns ?? [])]);
          if (next.size === met.size) break;
          setCut(next.size > most);
          // The first hop is always shown; its pages are short.
          if (next.size > most && hop > 0) break;
          for (const { urn, side } of frontier) opened.add(sideKey(urn, side));
          for (const urn of next) met.add(urn);
          setKnown(now.current);
          setOpen(new Set(opened));
        }
      }),
    [root],
  );

  // Reads the names of the new nodes, and how many more neighbours each has.
  useEffect(() => {
    const unnamed = graph.nodes.filter((urn) => !info.has(urn));
    if (unnamed.length > 0)
      readNodes(unnamed, gone.current.signal).then(
        (found) => setInfo((before) => new Map([...before, ...found])),
        (problem: unknown) => gone.current.signal.aborted || setError(problem),
      );
    const unknown = graph.nodes.flatMap((urn) => SIDES.filter((side) => !now.current.get(urn)?.[side]).map((side) => ({ urn, side })));
    if (unknown.length > 0 && running === 0)
      inLanes(unknown, ({ urn, side }) => read(urn, side)).then(
        () => setKnown(now.current),
        (problem: unknown) => gone.current.signal.aborted || setError(problem),
      );
  }, [graph.nodes, running]);

  return {
    graph,
    info,
    busy: running > 0,
    error,
    cut,
    hidden: (urn, side) => hiddenCount(known, nodes, urn, side),
    isOpen: (urn, side) => open.has(sideKey(urn, side)),
    expand,
    collapse: (urn, side) => setOpen((opened) => new Set([...opened].filter((each) => each !== sideKey(urn, side)))),
    openTo,
  };
}

/** Runs a few at a time. The first failure ends it. */
async function inLanes<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const lane = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
