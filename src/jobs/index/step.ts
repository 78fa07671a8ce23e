/**
 * One step of the server that writes the index: it brings the next commits of the log into the index, and a page of entities into an index
 * that is being filled.
 */
import type { LogHead } from '../../graph/commit-log.ts';
import { type IndexCursor, readCursors, type SearchEngine, writeCursor } from '../../search/index.ts';
import { checkIndex } from './check-index.ts';
import { follow, leastSeq, withSamples } from './follow.ts';
import { type IndexerContext, isComplete } from './indexing.ts';

/** How often to check whether the index is complete and of this model, ms. */
const CHECK_MS = 2_000;
/** No engine restarts within this time, ms. A step that follows another one so soon need not read the cursors again. */
const QUIET_MS = 500;
/** After a step, so many ms pass before the next one: a request to Typesense costs more than another document in it. */
const GATHER_MS = 250;
/** With so many changes waiting, the next step begins at once. */
const ENOUGH = 500;

/** Answers whether the index has changed, so that there may be more to do. */
export async function indexNext(indexing: IndexerContext, engine: SearchEngine): Promise<boolean> {
  const { cursors, times, writer } = indexing;
  await gather(indexing);
  const due = performance.now() - times.checked > CHECK_MS;
  const quiet = performance.now() - times.worked > QUIET_MS;
  if (quiet && !due && (await isIdle(indexing))) return false;
  const head = await lookAround(indexing, due, quiet);
  const before = cursors.now() ?? [];
  if (before.length === 0) return false;
  const followed = await followLog(indexing, engine, before, head);
  await writer.retry(
    engine,
    followed.map(({ collection }) => collection),
  );
  const after = await fill(indexing, engine, followed, followed === before);
  if (after === before) return false;
  cursors.set(cursors.withBegun(after, before));
  times.worked = performance.now();
  return true;
}

/** While others keep writing, lets commits gather, unless somebody waits for them. */
async function gather({ cursors, gathering, progress, tail, times }: IndexerContext): Promise<void> {
  const known = cursors.now();
  const ms = times.worked + GATHER_MS - performance.now();
  if (ms <= 0 || !known || !isComplete(known)) return;
  const waiting = (await tail.after(leastSeq(known))).reduce((sum, { entries }) => sum + entries.length, 0);
  if (waiting < ENOUGH && !progress.awaited()) await gathering.for(ms);
}

/** An idle server asks Typesense nothing between two checks. */
async function isIdle({ cursors, tail }: IndexerContext): Promise<boolean> {
  const known = cursors.now();
  return known !== undefined && isComplete(known) && (await tail.after(leastSeq(known))).length === 0;
}

/** Checks the index when that is due. After a pause, reads the cursors again. Answers the newest commit if it was read. */
async function lookAround(indexing: IndexerContext, due: boolean, quiet: boolean): Promise<LogHead | undefined> {
  const { cursors, search, writer } = indexing;
  const known = cursors.now();
  if (!known || quiet) await writer.ready();
  if (!cursors.now() || due) return checkIndex(indexing, !cursors.now() || quiet);
  if (quiet) await readAgain(indexing, known ?? [], await readCursors(search));
  return undefined;
}

async function readAgain({ cursors }: IndexerContext, known: readonly IndexCursor[], stored: readonly IndexCursor[]): Promise<void> {
  const ofLog = stored.filter(({ log }) => cursors.now()?.some((each) => each.log === log));
  cursors.set(cursors.withBegun(ofLog, known));
}

/** @param head the newest commit, if it is known */
async function followLog(
  indexing: IndexerContext,
  engine: SearchEngine,
  before: readonly IndexCursor[],
  head: LogHead | undefined,
): Promise<readonly IndexCursor[]> {
  const isBehind = head === undefined || before.some(({ seq }) => seq < head.seq);
  if (!isBehind) return before;
  return follow(indexing, engine, before, (moved) => indexing.progress.known(indexing.cursors.withBegun(moved, before)));
}

/**
 * Fills a new collection with the next entities. Finishes it once it has all of them. If the present collection serves searches meanwhile
 * (`next`), the new one must also have followed all commits (`idle`).
 */
async function fill(
  { rebuild }: IndexerContext,
  engine: SearchEngine,
  cursors: readonly IndexCursor[],
  idle: boolean,
): Promise<readonly IndexCursor[]> {
  const filling = cursors.find(({ sweptTo }) => sweptTo !== undefined);
  if (filling) {
    const swept = await rebuild.sweep(engine, filling);
    if (!swept.next && swept.sweptTo === undefined) return [await rebuild.finish(engine, swept, cursors)];
    return cursors.map((each) => (each === filling ? swept : each));
  }
  if (!idle) return cursors;
  const next = cursors.find((each) => each.next);
  return next ? [await rebuild.finish(engine, next, cursors)] : withMissingSamples(engine, cursors);
}

/** Takes the sample that an index lacks, because an earlier Cairn built it. */
async function withMissingSamples(engine: SearchEngine, cursors: readonly IndexCursor[]): Promise<readonly IndexCursor[]> {
  if (!cursors.some(({ next, sample }) => !next && !sample)) return cursors;
  const all = await withSamples(engine, cursors);
  for (const cursor of all) await writeCursor(engine, cursor);
  return all;
}
