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
import type { Writer } from './follow.ts';

/** The time between two comparisons of the numbers of entities and documents, ms. */
const COMPARE_MS = 300_000;
/** The first comparison waits until the start is over, ms, because it plans a query for each entity type. */
const FIRST_COMPARE_MS = 3_000;
/** A server that takes over first brings the index up to date, ms. On a busy machine the comparison took 22 s. */
const TAKEN_OVER_MS = 10_000;
const PAGE = 500;
const LOG_MS = 5_000;

/** Why an index is built. */
interface Fault {
  /** Logs it. */
  readonly say: () => void;
  /** Does the present index differ from the graph, so that search is not whole until there is another one? */
  readonly doubted?: boolean;
}

interface Rebuild {
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

export function makeRebuild({ graph, search, model, log, writer, lag }: RebuildParts): Rebuild {
  const hash = schemaHash(model);
  /** The time of the next comparison of entities and documents, epoch ms. */
  let compareAt = Date.now() + FIRST_COMPARE_MS;
  /** The difference that the last comparison found; empty: none. */
  let seen = '';
  let loggedAt = 0;

  const total = (): Promise<number> => count(graph, [...model.entityTypes.values()], true);

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
    compareAt = 0;
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
    return cursor.sweptTo === undefined && Date.now() >= compareAt ? differing() : undefined;
  }

  /**
   * Compares the numbers of entities and documents. Others write at the same time, so commits that search does not show yet explain a
   * difference, and so does a number of documents that changes meanwhile. Only a difference that two comparisons in a row find counts.
   * Without a clear result, the comparison is repeated soon.
   */
  async function differing(): Promise<Fault | undefined> {
    const lagBefore = await lag();
    const before = (await presentCollection(search))?.documents;
    const entities = await total();
    const documents = (await presentCollection(search))?.documents;
    const behind = lagBefore + (await lag());
    if (before === undefined || documents === undefined) return undefined;
    const missing = entities - Math.max(before, documents);
    const tooMany = Math.min(before, documents) - entities;
    const difference = Math.max(missing, tooMany) > behind ? `${entities} ${documents}` : '';
    compareAt = Date.now() + (behind === 0 && difference === '' ? COMPARE_MS : 0);
    if (difference !== seen || difference === '') {
      seen = difference;
      return undefined;
    }
    seen = '';
    return { say: () => log('index.differs', { documents, entities }), doubted: true };
  }

  return {
    begin,
    sound,
    fault,
    takenOver() {
      if (Date.now() >= compareAt) compareAt = Date.now() + TAKEN_OVER_MS;
    },
    async sweep(engine, cursor) {
      const { collection, sweptTo = '', unswept } = cursor;
      if (Date.now() - loggedAt > LOG_MS) {
        loggedAt = Date.now();
        log('index.building', { collection, last: sweptTo, entities: await total() });
      }
      const urns = await entitiesPage(graph, sweptTo, PAST_ALL, PAGE);
      if (urns.length > 0) await writer.write(engine, [collection], urns);
      const { sweptTo: _, unswept: __, entities: ___, ...rest } = cursor;
      const last = urns.length === PAGE ? urns.at(-1) : undefined;
      const swept: IndexCursor =
        last === undefined ? rest : { ...cursor, sweptTo: last, ...(unswept !== undefined && { unswept: Math.max(0, unswept - urns.length) }) };
      const ranking = cursor.next ? swept : await withSample(engine, swept, [swept]);
      await writeCursor(engine, ranking);
      return ranking;
    },
    finish,
  };
}
