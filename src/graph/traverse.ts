/**
 * Follows lineage: one statement traverses as far as needed.
 */
import { type Graph, place, readRows, whole, wholeOrNull } from './driver.ts';
import { arrow } from './statements.ts';

export interface Traversal {
  readonly urn: string;
  /** The prefix of the URNs of all columns: they are soft-deleted with what has them. */
  readonly columns: string;
  readonly direction: 'UPSTREAM' | 'DOWNSTREAM';
  /** Most hops. If absent: no limit. */
  readonly hops: number | undefined;
  readonly start: number;
  readonly count: number;
  /** The relationship names to follow. If absent: all lineage. */
  readonly types: readonly string[] | undefined;
  /** Prefixes of the URNs to answer. If absent: any. */
  readonly prefixes: readonly string[] | undefined;
  /** The degrees to answer; 3 means 3 and more. If absent: all. */
  readonly degrees: readonly number[] | undefined;
  /** Only these URNs. If absent: any. */
  readonly among: readonly string[] | undefined;
  /** Only entities that exist, not URNs that others merely refer to? */
  readonly existing: boolean;
  readonly includeRemoved: boolean;
  /** Window of the stamps of edges, epoch ms, both ends included; edges without a stamp are walked. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Epoch ms. If absent: now. */
  readonly asOf: number | undefined;
  /** If absent: along all edges. */
  readonly steps: JudgedSteps | undefined;
}

/** Which edges of those that are judged may be followed. */
export interface JudgedSteps {
  /** `stepOf` */
  readonly shown: readonly string[];
  /** Is the lineage of tables judged that only columns tell? What begins at a column is. */
  readonly tables: boolean;
}

/** An edge that is judged, from the downstream to the upstream end, and the entity whose aspect makes it: for columns, that need not be an end. */
export interface ColumnStep {
  readonly source: string;
  readonly target: string;
  readonly holder: string;
  /** The name of the relationship, if it is between tables. */
  readonly via: string | null;
}

/** A step as a walk is told of it. */
export function stepOf({ source, target, holder }: Omit<ColumnStep, 'via'>): string {
  return [source, target, holder].join('\n');
}

/** Walks from the entities whose URNs are in a range: from the first to before the end, so many of them. */
export interface Walks extends Pick<Traversal, 'columns' | 'direction' | 'hops' | 'asOf'> {
  readonly first: string;
  readonly end: string;
  readonly starts: number;
}

/** The edges that walks meet and that are judged, at most `most`. @param tables those between tables, too? */
export function readColumnSteps(graph: Graph, { first, end, starts, columns, ...walk }: Walks, tables: boolean, most: number): Promise<ColumnStep[]> {
  const params = { first, end, starts: whole(starts), columns, tables, asOf: wholeOrNull(walk.asOf), most: whole(most) };
  return readRows<ColumnStep>(graph, 'traverse/walk-columns', params, lineageParts(walk));
}

/** The edges one hop around these entities that are judged. */
export function readNearSteps(
  graph: Graph,
  { urns, columns, asOf }: Pick<Traversal, 'columns' | 'asOf'> & { readonly urns: readonly string[] },
  tables: boolean,
): Promise<ColumnStep[]> {
  return readRows<ColumnStep>(graph, 'traverse/read-judged', { urns, columns, tables, asOf: wholeOrNull(asOf) }, pastToo(asOf));
}

/** Edges of lineage, and those that have ended as of a time. */
export function pastToo(asOf: number | undefined): { edges: string } {
  return { edges: asOf === undefined ? 'UPSTREAM' : 'UPSTREAM|PAST_UPSTREAM' };
}

/** The judged steps as parameters. */
export function stepsParams(steps: JudgedSteps | undefined): { steps: readonly string[] | null; tables: boolean } {
  return { steps: steps?.shown ?? null, tables: steps?.tables ?? false };
}

export interface Reached {
  readonly urn: string;
  /** The hops of the shortest path. */
  readonly degree: number;
  /** The URNs of one shortest path, including the start and this entity. */
  readonly path: readonly string[];
  /** The relationship names along the path. */
  readonly relationships: readonly string[];
  /** For each of them the query that makes it, or the entity whose aspect says so. */
  readonly by: readonly string[];
  /** Of the last step, if they are known. */
  readonly stamps: EdgeStamps;
}

/** Times in epoch ms; `properties` is JSON text. */
interface EdgeStamps {
  readonly createdOn: number | null;
  readonly createdActor: string | null;
  readonly updatedOn: number | null;
  readonly updatedActor: string | null;
  readonly properties: string | null;
}

export const NO_STAMPS: EdgeStamps = { createdOn: null, createdActor: null, updatedOn: null, updatedActor: null, properties: null };

export interface TraversalPage {
  /** Time of the hard delete of the start, where there was one. */
  readonly forgotten: number | undefined;
  readonly total: number;
  /** How many were left out as soft-deleted. */
  readonly filtered: number;
  readonly degrees: readonly { readonly degree: number; readonly count: number }[];
  readonly reached: readonly Reached[];
}

type StampsTuple = [
  createdOn: number | null,
  createdActor: string | null,
  updatedOn: number | null,
  updatedActor: string | null,
  properties: string | null,
];
type ReachedTuple = [urn: string, degree: number, path: string[], relationships: string[], by: string[], stamps: StampsTuple];
interface Row {
  forgotten: number | null;
  total: number;
  filtered: number;
  degrees: [number, number][];
  page: ReachedTuple[];
}

/** Follows lineage from an entity. From a URN that nobody has written or referred to, it reaches nothing. */
export async function traverse(graph: Graph, walk: Traversal): Promise<TraversalPage> {
  const [row] = await readRows<Row>(graph, 'traverse/walk-lineage', paramsOf(walk), lineageParts(walk));
  return {
    forgotten: row?.forgotten ?? undefined,
    total: row?.total ?? 0,
    filtered: row?.filtered ?? 0,
    degrees: (row?.degrees ?? []).map(([degree, count]) => ({ degree, count })),
    reached: (row?.page ?? []).map(([urn, degree, path, relationships, by, [createdOn, createdActor, updatedOn, updatedActor, properties]]) => ({
      urn,
      degree,
      path,
      relationships,
      by,
      stamps: { createdOn, createdActor, updatedOn, updatedActor, properties },
    })),
  };
}

/** What limits a walk to a time, as parameters. */
function timesOf({ from, to, asOf }: Pick<Traversal, 'from' | 'to' | 'asOf'>): Record<string, bigint | null> {
  return { from: wholeOrNull(from), to: wholeOrNull(to), asOf: wholeOrNull(asOf) };
}

function paramsOf(walk: Traversal): Record<string, unknown> {
  const { urn, columns, types: via = null, prefixes = null, degrees, among = null, existing, includeRemoved: removed } = walk;
  const { start, count } = walk;
  return {
    ...{ urn, columns, via, prefixes, among, existing, removed },
    ...stepsParams(walk.steps),
    ...timesOf(walk),
    degrees: degrees?.map(whole) ?? null,
    start: place(start),
    count: whole(count),
  };
}

/** The parts of the statement's text: arrows, relationship types, and the number of hops, because a pattern takes no parameter there. */
function lineageParts({ direction, asOf, hops }: Pick<Traversal, 'direction' | 'asOf' | 'hops'>): Record<string, string> {
  const [near, far] = direction === 'UPSTREAM' ? [arrow('OUTGOING'), arrow('INCOMING')] : [arrow('INCOMING'), arrow('OUTGOING')];
  return {
    ...near,
    farLeft: far.left,
    farRight: far.right,
    ...pastToo(asOf),
    hops: hops === undefined ? '' : String(Math.trunc(hops)),
  };
}

interface Reach {
  /** Time of the hard delete of the start, where there was one. */
  readonly forgotten: number | undefined;
  /** How many were left out as soft-deleted. */
  readonly filtered: number;
  /** By degree and URN. */
  readonly reached: readonly (readonly [urn: string, degree: number])[];
}

/** The next entities of each that a walk meets, the start included. */
export async function readSteps(
  graph: Graph,
  walk: Pick<Traversal, 'urn' | 'columns' | 'direction' | 'from' | 'to' | 'asOf' | 'steps'>,
): Promise<Map<string, readonly string[]>> {
  const { urn, columns } = walk;
  const params = { urn, columns, ...stepsParams(walk.steps), ...timesOf(walk) };
  const rows = await readRows<{ urn: string; next: string[] }>(graph, 'traverse/read-steps', params, lineageParts({ ...walk, hops: undefined }));
  return new Map(rows.map((row) => [row.urn, row.next]));
}

/** What a reach includes although it is not stored: nothing, columns of stored datasets (most columns are not stored), or everything. */
export type Unstored = 'NONE' | 'COLUMNS' | 'ALL';

/** Everything that is reached, without the paths. */
export async function readReach(
  graph: Graph,
  walk: Pick<Traversal, 'urn' | 'columns' | 'direction' | 'hops' | 'prefixes' | 'includeRemoved' | 'from' | 'to' | 'asOf' | 'steps'>,
  unstored: Unstored,
): Promise<Reach> {
  const everything = { types: undefined, degrees: undefined, among: undefined, existing: true, start: 0, count: 0 };
  const [row] = await readRows<{ forgotten: number | null; filtered: number; reached: [string, number][] }>(
    graph,
    'traverse/walk-reach',
    { ...paramsOf({ ...everything, ...walk }), unstored },
    lineageParts(walk),
  );
  return { forgotten: row?.forgotten ?? undefined, filtered: row?.filtered ?? 0, reached: row?.reached ?? [] };
}
