/**
 * Checks the log: its commits follow each other without a gap, each says something, and says of the versions what is stored. The other way
 * round, versions and points that were written since the oldest commit are named in one. Nothing of the log can be repaired.
 */
import { type CommitRow, nextCommit, readCommitRows, readHead } from '../../../graph/commit-log.ts';
import type { Graph } from '../../../graph/driver.ts';
import type { LogEntry, LoggedType } from '../../../graph/log-entries.ts';
import { commitsAtTimes, readTheseCommits, readToVerify, type VerifiedEntity } from '../../../graph/verify.ts';
import type { Model } from '../../../model/types.ts';
import { isProblem, parseUrn } from '../../../model/urn.ts';
import { type Finding, SKEW_MS, type StoreDifference } from './difference.ts';
import { lostPoints } from './lost-points.ts';
import { type CommitEntry, entriesIn } from './named.ts';

/** Commits of a page, and the entries after which it ends. */
const COMMITS = 200;
const MOST_ENTRIES = 2_000;
const ENTITIES_AT_ONCE = 50;

interface LogPage {
  readonly findings: Finding[];
  readonly checked: number;
  /** The last commit of the page; absent at the end of the log. */
  readonly last: number | undefined;
}

/** @param after 0: from the oldest commit that is kept. @param retention are older versions of an aspect removed? */
export async function logPage(graph: Graph, after: number, retention: (aspect: string) => boolean): Promise<LogPage> {
  const rows = await readCommitRows(graph, Math.max(0, after - 1), COMMITS);
  const before = after > 0 && rows[0]?.seq === after ? rows.shift() : undefined;
  const differences: StoreDifference[] = [];
  const named: CommitEntry[] = [];
  let last: Pick<CommitRow, 'seq' | 'at' | 'changed'> | undefined = before;
  let [checked, seen] = [0, 0];
  for (const row of rows) {
    const entries = entriesIn(row);
    differences.push(...rowDifferences(row, entries, last, after === 0));
    for (const entry of entries ?? []) named.push({ ...entry, seq: row.seq, at: row.at });
    last = row;
    checked++;
    seen += entries?.length ?? 0;
    if (seen > MOST_ENTRIES) break;
  }
  const over = checked === rows.length && rows.length + (before ? 1 : 0) < COMMITS;
  if (over) differences.push(...(await headDifferences(graph, last)));
  differences.push(
    ...(await namedDifferences(graph, named, retention)),
    ...(await lostPoints(
      graph,
      named.filter(({ type }) => STORED_FOR[type] !== 'version'),
    )),
  );
  return { findings: differences.map((difference) => ({ difference })), checked, last: over ? undefined : last?.seq };
}

function commitDifference(expected: string, got: string): StoreDifference {
  return { what: 'commit', urn: '', expected, got };
}

function rowDifferences(
  { seq, at, changed }: CommitRow,
  entries: readonly LogEntry[] | undefined,
  last: Pick<CommitRow, 'seq' | 'at' | 'changed'> | undefined,
  fromOldest: boolean,
): StoreDifference[] {
  const found: StoreDifference[] = [];
  const next = last && last.seq + 1;
  if (next !== undefined && seq !== next) found.push(commitDifference(`commit ${next} after commit ${next - 1}`, `commit ${seq}`));
  if (last && at < last.at) found.push(commitDifference(`a time of commit ${seq} that is not before that of the commit before`, String(at)));
  if (!entries) return [...found, commitDifference(`changes of commit ${seq} that can be read`, 'others')];
  if (entries.length === 0) found.push(commitDifference(`changes in commit ${seq}`, 'none'));
  const sum = new Set(entries.map(({ urn }) => urn)).size + (last?.changed ?? 0);
  const known = last ? seq === next : fromOldest && seq === 1;
  if (known && changed !== sum) found.push(commitDifference(`${sum} changed entities up to commit ${seq}, as its changes say`, String(changed)));
  return found;
}

async function headDifferences(graph: Graph, last: Pick<CommitRow, 'seq' | 'changed'> | undefined): Promise<StoreDifference[]> {
  const head = await readHead(graph);
  if (head.seq !== (last?.seq ?? 0)) {
    // Commits that were appended since are none that are missing.
    const later = await nextCommit(graph, last?.seq ?? 0);
    return later?.seq === (last?.seq ?? 0) + 1 ? [] : [commitDifference(`commit ${head.seq} at the end of the log`, `commit ${last?.seq ?? 'none'}`)];
  }
  return last && head.changed !== last.changed
    ? [commitDifference(`${last.changed} changed entities in all, as commit ${last.seq} says`, String(head.changed))]
    : [];
}

/** What must be stored because an entry of this type names it. A version that is only written again was named before. */
const STORED_FOR: Readonly<Record<LoggedType, 'version' | 'point' | 'nothing'>> = {
  create: 'version',
  update: 'version',
  revert: 'version',
  delete: 'nothing',
  restate: 'nothing',
  point: 'point',
  index: 'nothing',
};

/** Entries that name versions which are not stored. */
async function namedDifferences(graph: Graph, named: readonly CommitEntry[], retention: (aspect: string) => boolean): Promise<StoreDifference[]> {
  const ofVersions = named.filter(({ type, version }) => STORED_FOR[type] === 'version' && version !== undefined);
  const urns = [...new Set(ofVersions.map(({ urn }) => urn))].sort();
  const found: StoreDifference[] = [];
  for (let at = 0; at < urns.length; at += ENTITIES_AT_ONCE) {
    const some = urns.slice(at, at + ENTITIES_AT_ONCE);
    const { entities } = await readToVerify(graph, some, []);
    const stored = new Map(entities.map((entity) => [entity.urn, entity]));
    for (const entry of ofVersions) {
      if (some.includes(entry.urn) && !isStored(stored.get(entry.urn), entry, retention)) found.push(missing(entry));
    }
  }
  return found;
}

function missing({ urn, aspect, version, seq }: CommitEntry): StoreDifference {
  return { what: 'version', urn, aspect, expected: `version ${version}, which commit ${seq} has written`, got: 'none' };
}

/** Is the version stored, or may it be gone by a hard deletion or by retention? */
function isStored(entity: VerifiedEntity | undefined, { aspect, version = 0, at }: CommitEntry, retention: (aspect: string) => boolean): boolean {
  if (!entity) return false;
  if (entity.beingDeleted || (entity.forgotten !== null && at <= entity.forgotten + SKEW_MS)) return true;
  const chains = entity.chains.filter(([, name]) => name === aspect);
  const seqs = chains.flatMap(([, , , , versions]) => versions.map(([, seq]) => seq));
  return seqs.includes(version) || (retention(aspect) && seqs.some((seq) => seq > version));
}

/** Something that a commit must name. `key`: see `keyOf`. */
export interface StoredRecord {
  readonly key: string;
  /** When it was written, epoch ms. */
  readonly at: number;
  readonly difference: StoreDifference;
}

export function keptKey(urn: string, aspect: string, number: number): string {
  return `${urn} ${aspect} ${number}`;
}

/** What the commits after the oldest one must name of an entity. Of a secret they name only the entity, and no version. */
export function keptVersions(model: Model, { urn, chains }: VerifiedEntity): StoredRecord[] {
  const read = parseUrn(model, urn);
  const hides = (aspect: string): string | undefined => (!isProblem(read) && read.type.secrets.has(aspect) ? read.type.key.name : undefined);
  return chains.flatMap(([, aspect, , , versions]) =>
    versions.map(([, seq, , , , at]): StoredRecord => {
      const difference: StoreDifference = { what: 'version', urn, aspect, expected: `a commit that has written version ${seq}`, got: 'none' };
      const inPlace = hides(aspect);
      return { key: inPlace === undefined ? keptKey(urn, aspect, seq) : keptKey(urn, inPlace, 0), at, difference };
    }),
  );
}

/** Commits that are looked at beside the first one that may have written a version: others commit at the same time. */
const BESIDE = 3;
/** Commits that are looked through for what is still missing. */
const MOST_SCANNED = 20_000;
const SCANNED_AT_ONCE = 500;

/**
 * What no commit names, although it was written after the oldest commit that is kept. The time of a commit is never before those of its
 * versions, so only commits from that time on are looked at.
 */
export async function unnamed(graph: Graph, kept: readonly StoredRecord[]): Promise<Finding[]> {
  const oldest = await nextCommit(graph, 0);
  const since = oldest ? kept.filter(({ at }) => at > oldest.at) : [];
  if (since.length === 0) return [];
  const places = await commitsAtTimes(graph, [...new Set(since.map(({ at }) => at))]);
  const near = new Set([...places.values()].flatMap((seq) => Array.from({ length: BESIDE + 1 }, (_, at) => seq + at)));
  let left = without(since, await readTheseCommits(graph, [...near]));
  const head = await readHead(graph);
  let after = left.reduce((least, { at }) => Math.min(least, places.get(at) ?? head.seq + 1), Number.MAX_SAFE_INTEGER) - 1;
  const until = Math.min(head.seq, after + MOST_SCANNED);
  while (left.length > 0 && after < until) {
    const rows = await readCommitRows(graph, after, SCANNED_AT_ONCE);
    left = without(left, rows);
    after = rows.at(-1)?.seq ?? until;
  }
  // Behind that, nobody has looked.
  return left.filter(() => after >= head.seq).map(({ difference }) => ({ difference }));
}

function without(kept: readonly StoredRecord[], commits: readonly CommitRow[]): StoredRecord[] {
  const named = new Set(commits.flatMap((row) => (entriesIn(row) ?? []).map(namedKey)));
  return kept.filter(({ key }) => !named.has(key));
}

/** What an entry of the log names, as the key of what is kept. */
export function namedKey({ urn, aspect, version, time }: LogEntry): string {
  return keptKey(urn, aspect, version ?? time ?? 0);
}
