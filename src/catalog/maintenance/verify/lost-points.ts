/**
 * Finds points of timeseries that a commit names and that are not stored. Points also go when somebody deletes them, a run or their entity:
 * a later entry of the log says so.
 */
import { readCommitRows, readHead } from '../../../graph/commit-log.ts';
import type { Graph } from '../../../graph/driver.ts';
import type { LogEntry } from '../../../graph/log-entries.ts';
import { readToVerify, storedPoints } from '../../../graph/verify.ts';
import { SKEW_MS, type StoreDifference } from './difference.ts';
import { type CommitEntry, entriesIn } from './named.ts';

/** Commits that are looked through for a deletion. */
const MOST_SCANNED = 20_000;
const SCANNED_AT_ONCE = 500;

/** @param named the entries of some commits, in their order */
export async function lostPoints(graph: Graph, named: readonly CommitEntry[]): Promise<StoreDifference[]> {
  const points = named.flatMap((entry, place) => {
    const { urn, aspect, type, time } = entry;
    return type === 'point' && time !== undefined ? [{ ...entry, time, place, key: String(place), series: `${urn}|${aspect}` }] : [];
  });
  const stored = await storedPoints(
    graph,
    points.map(({ key, series, time }) => ({ key, series, time })),
  );
  let lost = points.filter(({ key, urn, aspect, place }) => !stored.has(key) && !named.slice(place + 1).some((later) => deletes(later, urn, aspect)));
  if (lost.length === 0) return [];
  const { entities } = await readToVerify(graph, [...new Set(lost.map(({ urn }) => urn))], []);
  const gone = new Map(entities.flatMap(({ urn, beingDeleted, forgotten }) => (beingDeleted || forgotten !== null ? [[urn, forgotten]] : [])));
  lost = lost.filter(({ urn, at }) => !gone.has(urn) || at > (gone.get(urn) ?? at) + SKEW_MS);
  let after = named.at(-1)?.seq ?? 0;
  const { seq: head } = await readHead(graph);
  for (const until = after + MOST_SCANNED; lost.length > 0 && after < head; ) {
    // Behind that, nobody has looked.
    if (after >= until) return [];
    const rows = await readCommitRows(graph, after, SCANNED_AT_ONCE);
    const deletions = rows.flatMap((row) => entriesIn(row) ?? []).filter(({ type }) => type === 'delete');
    lost = lost.filter(({ urn, aspect }) => !deletions.some((later) => deletes(later, urn, aspect)));
    after = rows.at(-1)?.seq ?? head;
  }
  return lost.map(({ urn, aspect, time, seq }) => ({
    what: 'point',
    urn,
    aspect,
    expected: `a point at ${time}, which commit ${seq} has written`,
    got: 'none',
  }));
}

function deletes({ urn, aspect, type }: LogEntry, of: string, series: string): boolean {
  return type === 'delete' && urn === of && aspect === series;
}
