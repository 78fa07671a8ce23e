/**
 * Keeps a whole search index of the present model in place. A new collection is filled beside the old one and takes its place when it is
 * complete: while it is filled, the indexer writes both, and every entity is marked once, so that whatever is written meanwhile is in
 * it too. How far that has come stands in the graph: any server goes on where another has stopped.
 *
 * States: whole → (lost, outdated, differs, asked for) → marking → (all marked) → draining → (none waits) → whole.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { count } from '../catalog/read/list.ts';
import { searchAway } from '../errors.ts';
import { countLag, countMarks, type MarkedPage, rebuilding, setRebuilding, sweepLeft, sweepPage, takeRebuilding } from '../graph/marks.ts';
import {
  collectionExists,
  dropOthers,
  expectReplay,
  hashIn,
  hasReplayed,
  makeCollection,
  presentCollection,
  putAlias,
  schemaHash,
  searchAnswers,
  unusedProperties,
} from '../search/index.ts';
import type { IndexerParts } from './index-search.ts';
import { type Loop, startLoop } from './loop.ts';

const IDLE_MS = 2_000;
/** How long after a comparison of the numbers of entities and documents the next one follows, ms. */
const COMPARE_MS = 300_000;
const PAGE = 1_000;
/** How many entities may wait for the indexer before a rebuild marks more. New writes wait behind them, a second at most. */
const MOST_WAITING = 2_000;
const PAUSE_MS = 50;
const TELL_MS = 5_000;

export interface IndexMaintainer extends Loop {
  /** Makes sure that there is an index. It may still be empty. */
  prepare(): Promise<void>;
  /** Starts the maintenance. Call it after the start, because the comparison with the graph plans a query for each entity type. */
  watch(): void;
  /** Starts to rebuild the whole index. Answers false if a rebuild is already running. */
  rebuild(): Promise<boolean>;
  /** Starts a rebuild if the index has fields of structured properties without values. Answers how many such properties there are. */
  dropUnused(): Promise<{ readonly unused: number; readonly begun: boolean }>;
  /** Marks a page of entities, so that the indexer writes their documents again. */
  mark(after: string, below: string, count: number): Promise<MarkedPage>;
}

export function startIndexMaintainer(parts: IndexerParts): IndexMaintainer {
  const { graph, search, model, log } = parts;
  const owner = crypto.randomUUID();
  const hash = schemaHash(model);
  /** The time of the next comparison of entities and documents, epoch ms. */
  let compareAt = 0;
  /** The difference that the last comparison found; empty: none. */
  let seen = '';
  let told = 0;
  let beginning: Promise<unknown> = Promise.resolve();

  /** Why the present index must be rebuilt: a function that logs the reason. Absent if it is fine. */
  async function fault(present: { name: string } | undefined): Promise<(() => void) | undefined> {
    if (present && hashIn(present.name) === hash && Date.now() < compareAt) return undefined;
    // While Typesense replays its log, its numbers mean nothing.
    if (!(await hasReplayed(search.address))) return undefined;
    if (!present) return () => log('index.lost');
    if (hashIn(present.name) !== hash) return () => log('index.outdated');
    return differing();
  }

  /**
   * Compares the numbers of entities and documents. Others write at the same time: entities that wait before or after explain a difference,
   * and so does a number of documents that changes. Only a difference that is seen twice in a row counts. Without a clear result, the
   * comparison is repeated soon.
   */
  async function differing(): Promise<(() => void) | undefined> {
    const lagBefore = await countLag(graph);
    const before = (await presentCollection(search))?.documents;
    const entities = await total();
    const documents = (await presentCollection(search))?.documents;
    const lag = lagBefore + (await countLag(graph));
    if (before === undefined || documents === undefined) return undefined;
    const missing = entities - Math.max(before, documents);
    const tooMany = Math.min(before, documents) - entities;
    const difference = Math.max(missing, tooMany) > lag ? `${entities} ${documents}` : '';
    compareAt = Date.now() + (lag === 0 && difference === '' ? COMPARE_MS : 0);
    if (difference !== seen || difference === '') {
      seen = difference;
      return undefined;
    }
    seen = '';
    return () => log('index.differs', { documents, entities });
  }

  const total = (): Promise<number> => count(graph, [...model.entityTypes.values()], true);

  async function isGoing(building: string | undefined): Promise<boolean> {
    return building !== undefined && hashIn(building) === hash && (await collectionExists(search, building));
  }

  /** Starts a new collection if one is needed, unless another server has done so. */
  function begin(why: (() => void) | undefined): Promise<boolean> {
    // The loop and a request for a new index have the same owner: the second one waits here for the first.
    const next = beginning.then(() => beginOnce(why));
    beginning = next.catch(() => undefined);
    return next;
  }

  async function beginOnce(why: (() => void) | undefined): Promise<boolean> {
    if (!why || !(await takeRebuilding(graph, owner))) return false;
    if (await isGoing((await rebuilding(graph)).building)) return true;
    why();
    const name = await makeCollection(search, hash);
    const lost = !(await presentCollection(search));
    // Stored before anybody searches the empty collection.
    await setRebuilding(graph, { building: name, sweptTo: '', unswept: lost ? await total() : undefined });
    if (lost) await putAlias(search, name);
    return true;
  }

  async function step(): Promise<boolean> {
    if (!(await searchAnswers(search.address))) {
      compareAt = 0;
      expectReplay(search);
      throw searchAway();
    }
    const { building, sweptTo, unswept } = await rebuilding(graph);
    if (building === undefined || !(await isGoing(building))) return begin(await fault(await presentCollection(search)));
    if (!(await takeRebuilding(graph, owner))) return false;
    if (sweptTo !== undefined) await mark(building, sweptTo, unswept);
    else if ((await sweepLeft(graph, building)) > 0) await pause(PAUSE_MS);
    else await finish(building);
    return true;
  }

  async function mark(building: string, sweptTo: string, unswept: number | undefined): Promise<void> {
    const { waiting } = await countMarks(graph);
    if (Date.now() - told > TELL_MS) {
      told = Date.now();
      log('index.building', { collection: building, last: sweptTo, entities: await total(), waiting });
    }
    if (waiting > MOST_WAITING) return void (await pause(PAUSE_MS));
    const { last, marked } = await sweepPage(graph, building, sweptTo, '\uffff', PAGE);
    const left = unswept === undefined || last === undefined ? undefined : Math.max(0, unswept - marked);
    await setRebuilding(graph, { building, sweptTo: last, unswept: left });
  }

  async function finish(building: string): Promise<void> {
    await putAlias(search, building);
    await dropOthers(search, [building]);
    // This comes last, so that everybody who waits for the end finds one collection. If it is interrupted before, all of this is done once more.
    await setRebuilding(graph, { building: undefined, sweptTo: undefined });
    compareAt = 0;
    log('index.built', { collection: building });
  }

  async function rebuild(): Promise<boolean> {
    if (await isGoing((await rebuilding(graph)).building)) return false;
    const begun = await begin(() => log('index.asked'));
    loop?.wake();
    return begun;
  }

  let loop: Loop | undefined;
  return {
    wake: () => loop?.wake(),
    stop: async () => loop?.stop(),
    watch() {
      loop ??= startLoop('search index keeper', step, IDLE_MS, log);
    },
    async prepare() {
      const present = await presentCollection(search);
      if (!present) await begin(await fault(present));
    },
    rebuild,
    async dropUnused() {
      const unused = (await unusedProperties(search)).length;
      return { unused, begun: unused > 0 && (await rebuild()) };
    },
    mark: (after, below, count) => sweepPage(graph, 'asked', after, below, count),
  };
}
