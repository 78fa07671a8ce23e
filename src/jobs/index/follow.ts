/**
 * Follows the log. For each entity that the next commits name, it builds the complete document once, from the latest aspects. It writes the
 * documents and then moves the cursor. If it is interrupted, the cursor stays, and at worst a document is written twice.
 */
import type { RecentEntities } from '../../catalog/write/recent-entities.ts';
import { indexYielded } from '../../errors.ts';
import type { LoggedCommit } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import { clearProblems, noteProblems, problemsPage, type StoredEntity } from '../../graph/index-reads.ts';
import type { LogEntry } from '../../graph/log-entries.ts';
import type { RecentCommits } from '../../graph/recent-commits.ts';
import type { Log } from '../../log.ts';
import type { Model } from '../../model/types.ts';
import { type IndexCursor, isUnanswered, makeImporter, presentName, type SearchEngine, withSample, writeCursor } from '../../search/index.ts';
import { oneAhead } from '../../slices.ts';
import type { ChangeReader } from './read-documents.ts';
import type { Tellers } from './tellers.ts';

/** The most changes to take at once. A larger commit is taken as a whole. The cursor moves after each batch. */
const BATCH = 3_000;
/** How long to wait before a refused document is tried again, ms. */
const RETRY_MS = 60_000;
const MOST_PROBLEMS = 10_000;
const MOST_RETRIED = 100;

export interface Writer {
  /** Waits until Typesense accepts documents. @throws Refusal unavailable */
  ready(): Promise<void>;
  /**
   * Writes the documents that entities should have now.
   *
   * @param known entities that need not be read
   * @throws Refusal unavailable
   */
  write(engine: SearchEngine, collections: readonly string[], urns: readonly string[], known?: ReadonlyMap<string, StoredEntity>): Promise<void>;
  /** Writes those documents again that are uncertain, or were refused and have waited long enough. */
  retry(engine: SearchEngine, collections: readonly string[]): Promise<void>;
  /** Makes the next write read again which documents are refused, because another server may have changed that. */
  forget(): void;
}

interface WriterParts {
  readonly graph: Graph;
  readonly search: SearchEngine;
  readonly log: Log;
  readonly changesOf: ChangeReader;
  /** Is this server still the one that writes the index? */
  leads(): boolean;
}

export function makeWriter({ graph, search, log, changesOf, leads }: WriterParts): Writer {
  const importer = makeImporter(search);
  let problems: Set<string> | undefined;
  let retryAt = 0;
  /**
   * Entities of imports that nobody has answered. A node that hangs may pass such an import on when it wakes up, and a busy one may take what
   * it has of it after newer documents. So their documents are written again when all nodes answer.
   */
  const late = new Set<string>();

  async function note(urns: readonly string[], refused: ReadonlyMap<string, string>): Promise<void> {
    problems ??= new Set((await problemsPage(graph, '', MOST_PROBLEMS)).map(({ urn }) => urn));
    for (const [urn, reason] of refused) log('index.refused', { urn, reason });
    if (refused.size > 0) {
      const rows = [...refused].map(([urn, reason]) => ({ urn, reason }));
      await noteProblems(graph, rows, Date.now() + RETRY_MS);
      for (const { urn } of rows) problems.add(urn);
    }
    const taken = problems.size === 0 ? [] : urns.filter((urn) => problems?.has(urn) && !refused.has(urn));
    if (taken.length === 0) return;
    await clearProblems(graph, taken);
    for (const urn of taken) problems.delete(urn);
  }

  async function write(
    engine: SearchEngine,
    collections: readonly string[],
    urns: readonly string[],
    known?: ReadonlyMap<string, StoredEntity>,
  ): Promise<void> {
    for await (const changes of oneAhead(importer.parts(changesOf(urns, known)))) {
      if (!leads()) throw indexYielded();
      const broken = changes.flatMap(({ urn, problem }) => (problem === undefined ? [] : [[urn, problem] as const]));
      const sound = broken.length === 0 ? changes : changes.filter(({ problem }) => problem === undefined);
      const refused = await importer.put(engine, collections, sound).catch((error: unknown) => {
        if (search.nodes.all.length > 1 || isUnanswered(error)) for (const { urn } of changes) late.add(urn);
        throw error;
      });
      await note(
        changes.map(({ urn }) => urn),
        new Map([...refused, ...broken]),
      );
    }
  }

  return {
    ready: () => importer.ready(),
    write,
    async retry(engine, collections) {
      if (late.size > 0 && search.nodes.all.every(({ state }) => state === 'up')) {
        const again = [...late];
        late.clear();
        await write(engine, collections, again);
      }
      if (Date.now() < retryAt) return;
      retryAt = Date.now() + RETRY_MS / 10;
      const due = await problemsPage(graph, '', MOST_RETRIED, Date.now());
      if (due.length > 0)
        await write(
          engine,
          collections,
          due.map(({ urn }) => urn),
        );
    },
    forget() {
      problems = undefined;
    },
  };
}

interface FollowParts {
  readonly model: Model;
  readonly search: SearchEngine;
  readonly log: Log;
  readonly tail: RecentCommits;
  readonly recent: RecentEntities;
  readonly writer: Writer;
  readonly tellers: Tellers;
}

/**
 * Brings the next commits into all collections that follow the log.
 *
 * @param onMoved gets the new cursors as soon as search shows the commits
 * @returns the new cursors; the same object if there was nothing to do
 */
export async function follow(
  { model, search, log, tail, recent, writer, tellers }: FollowParts,
  engine: SearchEngine,
  cursors: readonly IndexCursor[],
  onMoved: (cursors: readonly IndexCursor[]) => void,
): Promise<readonly IndexCursor[]> {
  const from = performance.now();
  const commits = nextBatch(model, await tail.after(leastSeq(cursors)));
  const last = commits.at(-1);
  if (!last) return cursors;
  const entries = commits.flatMap((commit) => commit.entries);
  const own = entries.filter((entry) => isSearched(model, entry)).map(({ urn }) => urn);
  const urns = [...new Set([...own, ...(await tellers.by(entries))])];
  // A collection that is older than the log has no cursor. It is searched until the next one is complete, so it gets the changes too.
  const present = cursors.every(({ next }) => next) ? await presentName(search) : undefined;
  const collections = [...new Set([...cursors.map(({ collection }) => collection), ...(present === undefined ? [] : [present])])];
  const known = recent.knownIn(commits);
  if (urns.length > 0) await writer.write(engine, collections, urns, known);
  const { seq, at, changed } = last;
  const there = cursors.map((cursor) => (cursor.seq < seq ? { ...cursor, seq, at, changed } : cursor));
  const moved = await withSamples(engine, there);
  onMoved(moved);
  for (const cursor of moved) await writeCursor(engine, cursor);
  log('index.written', { entities: urns.length, seq, ms: Math.round(performance.now() - from) });
  return moved;
}

/** The cursors with the samples that are due, of collections that are searched. */
export async function withSamples(engine: SearchEngine, cursors: readonly IndexCursor[]): Promise<IndexCursor[]> {
  const all = [...cursors];
  for (const [at, cursor] of all.entries()) if (!cursor.next) all[at] = await withSample(engine, cursor, all);
  return all;
}

/** Up to this commit, all collections have everything. */
export function leastSeq(cursors: readonly IndexCursor[]): number {
  return Math.min(...cursors.map(({ seq }) => seq));
}

/** The first commits that together have at most BATCH changes, or the first commit alone if it has more. */
function nextBatch(model: Model, commits: readonly LoggedCommit[]): LoggedCommit[] {
  let entries = 0;
  let end = 0;
  for (const commit of commits) {
    entries += commit.entries.filter((entry) => isSearched(model, entry)).length;
    if (end > 0 && entries > BATCH) break;
    end++;
  }
  return commits.slice(0, end);
}

/** Can the change alter the document of its entity? */
function isSearched(model: Model, { aspect, type }: LogEntry): boolean {
  return type !== 'point' || (model.aspects.get(aspect)?.searchFields.length ?? 0) > 0;
}
