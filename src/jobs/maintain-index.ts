/**
 * Keeps a whole search index of the present model in place. A new collection is filled beside the old one and takes its place when it is
 * complete: while it is filled, the indexer writes both, and every entity is marked once, so that whatever is written meanwhile is in
 * it too. How far that has come stands in the graph: any server goes on where another has stopped.
 *
 * States: whole → (lost, outdated, differs, asked for) → marking → (all marked) → draining → (none waits) → whole.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { count } from '../catalog/read/list.ts';
import { unavailable } from '../errors.ts';
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
/** How long after entities and documents were as many as each other they are compared again, ms. */
const COMPARE_MS = 300_000;
const PAGE = 1_000;
/** Entities that may wait for the indexer before more are marked: new writes wait behind them, a second at most. */
const MOST_WAITING = 2_000;
const PAUSE_MS = 50;
const TELL_MS = 5_000;

export interface IndexMaintainer extends Loop {
  /** Makes sure that there is an index, though it may be empty still. */
  prepare(): Promise<void>;
  /** Begins to look after it: not before the start is over, since the comparison with the graph plans a query for each entity type. */
  watch(): void;
  /** Begins to build the whole index anew; false where that is under way already. */
  rebuild(): Promise<boolean>;
  /** The same, if there are fields of structured properties without values; says how many properties these are of. */
  dropUnused(): Promise<{ readonly unused: number; readonly begun: boolean }>;
  /** Marks a page of entities to be indexed anew. */
  mark(after: string, below: string, count: number): Promise<MarkedPage>;
}

export function startIndexMaintainer(parts: IndexerParts): IndexMaintainer {
  const { graph, search, model, log } = parts;
  const owner = crypto.randomUUID();
  const hash = schemaHash(model);
  /** When entities and documents are compared next, epoch ms. */
  let compareAt = 0;
  /** The difference that the last comparison saw; empty: none. */
  let seen = '';
  let told = 0;
  let beginning: Promise<unknown> = Promise.resolve();

  /** Why the present index will not do; absent: it will. */
  async function fault(present: { name: string } | undefined): Promise<(() => void) | undefined> {
    if (present && hashIn(present.name) === hash && Date.now() < compareAt) return undefined;
    // What it shows while it replays its log says nothing.
    if (!(await hasReplayed(search.address))) return undefined;
    if (!present) return () => log('index.lost');
    if (hashIn(present.name) !== hash) return () => log('index.outdated');
    return differing();
  }

  /**
   * Compares the numbers of entities and documents. Others write meanwhile: what waits before or after explains a difference, and so does
   * a number of documents that changes. Only what is seen twice in a row counts; without a clear answer it is asked again soon.
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

  /** Begins a new collection where one is needed, unless another server has done so. */
  function begin(why: (() => void) | undefined): Promise<boolean> {
    // The loop and whoever asks for a new index are one owner: here the second waits for the first.
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
    // Told before the empty collection is searched.
    await setRebuilding(graph, { building: name, sweptTo: '', unswept: lost ? await total() : undefined });
    if (lost) await putAlias(search, name);
    return true;
  }

  async function step(): Promise<boolean> {
    if (!(await searchAnswers(search.address))) {
      compareAt = 0;
      expectReplay(search);
      throw unavailable('The search engine does not answer');
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
    // Last, so that whoever waits for the end finds one collection; cut off before it, all of this is done once more.
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
