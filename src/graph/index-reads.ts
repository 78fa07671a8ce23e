/**
 * What the indexer reads from the graph, and what it stores there: it reads the aspects from which it builds documents, and stores which
 * documents the search engine refuses.
 */
import { type Graph, readRows, runAlone, whole } from './driver.ts';
import { edgePattern } from './statements.ts';

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

/** The most who tell something of one entity: what others tell beyond these does not count. */
const MOST_TELLERS = 2_000;

/** Who tells something of entities along a relationship, and their latest version of an aspect; null of a timeseries. */
export function readTellers(
  graph: Graph,
  urns: readonly string[],
  along: string,
  aspect: string,
): Promise<{ urn: string; teller: string; value: string | null }[]> {
  const params = { urns, aspect, most: whole(MOST_TELLERS) };
  return readRows<{ urn: string; teller: string; value: string | null }>(graph, 'jobs/read-tellers', params, {
    edge: edgePattern([along], 'INCOMING'),
  });
}

/** The entities of whom others tell something along relationships, or have told it before. */
export async function findTold(graph: Graph, urns: readonly string[], along: readonly string[]): Promise<string[]> {
  const params = { urns, types: along, most: whole(MOST_TELLERS) };
  const rows = await readRows<{ urn: string }>(graph, 'jobs/find-told', params, { edge: edgePattern(along, 'OUTGOING') });
  return rows.map(({ urn }) => urn);
}

/** Who shares something with entities: those that they name along relationships, with their latest versions of some aspects. */
export function readShared(
  graph: Graph,
  urns: readonly string[],
  along: readonly string[],
  aspects: readonly string[],
): Promise<{ urn: string; latest: [name: string, value: string][] }[]> {
  const params = { urns, aspects, most: whole(MOST_TELLERS) };
  return readRows<{ urn: string; latest: [string, string][] }>(graph, 'jobs/read-shared', params, { edge: edgePattern(along, 'OUTGOING') });
}

/** The entities that name others along relationships, or in one of these aspects though those are hard-deleted. */
export async function findNaming(graph: Graph, urns: readonly string[], along: readonly string[], aspects: readonly string[]): Promise<string[]> {
  const rows = await readRows<{ urn: string }>(graph, 'jobs/find-naming', { urns, aspects }, { edge: edgePattern(along, 'INCOMING') });
  return rows.map(({ urn }) => urn);
}

/** Sorts after every URN. */
export const PAST_ALL = '\uffff';

/** The next entities in the order of their URNs, `after` and `below` exclusive. */
export async function entitiesPage(graph: Graph, after: string, below: string, limit: number): Promise<string[]> {
  const rows = await readRows<{ urn: string }>(graph, 'jobs/page-entities', { after, below, limit: whole(limit) });
  return rows.map(({ urn }) => urn);
}

interface RefusedEntity {
  readonly urn: string;
  readonly reason: string;
}

/** Stores which entities have documents that the search engine refuses, and when to try them again (epoch ms). */
export async function noteProblems(graph: Graph, refused: readonly RefusedEntity[], retryAt: number): Promise<void> {
  await runAlone(graph, 'jobs/note-problems', { rows: refused, retryAt: whole(retryAt) });
}

export async function clearProblems(graph: Graph, urns: readonly string[]): Promise<void> {
  await runAlone(graph, 'jobs/clear-problems', { urns });
}

/** Refused entities after a URN, in order. With `before` (epoch ms): only those that are due before that time. */
export function problemsPage(graph: Graph, after: string, limit: number, before = Number.MAX_SAFE_INTEGER): Promise<RefusedEntity[]> {
  return readRows<{ urn: string; reason: string }>(graph, 'jobs/page-problems', { after, before: whole(before), limit: whole(limit) });
}

/** Which of these entities are refused. */
export async function refusedAmong(graph: Graph, urns: readonly string[]): Promise<string[]> {
  const rows = await readRows<{ urn: string }>(graph, 'jobs/find-problems', { urns });
  return rows.map(({ urn }) => urn);
}
