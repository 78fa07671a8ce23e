/**
 * Lineage: one traversal on the graph's side of the wire, as far as it goes.
 */
import { type Graph, place, readRows, whole } from './driver.ts';

export interface Traversal {
  readonly urn: string;
  readonly direction: 'UPSTREAM' | 'DOWNSTREAM';
  /** Most hops; absent: all. */
  readonly hops: number | undefined;
  readonly start: number;
  readonly count: number;
  /** Relationship names that are walked; absent: all of lineage. */
  readonly types: readonly string[] | undefined;
  /** Beginnings of the URNs that are wanted; absent: any. */
  readonly prefixes: readonly string[] | undefined;
  /** Wanted degrees, of which 3 stands for 3 and more; absent: all. */
  readonly degrees: readonly number[] | undefined;
  /** Only these URNs are wanted; absent: any. */
  readonly among: readonly string[] | undefined;
  /** Only entities that are stored, not those that are merely named. */
  readonly existing: boolean;
  readonly includeRemoved: boolean;
  /** Window of the stamps of edges, epoch ms, both ends included; edges without a stamp are walked. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Epoch ms; absent: now. */
  readonly asOf: number | undefined;
}

export interface Reached {
  readonly urn: string;
  /** Hops of the shortest way. */
  readonly degree: number;
  /** URNs of one shortest way, the start and this entity included. */
  readonly path: readonly string[];
  /** Names of the relationships between them. */
  readonly relationships: readonly string[];
}

export interface TraversalPage {
  /** Time of the hard delete of the start, where there was one. */
  readonly forgotten: number | undefined;
  readonly total: number;
  /** How many were left out as soft-deleted. */
  readonly filtered: number;
  readonly degrees: readonly { readonly degree: number; readonly count: number }[];
  readonly reached: readonly Reached[];
}

type ReachedTuple = [urn: string, degree: number, path: string[], relationships: string[]];
interface Row {
  forgotten: number | null;
  total: number;
  filtered: number;
  degrees: [number, number][];
  page: ReachedTuple[];
  [column: string]: unknown;
}

const ARROWS = {
  UPSTREAM: { left: '-', right: '->', farLeft: '<-', farRight: '-' },
  DOWNSTREAM: { left: '<-', right: '-', farLeft: '-', farRight: '->' },
} as const;

/** A URN that nobody has written or named reaches nothing. */
export async function traverse(graph: Graph, walk: Traversal): Promise<TraversalPage> {
  const [row] = await readRows<Row>(graph, 'traverse/walk-lineage', paramsOf(walk), lineageParts(walk));
  return {
    forgotten: row?.forgotten ?? undefined,
    total: row?.total ?? 0,
    filtered: row?.filtered ?? 0,
    degrees: (row?.degrees ?? []).map(([degree, count]) => ({ degree, count })),
    reached: (row?.page ?? []).map(([urn, degree, path, relationships]) => ({ urn, degree, path, relationships })),
  };
}

function paramsOf({
  urn,
  types,
  prefixes,
  degrees,
  among,
  existing,
  includeRemoved,
  from,
  to,
  asOf,
  start,
  count,
}: Traversal): Record<string, unknown> {
  const time = (value: number | undefined): bigint | null => (value === undefined ? null : whole(value));
  return {
    urn,
    via: types ?? null,
    prefixes: prefixes ?? null,
    degrees: degrees?.map(whole) ?? null,
    among: among ?? null,
    existing,
    removed: includeRemoved,
    from: time(from),
    to: time(to),
    asOf: time(asOf),
    start: place(start),
    count: whole(count),
  };
}

/** What stands in the text of the statement itself: arrows, relationship types, and a number of hops, since a pattern takes no parameter there. */
export function lineageParts({ direction, asOf, hops }: Pick<Traversal, 'direction' | 'asOf' | 'hops'>): Record<string, string> {
  return {
    ...ARROWS[direction],
    edges: asOf === undefined ? 'UPSTREAM' : 'UPSTREAM|PAST_UPSTREAM',
    hops: hops === undefined ? '' : String(Math.trunc(hops)),
  };
}

export interface Reach {
  /** Time of the hard delete of the start, where there was one. */
  readonly forgotten: number | undefined;
  /** How many were left out as soft-deleted. */
  readonly filtered: number;
  /** By degree and URN. */
  readonly reached: readonly (readonly [urn: string, degree: number])[];
}

/**
 * All stored entities that are reached, without the ways to them; columns, which are seldom stored, in any case.
 *
 * @param columns beginning of the URNs of columns
 */
export async function readReach(
  graph: Graph,
  walk: Pick<Traversal, 'urn' | 'direction' | 'hops' | 'prefixes' | 'includeRemoved' | 'from' | 'to' | 'asOf'>,
  columns: string,
): Promise<Reach> {
  const everything = { types: undefined, degrees: undefined, among: undefined, existing: true, start: 0, count: 0 };
  const [row] = await readRows<{ forgotten: number | null; filtered: number; reached: [string, number][] }>(
    graph,
    'traverse/walk-reach',
    { ...paramsOf({ ...everything, ...walk }), columns },
    lineageParts(walk),
  );
  return { forgotten: row?.forgotten ?? undefined, filtered: row?.filtered ?? 0, reached: row?.reached ?? [] };
}
