/**
 * Keeps a whole search index of the present model in place. A new collection is filled beside the old one and takes its place when it is
 * complete: while it is filled, the indexer writes both, and every entity is marked once, so that whatever is written meanwhile is in
 * it too. How far that has come stands in the graph: any server goes on where another has stopped.
 *
 * States: whole → (lost, outdated, differs, asked for) → marking → (all marked) → draining → (none waits) → whole.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { count } from '../catalog/list.ts';
import { unavailable } from '../errors.ts';
import { countMarks, type MarkedPage, rebuilding, setRebuilding, sweepLeft, sweepPage, takeRebuilding } from '../graph/marks.ts';
import { searchAnswers, searchIsWhole } from '../search/client.ts';
import { collectionExists, dropOthers, hashIn, makeCollection, presentCollection, putAlias, schemaHash } from '../search/collections.ts';
import { unusedProperties } from '../search/unused-properties.ts';
import type { IndexerParts } from './index-search.ts';
import { type Loop, startLoop } from './loop.ts';

const IDLE_MS = 5_000;
const PAGE = 1_000;
/** Entities that may wait for the indexer before more are marked: new writes wait behind them, a second at most. */
const MOST_WAITING = 2_000;
const PAUSE_MS = 50;
const TELL_MS = 5_000;

export interface Keeper extends Loop {
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

export function startKeeper(parts: IndexerParts): Keeper {
  const { graph, search, model, log } = parts;
  const owner = crypto.randomUUID();
  const hash = schemaHash(model);
  let compared = false;
  let told = 0;
  let beginning: Promise<unknown> = Promise.resolve();

  /** Why the present index will not do; absent: it will. */
  async function fault(present: { name: string; documents: number } | undefined): Promise<(() => void) | undefined> {
    if (present && compared) return undefined;
    // What it shows while it replays its log says nothing.
    if (!(await searchIsWhole(search.address))) return undefined;
    if (!present) return () => log('index.lost');
    if (hashIn(present.name) !== hash) return () => log('index.outdated');
    const entities = await total();
    const { waiting } = await countMarks(graph);
    compared = true;
    if (waiting > 0 || entities === present.documents) return undefined;
    return () => log('index.differs', { documents: present.documents, entities });
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
    await setRebuilding(graph, { building: name, sweptTo: '' });
    if (!(await presentCollection(search))) await putAlias(search, name);
    return true;
  }

  async function step(): Promise<boolean> {
    if (!(await searchAnswers(search.address))) {
      compared = false;
      throw unavailable('The search engine does not answer');
    }
    const { building, sweptTo } = await rebuilding(graph);
    if (building === undefined || !(await isGoing(building))) return begin(await fault(await presentCollection(search)));
    if (!(await takeRebuilding(graph, owner))) return false;
    if (sweptTo !== undefined) await mark(building, sweptTo);
    else if ((await sweepLeft(graph, building)) > 0) await pause(PAUSE_MS);
    else await finish(building);
    return true;
  }

  async function mark(building: string, sweptTo: string): Promise<void> {
    const { waiting } = await countMarks(graph);
    if (Date.now() - told > TELL_MS) {
      told = Date.now();
      log('index.building', { collection: building, last: sweptTo, entities: await total(), waiting });
    }
    if (waiting > MOST_WAITING) return void (await pause(PAUSE_MS));
    const { last } = await sweepPage(graph, building, sweptTo, '\uffff', PAGE);
    await setRebuilding(graph, { building, sweptTo: last });
  }

  async function finish(building: string): Promise<void> {
    await putAlias(search, building);
    await dropOthers(search, [building]);
    // Last, so that whoever waits for the end finds one collection; cut off before it, all of this is done once more.
    await setRebuilding(graph, { building: undefined, sweptTo: undefined });
    compared = true;
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
