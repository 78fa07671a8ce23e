/**
 * Computes the edges that the latest aspects of an entity make, and how they differ from the stored ones. Pure. The commit, the rebuild of
 * edges and the verification all use it.
 */
import { type Edge, edgesOf } from '../model/edges.ts';
import type { Model } from '../model/types.ts';
import { isProblem, parseUrn } from '../model/urn.ts';
import type { EdgeRow, LostEdge, StoredAspect } from './changes.ts';

/** A stored relationship: an edge of the model, or, with `via`, its double for lineage (UPSTREAM). */
export interface HeldEdge {
  readonly id: number;
  readonly type: string;
  readonly via: string | undefined;
  readonly source: string;
  readonly target: string;
  readonly aspect: string;
  readonly holder: string;
  readonly since: number | undefined;
  readonly stamps: EdgeRow['stamps'];
  readonly columnsOnly: boolean;
}

export interface EdgeDifference {
  /** Edges that are missing or differ; lineage edges with their doubles. */
  readonly begin: readonly EdgeRow[];
  /** Edges and doubles that no aspect makes, and those that are created again. */
  readonly end: readonly HeldEdge[];
  /** Edges of which only the stamps differ. */
  readonly stamp: readonly EdgeRow[];
}

/**
 * The edges that the latest aspects of an entity make, by the present model. Entity types and aspects that the model does not have make
 * none. `at` of an edge is the time of the version that makes it.
 *
 * @param lost edges of these aspects that were removed with a hard-deleted end (DANGLING). They come back only when the aspect is written.
 */
export function expectedEdges(
  model: Model,
  urn: string,
  latest: readonly Pick<StoredAspect, 'name' | 'value' | 'at'>[],
  lost: readonly LostEdge[] = [],
): EdgeRow[] {
  const read = parseUrn(model, urn);
  if (isProblem(read)) return [];
  const gone = new Set(lost.map(rowKey));
  return latest.flatMap(({ name, value, at }) => {
    const aspect = read.type.aspects.get(name);
    if (!aspect || (aspect.relationships.length === 0 && aspect.columnLineage.length === 0)) return [];
    const edges: Edge[] = [...edgesOf(model, aspect, urn, JSON.parse(value)).values()];
    return edges.map((edge): EdgeRow => ({ ...edge, aspect: name, holder: urn, at })).filter((row) => !gone.has(rowKey(row)));
  });
}

/** Can all of these values be read? Where one cannot, nobody knows which edges it says: they are left as they are. */
export function areReadable(values: readonly string[]): boolean {
  try {
    for (const value of values) JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

/** Compares the expected edges of one holder with its stored edges. An edge that is created again keeps its `since`. */
export function edgeDifference(expected: readonly EdgeRow[], held: readonly HeldEdge[]): EdgeDifference {
  const edges = groups(held.filter(({ via }) => via === undefined));
  const doubles = groups(held.filter(({ via }) => via !== undefined));
  const begin: EdgeRow[] = [];
  const end: HeldEdge[] = [];
  const stamp: EdgeRow[] = [];
  // Of an aspect with two latest versions both say the same edge: it must not become two.
  for (const row of new Map(expected.map((each) => [rowKey(each), each])).values()) {
    const key = rowKey(row);
    const [mine, upstream] = [edges.get(key) ?? [], doubles.get(doubleKey(row)) ?? []];
    edges.delete(key);
    doubles.delete(doubleKey(row));
    const told = [...mine, ...upstream];
    if (mine.length === 1 && upstream.length === (row.lineage ? 1 : 0) && told.every((each) => each.columnsOnly === (row.columnsOnly ?? false))) {
      if (told.some(({ stamps }) => !sameStamps(stamps, row.stamps))) stamp.push(row);
      continue;
    }
    end.push(...told);
    begin.push({ ...row, at: Math.min(...told.map(({ since }) => since ?? row.at), row.at) });
  }
  for (const rest of [...edges.values(), ...doubles.values()]) end.push(...rest);
  return { begin, end, stamp };
}

function groups(held: readonly HeldEdge[]): Map<string, HeldEdge[]> {
  const found = new Map<string, HeldEdge[]>();
  for (const edge of held) {
    const key = rowKey({ ...edge, type: edge.via ?? edge.type });
    found.set(key, [...(found.get(key) ?? []), edge]);
  }
  return found;
}

/** Identifies an edge among those of one holder. */
function rowKey({ aspect, type, source, target }: LostEdge): string {
  return `${aspect}\u0000${type}\u0000${source}\u0000${target}`;
}

/** UPSTREAM runs from the downstream to the upstream end. */
function doubleKey(row: EdgeRow): string {
  return row.lineage === 'downstream' ? rowKey({ ...row, source: row.target, target: row.source }) : rowKey(row);
}

function sameStamps(one: EdgeRow['stamps'], other: EdgeRow['stamps']): boolean {
  const names = Object.keys(one);
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name]);
}
