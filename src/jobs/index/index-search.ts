/**
 * Keeps the search index up to date. Each server runs this loop, and one at a time does the work (leader.ts). A step brings the next commits
 * of the log into the index, and a page of entities if a new index is being filled.
 */

import type { IndexStatus } from '../../catalog/find/index-status.ts';
import type { RecentEntities } from '../../catalog/write/recent-entities.ts';
import { diskFull, Refusal, searchAway, searchNotReady } from '../../errors.ts';
import { appendReindex, type LogHead, readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import { entitiesPage } from '../../graph/index-reads.ts';
import type { LogEntry } from '../../graph/log-entries.ts';
import { makeEntityReader } from '../../graph/read.ts';
import type { RecentCommits } from '../../graph/recent-commits.ts';
import type { Log } from '../../log.ts';
import { systemActor } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import {
  type Documents,
  dropCursors,
  expectReplay,
  hashIn,
  type IndexCursor,
  presentName,
  readCursors,
  type SearchEngine,
  schemaHash,
  searchAnswers,
  unusedProperties,
  writeCursor,
} from '../../search/index.ts';
import { type Loop, startLoop } from '../loop.ts';
import { noticeOlder } from '../store/epoch.ts';
import { watchWhole } from './comeback.ts';
import { follow, leastSeq, makeWriter, withSamples } from './follow.ts';
import { makeLeader } from './leader.ts';
import { makeOpenAspects } from './open-aspects.ts';
import { makeProgress } from './progress.ts';
import { makeChangeReader } from './read-documents.ts';
import { makeRebuild } from './rebuild.ts';
import { makeTold } from './told.ts';

interface IndexerParts {
  readonly graph: Graph;
  readonly search: SearchEngine;
  readonly model: Model;
  readonly log: Log;
  readonly tail: RecentCommits;
  readonly recent: RecentEntities;
  /** Why nothing is indexed now, in a sentence: the disk is full. */
  readonly full: () => string | undefined;
  /** How a Typesense that Cairn runs came back since this time, epoch ms, for the log. */
  readonly comeback: (since: number) => { readonly phases: string };
}

interface Indexer extends Loop, IndexStatus {
  /** Makes sure that there is an index. It may still be empty. */
  prepare(): Promise<void>;
}

/** How often to check for commits of other servers, ms; and while none is known. Commits of this one wake the loop. */
const IDLE_MS = 250;
const ALONE_MS = 2_000;
/** How often to check whether the index is complete and of this model, ms. */
const CHECK_MS = 2_000;
/** No engine restarts within this time, ms. A step that follows another one so soon need not read the cursors again. */
const QUIET_MS = 500;
/** After a step, so many ms pass before the next one: a request to Typesense costs more than another document in it. */
const GATHER_MS = 250;
/** With so many changes waiting, the next step begins at once. */
const ENOUGH = 500;

export function startIndexer(parts: IndexerParts): Indexer {
  const { graph, search, model, log, tail, recent, full, comeback } = parts;
  const tellers = makeTold(graph, model);
  const open = makeOpenAspects({ model, graph, reader: makeEntityReader(graph), tail }, search);
  const told = { ...tellers, by: async (entries: readonly LogEntry[]) => [...(await tellers.by(entries)), ...(await open.by(entries))] };
  const changesOf = makeChangeReader(graph, model, told, open);
  const leader = makeLeader(graph, search, log, schemaHash(model));
  const writer = makeWriter({ graph, search, log, changesOf, leads: leader.leads });
  let loop: Loop | undefined;
  /** Ends the wait for more commits. */
  let hurry = (): void => undefined;
  const progress = makeProgress(graph, search, told, () => {
    hurry();
    loop?.wake();
  });
  const rebuild = makeRebuild({ ...parts, writer, lag: async () => (await progress.state()).lag });
  /** The cursors that this server moves. Absent while it does not lead, and after a failure. */
  let cursors: readonly IndexCursor[] | undefined;
  let workedAt = Number.NEGATIVE_INFINITY;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let stopping = false;
  let token: number | undefined;
  const whole = watchWhole(log, async () => (await readHead(graph)).seq, comeback);

  function know(now: readonly IndexCursor[] | undefined): void {
    cursors = now;
    progress.known(now);
  }

  /** A request may begin a rebuild while a step reads or writes the cursors: it must not seem to have ended. */
  function withBegun(now: readonly IndexCursor[], before: readonly IndexCursor[]): readonly IndexCursor[] {
    const begun = (cursors ?? []).filter((each) => !before.includes(each) && !now.some(({ collection }) => collection === each.collection));
    return [...now, ...begun];
  }

  async function step(): Promise<boolean> {
    const reason = full();
    if (reason !== undefined) throw diskFull(reason);
    try {
      // Only the leader of Typesense knows at once which keys still count, and shows what it has acknowledged.
      if (!search.nodes.settled()) throw searchNotReady();
      const lead = await leader.lead();
      if (lead?.token !== token) {
        // Another server may have written since: read the cursors from Typesense again.
        token = lead?.token;
        know(undefined);
        writer.forget();
        if (lead) rebuild.takenOver();
      }
      const more = lead ? await work(lead.engine) : false;
      await whole.worked(lead !== undefined, cursors && isComplete(cursors) ? leastSeq(cursors) : undefined);
      return more;
    } catch (error) {
      whole.lost();
      know(undefined);
      leader.forgetKey();
      writer.forget();
      expectReplay(search);
      if (!(error instanceof Refusal) && !(await searchAnswers(search))) throw searchAway(error);
      throw error;
    }
  }

  /** While others keep writing, lets commits gather, unless somebody waits for them. */
  async function gather(known: readonly IndexCursor[]): Promise<void> {
    const ms = workedAt + GATHER_MS - performance.now();
    if (ms <= 0 || !isComplete(known)) return;
    const waiting = (await tail.after(leastSeq(known))).reduce((sum, { entries }) => sum + entries.length, 0);
    if (waiting >= ENOUGH || stopping || progress.awaited()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      hurry = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async function work(engine: SearchEngine): Promise<boolean> {
    if (cursors) await gather(cursors);
    const due = performance.now() - checkedAt > CHECK_MS;
    const quiet = performance.now() - workedAt > QUIET_MS;
    // An idle server asks Typesense nothing between two checks.
    if (cursors && quiet && !due && isComplete(cursors) && (await tail.after(leastSeq(cursors))).length === 0) return false;
    if (!cursors || quiet) await writer.ready();
    let head: LogHead | undefined;
    if (!cursors || due) head = await check(!cursors || quiet);
    else if (quiet) {
      const known = cursors;
      const stored = await readCursors(search);
      know(
        withBegun(
          stored.filter(({ log: of }) => cursors?.some((each) => each.log === of)),
          known,
        ),
      );
    }
    const before = cursors ?? [];
    if (before.length === 0) return false;
    const behind = head === undefined || before.some(({ seq }) => seq < head.seq);
    const followed = !behind
      ? before
      : await follow({ model, search, log, tail, recent, writer, told }, engine, before, (moved) => progress.known(withBegun(moved, before)));
    await writer.retry(
      engine,
      followed.map(({ collection }) => collection),
    );
    const now = await filled(engine, followed, followed === before);
    if (now === before) return false;
    know(withBegun(now, before));
    workedAt = performance.now();
    return true;
  }

  /**
   * Fills a new collection with the next entities. Finishes it once it has all of them. If the present collection serves searches meanwhile
   * (`next`), the new one must also have followed all commits (`idle`).
   */
  async function filled(engine: SearchEngine, now: readonly IndexCursor[], idle: boolean): Promise<readonly IndexCursor[]> {
    const filling = now.find(({ sweptTo }) => sweptTo !== undefined);
    if (filling) {
      const swept = await rebuild.sweep(engine, filling);
      if (!swept.next && swept.sweptTo === undefined) return [await rebuild.finish(engine, swept, now)];
      return now.map((each) => (each === filling ? swept : each));
    }
    const next = idle ? now.find((each) => each.next) : undefined;
    return next ? [await rebuild.finish(engine, next, now)] : idle ? await ranking(engine, now) : now;
  }

  /** Takes the sample that an index lacks, because an earlier Cairn built it. */
  async function ranking(engine: SearchEngine, now: readonly IndexCursor[]): Promise<readonly IndexCursor[]> {
    if (!now.some(({ next, sample }) => !next && !sample)) return now;
    const all = await withSamples(engine, now);
    for (const cursor of all) await writeCursor(engine, cursor);
    return all;
  }

  /**
   * Starts a rebuild if something is wrong with the index. Continues a rebuild that another server has begun. Answers the newest commit.
   *
   * @param whole see `Rebuild.fault`
   */
  async function check(whole = false): Promise<LogHead> {
    const known = cursors ?? [];
    const stored = await readCursors(search);
    let head = await readHead(graph);
    if (await noticeRestored(stored, head)) head = await readHead(graph);
    const sound = await rebuild.sound(stored, head);
    const present = sound.filter(({ next }) => !next);
    const next = sound.filter((each) => each.next).at(-1);
    const fault = next ? undefined : await rebuild.fault(stored, present, whole);
    const building = fault ? [await rebuild.begin(fault)] : next ? [next] : [];
    know(withBegun([...present, ...building], known));
    const kept = (cursors ?? []).map(({ collection }) => collection);
    if (stored.some(({ collection }) => !kept.includes(collection))) await dropCursors(search, kept, 'other formats');
    checkedAt = performance.now();
    return head;
  }

  /** An index that is newer than the graph has seen commits that a restored backup does not have. Answers whether there is one. */
  async function noticeRestored(stored: readonly IndexCursor[], head: LogHead): Promise<boolean> {
    let restored = false;
    for (const { log: of, seq } of stored) {
      const [log, epoch] = of.split('/');
      if (log === head.name && epoch !== undefined)
        restored = (await noticeOlder({ graph, log: parts.log, tail }, { epoch, seq }, 'the search index', restored ? undefined : head)) || restored;
    }
    return restored;
  }

  async function begin(): Promise<boolean> {
    const stored = await readCursors(search);
    const sound = await rebuild.sound(stored, await readHead(graph));
    if (sound.some(({ next, sweptTo }) => next || sweptTo !== undefined)) return false;
    const cursor = await rebuild.begin({ say: () => log('index.asked') });
    if (cursors) know([...cursors, cursor]);
    loop?.wake();
    return true;
  }

  async function reindexThese(urns: readonly string[]): Promise<number> {
    const { seq } = await appendReindex(graph, urns, systemActor(model));
    loop?.wake();
    return seq;
  }

  const { known: _, awaited: __, ...asked } = progress;
  return {
    ...asked,
    async prepare() {
      // Of servers with different models the one that started last leads, if its format is not older: it builds the index that it needs.
      const present = await presentName(search);
      if (await leader.lead(present !== undefined && hashIn(present) !== schemaHash(model))) await check();
    },
    wake: () => {
      loop ??= startLoop('search index', step, () => (leader.shared() ? IDLE_MS : ALONE_MS), log);
      loop.wake();
    },
    async stop() {
      stopping = true;
      hurry();
      await loop?.stop();
      await leader.resign();
    },
    rebuild: begin,
    async dropUnused() {
      const unused = (await unusedProperties(search)).length;
      return { unused, begun: unused > 0 && (await begin()) };
    },
    async reindex(after, below, count) {
      const urns = await entitiesPage(graph, after, below, count);
      const seq = urns.length > 0 ? await reindexThese(urns) : 0;
      return { count: urns.length, last: urns.length === count ? urns.at(-1) : undefined, seq };
    },
    reindexThese,
    async documents(urns) {
      const documents = new Map<string, Documents>();
      for await (const { urn, documents: own } of changesOf(urns)) if (own !== undefined) documents.set(urn, own);
      return documents;
    },
  };
}

/** Is nothing being filled? */
function isComplete(cursors: readonly IndexCursor[]): boolean {
  return cursors.length > 0 && cursors.every(({ next, sweptTo }) => !next && sweptTo === undefined);
}
