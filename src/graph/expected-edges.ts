/**
 * The edges that an entity's latest aspects say, and how they differ from those that are there. Pure: the commit, the rebuilding of
 * edges and their verification all mean the same by an edge.
 */
import { type Edge, edgesOf } from '../model/edges.ts';
import type { Model } from '../model/types.ts';
import { isProblem, parseUrn } from '../model/urn.ts';
import type { EdgeRow, LostEdge, StoredAspect } from './changes.ts';

/** A relationship as the graph has it: an edge of the model, or, with `via`, its double for lineage (UPSTREAM). */
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
}

export interface EdgeDifference {
  /** Edges that are missing, or that stand there other than they should; lineage with its double. */
  readonly begin: readonly EdgeRow[];
  /** Edges and doubles that no aspect says, and those that are made anew. */
  readonly end: readonly HeldEdge[];
  /** Edges that are right but for their stamps. */
  readonly stamp: readonly EdgeRow[];
}

/**
 * What the latest aspects of an entity say, by the present model: nothing for an entity type or an aspect that the model does not have.
 * `at` of an edge is the time of the version that says it.
 *
 * @param lost edges that its aspects make and that went with a hard-deleted end (DANGLING): they come back when the aspect is written
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

/** Expected edges of one holder against those that it holds. An edge that is made anew keeps the time since when it was there. */
export function edgeDifference(expected: readonly EdgeRow[], held: readonly HeldEdge[]): EdgeDifference {
  const edges = groups(held.filter(({ via }) => via === undefined));
  const doubles = groups(held.filter(({ via }) => via !== undefined));
  const begin: EdgeRow[] = [];
  const end: HeldEdge[] = [];
  const stamp: EdgeRow[] = [];
  for (const row of expected) {
    const key = rowKey(row);
    const [mine, upstream] = [edges.get(key) ?? [], doubles.get(doubleKey(row)) ?? []];
    edges.delete(key);
    doubles.delete(doubleKey(row));
    if (mine.length === 1 && upstream.length === (row.lineage ? 1 : 0)) {
      if ([...mine, ...upstream].some(({ stamps }) => !sameStamps(stamps, row.stamps))) stamp.push(row);
      continue;
    }
    end.push(...mine, ...upstream);
    begin.push({ ...row, at: Math.min(...[...mine, ...upstream].map(({ since }) => since ?? row.at), row.at) });
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

/** Of one holder. */
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
