/**
 * Reads as of a time: entities, versions, relationships as a reader would have seen them then.
 */
import type { StoredAspect } from './changes.ts';
import type { Near } from './dense/orders.ts';
import { type Graph, place, readRows, whole } from './driver.ts';
import type { Slice } from './related.ts';
import { edgePattern } from './statements.ts';
import { storedAspect, type WholeTuple } from './stored-aspect.ts';

/** Most URNs of one statement. */
const MOST_AT_ONCE = 100;

export interface EntityAsOf {
  /** Time of the hard delete, epoch ms, if there was one. */
  readonly forgotten: number | undefined;
  readonly removed: boolean;
  readonly aspects: readonly StoredAspect[];
  /** Aspects whose older versions retention removed, and since when versions are kept. */
  readonly cut: readonly { readonly name: string; readonly since: number }[];
}

type Chain = [name: string, until: number | null, oldestSeq: number, oldestAt: number, version: WholeTuple | null];

/** Entities by URN, as of `asOf` (epoch ms). A URN is missing if nobody has written or referred to it. `aspects` selects aspects. */
export async function readEntitiesAsOf(
  graph: Graph,
  urns: readonly string[],
  aspects: readonly string[] | undefined,
  asOf: number,
): Promise<Map<string, EntityAsOf>> {
  const found = new Map<string, EntityAsOf>();
  for (let at = 0; at < urns.length; at += MOST_AT_ONCE) {
    const rows = await readRows<{ urn: string; forgotten: number | null; removed: boolean; chains: Chain[] }>(graph, 'read/read-as-of', {
      urns: urns.slice(at, at + MOST_AT_ONCE),
      aspects: aspects ?? null,
      asOf: whole(asOf),
    });
    for (const { urn, forgotten, removed, chains } of rows) found.set(urn, { forgotten: forgotten ?? undefined, removed, ...inForce(chains) });
  }
  return found;
}

/**
 * The version of each aspect at the time: from the chain that ended first after it. A chain whose first versions were removed cannot answer
 * for the time before.
 */
function inForce(chains: readonly Chain[]): Pick<EntityAsOf, 'aspects' | 'cut'> {
  const first = new Map<string, Chain>();
  for (const chain of chains) {
    const [name, until] = chain;
    const other = first.get(name);
    if (!other || (until ?? Number.POSITIVE_INFINITY) < (other[1] ?? Number.POSITIVE_INFINITY)) first.set(name, chain);
  }
  const aspects: StoredAspect[] = [];
  const cut: { name: string; since: number }[] = [];
  for (const [name, , oldestSeq, since, version] of first.values()) {
    if (version) aspects.push(storedAspect(version));
    else if (oldestSeq > 1) cut.push({ name, since });
  }
  return { aspects, cut };
}

interface VersionsPage {
  readonly forgotten: number | undefined;
  readonly total: number;
  /** Newest first. */
  readonly versions: readonly StoredAspect[];
  /** The oldest version that is kept. */
  readonly oldest: { readonly seq: number; readonly at: number } | undefined;
}

/** A page of the versions of an aspect, as of `asOf` (epoch ms). If absent: now. */
export async function readVersions(
  graph: Graph,
  urn: string,
  aspect: string,
  asOf: number | undefined,
  start: number,
  count: number,
): Promise<VersionsPage> {
  const [row] = await readRows<{ forgotten: number | null; total: number; oldest: [number, number] | null; page: WholeTuple[] }>(
    graph,
    'read/page-versions',
    {
      urn,
      aspect,
      asOf: whole(asOf ?? Number.MAX_SAFE_INTEGER),
      start: place(start),
      count: whole(count),
    },
  );
  if (!row) return { forgotten: undefined, total: 0, versions: [], oldest: undefined };
  const oldest = row.oldest === null ? undefined : { seq: row.oldest[0], at: row.oldest[1] };
  return { forgotten: row.forgotten ?? undefined, total: row.total, versions: row.page.map(storedAspect), oldest };
}

/** Like readRelated, but as of a time (epoch ms). */
export async function readRelatedAsOf(graph: Graph, { urn, direction, types }: Near, { start, count }: Slice, asOf: number) {
  const [row] = await readRows<{ forgotten: number | null; total: number; page: [string, string][] }>(
    graph,
    'read/read-related-as-of',
    { urn, types, asOf: whole(asOf), start: place(start), count: whole(count) },
    { edge: edgePattern([...types, 'PAST'], direction) },
  );
  return { forgotten: row?.forgotten ?? undefined, total: row?.total ?? 0, related: (row?.page ?? []).map(([type, far]) => ({ type, urn: far })) };
}
