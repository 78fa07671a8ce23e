/**
 * Builds a search index anew. A new collection begins with the present end of the log and is filled by a sweep over all entities, in the
 * order of their URNs, while it follows the log. When it has everything, it takes the place of the present one. Its cursor says how far
 * it is, so any server goes on where another has stopped.
 *
 * States: whole → (lost, outdated, cannot follow the log, differs, asked for) → sweeping → (no more entities) → whole.
 */
import { count } from '../../catalog/read/list.ts';
import { nextCommit, readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import { entitiesPage } from '../../graph/index-reads.ts';
import type { Log } from '../../log.ts';
import type { Model } from '../../model/types.ts';
import {
  collectionExists,
  dropCursors,
  dropOthers,
  hashIn,
  hasReplayed,
  type IndexCursor,
  makeCollection,
  presentCollection,
  presentName,
  putAlias,
  readCursors,
  type SearchEngine,
  schemaHash,
  writeCursor,
} from '../../search/index.ts';
import type { Writer } from './follow.ts';
import { presentCursor } from './progress.ts';

/** How long after a comparison of the numbers of entities and documents the next one follows, ms. */
const COMPARE_MS = 300_000;
/** The first one waits for the start to be over: it plans a query for each entity type. */
const FIRST_COMPARE_MS = 3_000;
const PAGE = 500;
const TELL_MS = 5_000;
/** Behind every URN. */
const PAST_ALL = '\uffff';

export interface Rebuild {
  /** Starts a new collection. `say` logs why. Answers its cursor. */
  begin(say: () => void): Promise<IndexCursor>;
  /** The cursors that can be followed, of collections that exist: those that are being filled only if they are of this model. */
  sound(cursors: readonly IndexCursor[]): Promise<IndexCursor[]>;
  /**
   * Why the present index must be rebuilt: a function that logs the reason. Absent if it is fine.
   *
   * @param sound the cursors of present collections that can be followed
   */
  fault(cursors: readonly IndexCursor[], sound: readonly IndexCursor[]): Promise<(() => void) | undefined>;
  /** Fills a collection with the next entities, and answers its cursor. */
  sweep(engine: SearchEngine, cursor: IndexCursor): Promise<IndexCursor>;
  /** Puts a complete collection in the place of the present one, and answers its cursor. */
  finish(engine: SearchEngine, cursor: IndexCursor): Promise<IndexCursor>;
}

export interface RebuildParts {
  readonly graph: Graph;
  readonly search: SearchEngine;
  readonly model: Model;
  readonly log: Log;
  readonly writer: Writer;
}

export function makeRebuild({ graph, search, model, log, writer }: RebuildParts): Rebuild {
  const hash = schemaHash(model);
  /** The time of the next comparison of entities and documents, epoch ms. */
  let compareAt = Date.now() + FIRST_COMPARE_MS;
  /** The difference that the last comparison found; empty: none. */
  let seen = '';
  let told = 0;

  const total = (): Promise<number> => count(graph, [...model.entityTypes.values()], true);

  async function begin(say: () => void): Promise<IndexCursor> {
    say();
    const { name: of, seq, at, changed } = await readHead(graph);
    const collection = await makeCollection(search, hash);
    const lost = (await presentName(search)) === undefined;
    const cursor = { collection, next: !lost, log: of, seq, at, changed, from: seq, sweptTo: '', ...(lost && { unswept: await total() }) };
    // Stored before anybody searches the empty collection.
    await writeCursor(search, cursor);
    if (lost) await putAlias(search, collection);
    return cursor;
  }

  async function sound(cursors: readonly IndexCursor[]): Promise<IndexCursor[]> {
    if (cursors.length === 0) return [];
    const [head, oldest] = await Promise.all([readHead(graph), nextCommit(graph, 0)]);
    const whole = cursors.filter(
      ({ collection, next, log: of, seq }) =>
        of === head.name && seq <= head.seq && (seq === head.seq || (oldest?.seq ?? 0) <= seq + 1) && (!next || hashIn(collection) === hash),
    );
    const there = await Promise.all(whole.map(({ collection }) => collectionExists(search, collection)));
    return whole.filter((_, index) => there[index]);
  }

  async function fault(cursors: readonly IndexCursor[], good: readonly IndexCursor[]): Promise<(() => void) | undefined> {
    // While Typesense replays its log, its numbers mean nothing.
    if (!(await hasReplayed(search.address))) return undefined;
    const present = await presentCollection(search);
    if (!present) return () => log('index.lost');
    if (hashIn(present.name) !== hash) return () => log('index.outdated');
    const cursor = good.find(({ collection }) => collection === present.name);
    if (!cursor) return () => log('index.unfollowed', { seq: cursors.find(({ collection }) => collection === present.name)?.seq ?? 'none' });
    return cursor.sweptTo === undefined && Date.now() >= compareAt ? differing() : undefined;
  }

  /** How many writes of entities the index does not show. */
  async function lag(): Promise<number> {
    const [head, cursors] = await Promise.all([readHead(graph), readCursors(search)]);
    return head.changed - (presentCursor(cursors)?.changed ?? 0) + head.refused;
  }

  /**
   * Compares the numbers of entities and documents. Others write at the same time: commits that wait before or after explain a difference,
   * and so does a number of documents that changes. Only a difference that is seen twice in a row counts. Without a clear result, the
   * comparison is repeated soon.
   */
  async function differing(): Promise<(() => void) | undefined> {
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
    return () => log('index.differs', { documents, entities });
  }

  return {
    begin,
    sound,
    fault,
    async sweep(engine, cursor) {
      const { collection, sweptTo = '', unswept } = cursor;
      if (Date.now() - told > TELL_MS) {
        told = Date.now();
        log('index.building', { collection, last: sweptTo, entities: await total() });
      }
      const urns = await entitiesPage(graph, sweptTo, PAST_ALL, PAGE);
      if (urns.length > 0) await writer.write(engine, [collection], urns);
      const { sweptTo: _, unswept: __, ...rest } = cursor;
      const last = urns.length === PAGE ? urns.at(-1) : undefined;
      const swept: IndexCursor =
        last === undefined ? rest : { ...rest, sweptTo: last, ...(unswept !== undefined && { unswept: Math.max(0, unswept - urns.length) }) };
      await writeCursor(engine, swept);
      return swept;
    },
    async finish(engine, cursor) {
      const { collection } = cursor;
      await putAlias(engine, collection);
      await dropOthers(engine, [collection]);
      const present = { ...cursor, next: false };
      await writeCursor(engine, present);
      // This comes last, so that everybody who waits for the end finds one collection. If it is interrupted before, all of this is done once more.
      await dropCursors(engine, [collection]);
      compareAt = 0;
      log('index.built', { collection });
      return present;
    },
  };
}
