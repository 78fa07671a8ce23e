/**
 * The next piece of work of a bulk change: a page of its search, or a page of its entities. Both can be done twice without harm: pages and
 * progress are saved together, and an entity that has the changes does not change again.
 */
import { indexBuilding } from '../../errors.ts';
import {
  type BulkChanges,
  type BulkOrder,
  type BulkPage,
  type BulkProgress,
  type BulkSearch,
  readBulkPage,
  type StoredBulk,
  saveBulk,
} from '../../graph/bulk.ts';
import type { Graph } from '../../graph/driver.ts';
import type { Model } from '../../model/types.ts';
import { type Place, readFilter, type SearchRequest, type SearchResult } from '../../search/index.ts';
import type { Refusals } from '../maintenance/refusals.ts';
import { SERVER, type Sender } from '../sender.ts';
import { type ChangeParts, changeBatch } from './change-batch.ts';

export interface BulkParts extends ChangeParts {
  readonly graph: Graph;
  search(sender: Sender, request: SearchRequest): Promise<SearchResult>;
  /** Keeps what was refused by its run, too. */
  readonly refused: Refusals['keep'];
  /** The last commit of the log. */
  newest(): Promise<number>;
  /** Waits until search shows a commit. Answers false if that takes longer than `ms`. */
  reached(seq: number, ms: number): Promise<boolean>;
}

/** Entities that are changed together: the transaction of a batch stays short, and others write between two batches. */
const BATCH = 200;
/** Columns that are changed together. */
const BATCH_COLUMNS = 2_000;
/** The most entities of one bulk change. */
export const MOST_ENTITIES = 1_000_000;
/** Hits of one page of the search. */
const HITS = 1_000;
/** How long one step waits until search shows what was written before the bulk change, ms. */
const PATIENCE_MS = 10_000;

/** The search of a bulk change, as the core takes it. */
export function searchOf(model: Model, { types, input, filter, includeSoftDeleted, allWords }: BulkSearch, count: number): SearchRequest {
  return {
    types: types.flatMap((name) => model.entityTypes.get(name) ?? []),
    input,
    filter: readFilter(filter, '/search/filter'),
    includeRemoved: includeSoftDeleted,
    allWords,
    start: 0,
    count,
  };
}

/** How many entities are changed together. */
export function batchOf({ columns }: Pick<BulkOrder, 'columns'>): number {
  return columns ? Math.max(1, Math.min(BATCH, Math.floor(BATCH_COLUMNS / columns.length))) : BATCH;
}

/** Cuts URNs into pages, with the changes that each has of its own. */
export function pagesOf(urns: readonly string[], from: number, size: number, changes?: readonly BulkChanges[]): BulkPage[] {
  return Array.from({ length: Math.ceil(urns.length / size) }, (_, at) => {
    const [begin, end] = [at * size, (at + 1) * size];
    return { number: from + at, urns: urns.slice(begin, end), changes: changes?.slice(begin, end) };
  });
}

/**
 * Does the next piece of work and saves the progress.
 *
 * @returns the bulk change as saved; nothing if somebody else has changed it meanwhile
 * @throws Refusal unavailable if an engine does not answer
 */
export async function bulkStep(parts: BulkParts, bulk: StoredBulk): Promise<StoredBulk | undefined> {
  const { selecting, next, pages } = bulk.progress;
  if (selecting) return select(parts, bulk, selecting.after as Place | undefined);
  if (next >= pages) {
    // Who looks when it is done sees it in searches, unless the index is away.
    await parts.reached(await parts.newest(), PATIENCE_MS);
    return saveBulk(parts.graph, withProgress(bulk, { state: 'done' }));
  }
  const { urns, changes } = await readBulkPage(parts.graph, bulk.id, next);
  const done = await changeBatch(parts, urns, bulk.order, ordersOf(bulk.order, changes));
  const { run, createdBy } = bulk.order;
  if (done.refusals.length > 0)
    await parts.refused(
      done.refusals.map(({ urn, aspect, ...refusal }) => ({ urn, aspect, run, refusal })),
      createdBy,
    );
  const { changed, unchanged, refused } = bulk.progress;
  const progress = {
    next: next + 1,
    done: bulk.progress.done + urns.length,
    changed: changed + done.changed,
    unchanged: unchanged + done.unchanged,
    refused: refused + done.refused,
  };
  // Undoing looks at them again.
  const page = { number: next, urns: [...new Set(done.tried.map(({ urn }) => urn.text))], refused: done.refusals };
  return saveBulk(parts.graph, withProgress(bulk, progress), [page]);
}

/** The orders of entities that have changes of their own. */
export function ordersOf(order: BulkOrder, changes: readonly BulkChanges[] | undefined): BulkOrder[] | undefined {
  return changes?.map((each) => ({ ...order, changes: each }));
}

export function withProgress(bulk: StoredBulk, change: Partial<BulkProgress>): StoredBulk {
  return { ...bulk, progress: { ...bulk.progress, ...change, at: Date.now() } };
}

/** Appends a page of the search to the pages. The search must show all that was written before: what it does not find stays unchanged. */
async function select(parts: BulkParts, bulk: StoredBulk, after: Place | undefined): Promise<StoredBulk | undefined> {
  const { model, graph, search } = parts;
  const { order, progress } = bulk;
  if (!order.search) throw new Error(`bulk change ${bulk.id} has neither URNs nor a search`);
  if (!after && !(await parts.reached(await parts.newest(), PATIENCE_MS)))
    throw indexBuilding('the bulk change waits until search shows all entities');
  const { hits, next } = await search(SERVER, { ...searchOf(model, order.search, HITS), anyOrder: true, scroll: { after } });
  const pages = pagesOf(
    hits.map(({ urn }) => urn),
    progress.pages,
    batchOf(order),
  );
  const total = progress.total + hits.length;
  const selecting = next && total < MOST_ENTITIES ? { after: next } : undefined;
  return saveBulk(graph, withProgress(bulk, { selecting, total, pages: progress.pages + pages.length }), pages);
}
