/**
 * Builds the search index again. The cursor of a new collection begins at the end of the log. A sweep over all entities, in the order of
 * their URNs, fills it while it follows the log. A complete collection takes the place of the present one. The cursor stores how far the
 * sweep is, so any server can continue where another has stopped.
 *
 * States: complete → (lost, of another format, outdated, cannot follow the log, differs, requested) → sweeping → (no more entities) → complete.
 */
import { count } from '../../catalog/read/list.ts';
import { type LogHead, lifeOf, nextCommit, readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import { entitiesPage, PAST_ALL } from '../../graph/index-reads.ts';
import type { Log } from '../../log.ts';
import type { Model } from '../../model/types.ts';
import {
  collectionExists,
  dropCursors,
  dropOthers,
  hashIn,
  hasOtherFormat,
  hasReplayed,
  type IndexCursor,
  makeCollection,
  presentCollection,
  presentName,
  putAlias,
  type SearchEngine,
  schemaHash,
  withSample,
  writeCursor,
} from '../../search/index.ts';
import { type Fault, makeComparison } from './compare.ts';
import type { Writer } from './follow.ts';

const PAGE = 500;
const LOG_MS = 5_000;

export interface Rebuild {
  /** Starts a new collection, and answers its cursor. */
  begin(fault: Fault): Promise<IndexCursor>;
  /**
   * Those cursors that can still follow the log and whose collection exists. One that is being filled must also be of this model.
   *
   * @param head the newest commit
   */
  sound(cursors: readonly IndexCursor[], head: LogHead): Promise<IndexCursor[]>;
  /**
   * Why the present index must be rebuilt. Absent if it is fine.
   *
   * @param sound the cursors of present collections that can be followed
   * @param whole is Typesense known to have read its log?
   */
  fault(cursors: readonly IndexCursor[], sound: readonly IndexCursor[], whole: boolean): Promise<Fault | undefined>;
  /** This server leads now: puts off a comparison that is due. */
  takenOver(): void;
  /** Somebody verifies the index: puts off the next comparison. */
  verified(): void;
  /** Fills a collection with the next entities, and answers its cursor. */
  sweep(engine: SearchEngine, cursor: IndexCursor): Promise<IndexCursor>;
  /** Puts a complete collection in the place of the present one, and answers its cursor. @param cursors of all collections */
  finish(engine: SearchEngine, cursor: IndexCursor, cursors: readonly IndexCursor[]): Promise<IndexCursor>;
}

interface RebuildParts {
  readonly graph: Graph;
  readonly search: SearchEngine;
  readonly model: Model;
  readonly log: Log;
  readonly writer: Writer;
  /** How many writes of entities the index does not show. */
  lag(): Promise<number>;
}

export function makeRebuild(parts: RebuildParts): Rebuild {
  const { graph, search, model, log, writer } = parts;
  const hash = schemaHash(model);
  const total = (): Promise<number> => count(graph, [...model.entityTypes.values()], true);
  const comparison = makeComparison({ ...parts, total });
  let loggedAt = 0;

  async function begin({ say, doubted }: Fault): Promise<IndexCursor> {
    say();
    const head = await readHead(graph);
    const { seq, at, changed } = head;
    const collection = await makeCollection(search, hash);
    // Without documents behind it, the alias goes to the new collection at once: a part is found, and each answer says that it is one.
    const lost = (await presentCollection(search)) === undefined;
    const entities = await total();
    const place = { log: lifeOf(head), seq, at, changed, from: seq };
    const cursor = { collection, next: !lost, ...place, ...(doubted && { doubted }) };
    // What came after `head` comes by the log, so a new store needs no sweep: search is whole from the beginning.
    if (lost && entities === 0) return finish(search, cursor, [cursor]);
    const swept = { ...cursor, sweptTo: '', entities, unswept: entities };
    // Store the cursor before anybody searches the empty collection.
    await writeCursor(search, swept);
    if (lost) await putAlias(search, collection);
    return swept;
  }

  async function finish(engine: SearchEngine, cursor: IndexCursor, cursors: readonly IndexCursor[]): Promise<IndexCursor> {
    const { doubted: _, ...known } = cursor;
    const { collection } = known;
    const present = await withSample(engine, { ...known, next: false }, [...cursors, cursor]);
    await putAlias(engine, collection);
    await dropOthers(engine, [collection]);
    await writeCursor(engine, present);
    // This comes last, so that everybody who waits for the end finds one collection. If Cairn stops before, all of this is done again.
    await dropCursors(engine, [collection]);
    comparison.soon();
    log('index.built', { collection });
    return present;
  }

  async function sound(cursors: readonly IndexCursor[], head: LogHead): Promise<IndexCursor[]> {
    const oldest = cursors.some(({ seq }) => seq !== head.seq) ? await nextCommit(graph, 0) : undefined;
    const whole = cursors.filter(
      ({ collection, next, log: of, seq }) =>
        of === lifeOf(head) && seq <= head.seq && (seq === head.seq || (oldest?.seq ?? 0) <= seq + 1) && (!next || hashIn(collection) === hash),
    );
    const there = await Promise.all(whole.map(({ collection }) => collectionExists(search, collection)));
    return whole.filter((_, index) => there[index]);
  }

  async function fault(cursors: readonly IndexCursor[], good: readonly IndexCursor[], whole: boolean): Promise<Fault | undefined> {
    // While Typesense replays its log, its numbers are wrong.
    if (!whole && !(await hasReplayed(search))) return undefined;
    const present = await presentName(search);
    const cursor = good.find(({ collection }) => collection === present);
    if (present === undefined && (await hasOtherFormat(search))) return { say: () => log('index.other-format') };
    if (present === undefined || (!cursor && !(await presentCollection(search)))) return { say: () => log('index.lost') };
    if (hashIn(present) !== hash) return { say: () => log('index.outdated') };
    const { seq = 'none' } = cursors.find(({ collection }) => collection === present) ?? {};
    if (!cursor) return { say: () => log('index.unfollowed', { seq }) };
    return cursor.sweptTo === undefined && comparison.isDue() ? comparison.fault() : undefined;
  }

  async function sweep(engine: SearchEngine, cursor: IndexCursor): Promise<IndexCursor> {
    const { collection, sweptTo = '' } = cursor;
    if (Date.now() - loggedAt > LOG_MS) {
      loggedAt = Date.now();
      log('index.building', { collection, last: sweptTo, entities: await total() });
    }
    const urns = await entitiesPage(graph, sweptTo, PAST_ALL, PAGE);
    if (urns.length > 0) await writer.write(engine, [collection], urns);
    const swept = sweptBy(cursor, urns);
    const ranking = cursor.next ? swept : await withSample(engine, swept, [swept]);
    await writeCursor(engine, ranking);
    return ranking;
  }

  return { begin, sound, fault, takenOver: comparison.putOff, verified: comparison.verified, sweep, finish };
}

/** The cursor after a page of entities. A page that is not full is the last. */
function sweptBy(cursor: IndexCursor, urns: readonly string[]): IndexCursor {
  const { sweptTo: _, unswept, entities: __, ...complete } = cursor;
  const last = urns.length === PAGE ? urns.at(-1) : undefined;
  if (last === undefined) return complete;
  return { ...cursor, sweptTo: last, ...(unswept !== undefined && { unswept: Math.max(0, unswept - urns.length) }) };
}
