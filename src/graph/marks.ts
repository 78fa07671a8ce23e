/**
 * Marks for indexing: claimed under a lease, read, cleared (docs/architecture.md 4; docs/engines.md 2.6).
 */
import neo4j from 'neo4j-driver';
import { type Graph, inSession, readRows, runAlone, whole } from './driver.ts';
import { type Statement, statement } from './statements.ts';

export interface Claim {
  readonly lease: string;
  /** Epoch ms. */
  readonly at: number;
  readonly entities: readonly { readonly urn: string; readonly mark: string }[];
}

/** How long a claim of entities is valid, ms: twice as long as the longest import (search/client.ts). */
export const LEASE_MS = 30_000;
/** How long to wait before a refused document is tried again, ms. */
const REFUSED_MS = 60_000;

export async function claimMarks(graph: Graph, limit: number): Promise<Claim> {
  const [lease, at] = [crypto.randomUUID(), Date.now()];
  const rows = await writeRows<{ urn: string; mark: string }>(graph, 'jobs/claim-marks', {
    lease,
    now: whole(at),
    until: whole(at + LEASE_MS),
    limit: whole(limit),
  });
  return { lease, at, entities: rows.map(({ urn, mark }) => ({ urn, mark })) };
}

/** Clears the marks that were claimed. Marks that changed since then stay. */
export async function clearMarks(graph: Graph, { lease, at, entities }: Claim): Promise<void> {
  const rows = [...entities].sort((a, b) => (a.urn < b.urn ? -1 : 1));
  await writeRows(graph, 'jobs/clear-marks', { rows, lease, claimedAt: whole(at), mark: crypto.randomUUID() });
}

/** Extends the claim of entities by the length of a lease. Answers those that nobody else has claimed in between. */
export async function renewMarks(graph: Graph, lease: string, urns: readonly string[]): Promise<Set<string>> {
  const rows = await writeRows<{ urn: string }>(graph, 'jobs/renew-marks', { urns: [...urns].sort(), lease, until: whole(Date.now() + LEASE_MS) });
  return new Set(rows.map(({ urn }) => urn));
}

/** Releases the claim of entities at once. */
export async function releaseMarks(graph: Graph, lease: string, urns: readonly string[]): Promise<void> {
  await writeRows(graph, 'jobs/release-marks', { rows: [...urns].sort().map((urn) => ({ urn, until: null, reason: null })), lease });
}

/** Releases entities whose documents were refused, with the reasons. They are tried again later. */
export async function releaseRefused(graph: Graph, lease: string, refused: ReadonlyMap<string, string>): Promise<void> {
  const until = whole(Date.now() + REFUSED_MS);
  const rows = [...refused].sort(([a], [b]) => (a < b ? -1 : 1)).map(([urn, reason]) => ({ urn, until, reason }));
  await writeRows(graph, 'jobs/release-marks', { rows, lease });
}

/** Entities, after a URN, that search does not show because their documents were refused, with the reasons. */
export function refusedEntities(graph: Graph, after: string, limit: number): Promise<{ urn: string; reason: string }[]> {
  return readRows<{ urn: string; reason: string }>(graph, 'jobs/read-refused', { after, limit: whole(limit) });
}

export interface Waiting {
  readonly waiting: number;
  /** Epoch ms. */
  readonly oldest: number | undefined;
  /** Is a new index being filled beside the present one? */
  readonly building: boolean;
}

export async function countMarks(graph: Graph): Promise<Waiting> {
  const [[row], { building }] = await Promise.all([
    readRows<{ waiting: number; oldest: number | null }>(graph, 'jobs/count-marks', {}),
    rebuilding(graph),
  ]);
  return { waiting: row?.waiting ?? 0, oldest: row?.oldest ?? undefined, building: building !== undefined };
}

/** How many entities search does not show yet. If the index was lost, this includes entities that are not marked again yet. */
export async function countLag(graph: Graph): Promise<number> {
  const [row] = await readRows<{ waiting: number }>(graph, 'jobs/count-lag', {});
  return row?.waiting ?? 0;
}

/** Which of these entities still wait for the indexer. */
export async function stillMarked(graph: Graph, urns: readonly string[]): Promise<Set<string>> {
  const rows = await readRows<{ urn: string }>(graph, 'read/read-pending', { urns });
  return new Set(rows.map(({ urn }) => urn));
}

export interface StoredEntity {
  readonly urn: string;
  readonly exists: boolean;
  readonly removed: boolean;
  readonly latest: readonly (readonly [name: string, value: string, meta: string | null])[];
}

/** @param properties name of the aspect whose system metadata (JSON text) is read too */
export function readForIndex(graph: Graph, urns: readonly string[], aspects: readonly string[], properties: string): Promise<StoredEntity[]> {
  return readRows<{ urn: string; exists: boolean; removed: boolean; latest: [string, string, string | null][] }>(graph, 'jobs/read-for-index', {
    urns,
    aspects,
    properties,
  });
}

export interface MarkedPage {
  readonly marked: number;
  /** The last URN of the page. Absent if there are no more. */
  readonly last: string | undefined;
}

/** Marks a page of entities in the order of their URNs, `after` and `below` exclusive. */
export async function sweepPage(graph: Graph, sweep: string, after: string, below: string, limit: number): Promise<MarkedPage> {
  const params = { sweep, after, below, limit: whole(limit), mark: crypto.randomUUID(), at: whole(Date.now()) };
  const [row] = await writeRows<{ marked: number; last: string | null }>(graph, 'jobs/mark-page', params);
  const { marked = 0, last } = row ?? {};
  return { marked, last: marked >= limit ? (last ?? undefined) : undefined };
}

export async function sweepLeft(graph: Graph, sweep: string): Promise<number> {
  const [row] = await readRows<{ left: number }>(graph, 'jobs/count-sweep', { sweep });
  return row?.left ?? 0;
}

export interface Rebuilding {
  /** The collection that is being filled beside the present one, if any. */
  readonly building: string | undefined;
  /** Entities up to this URN are marked. If absent: all are. */
  readonly sweptTo: string | undefined;
  /** If the index was lost: the number of entities that are neither in it nor marked. */
  readonly unswept?: number | undefined;
}

export async function rebuilding(graph: Graph): Promise<Rebuilding> {
  const [row] = await readRows<{ building: string | null; sweptTo: string | null; unswept: number | null }>(graph, 'jobs/read-rebuild', {});
  return { building: row?.building ?? undefined, sweptTo: row?.sweptTo ?? undefined, unswept: row?.unswept ?? undefined };
}

/** Tries to make this server the one that rebuilds, for the length of a lease. Answers whether it is. */
export async function takeRebuilding(graph: Graph, owner: string): Promise<boolean> {
  const now = Date.now();
  const rows = await writeRows(graph, 'jobs/take-rebuild', { owner, now: whole(now), until: whole(now + LEASE_MS) });
  return rows.length > 0;
}

export async function setRebuilding(graph: Graph, { building, sweptTo, unswept }: Rebuilding): Promise<void> {
  await runAlone(graph, 'jobs/set-rebuild', {
    building: building ?? null,
    sweptTo: sweptTo ?? null,
    unswept: unswept === undefined ? null : whole(unswept),
  });
}

/** Runs a writing statement and gives its rows. */
function writeRows<Row extends Record<string, unknown>>(graph: Graph, name: Statement, params: Record<string, unknown>): Promise<Row[]> {
  return inSession(graph, neo4j.session.WRITE, async (session) => {
    const result = await session.run<Row>(statement(name), params);
    return result.records.map((record) => record.toObject());
  });
}
