/**
 * The next piece of work of a bulk change: a page of its search, or a page of its entities. Both can be done twice without harm: pages and
 * progress are saved together, and an entity that has the changes does not change again.
 */
import { indexBuilding, noSuchEntity, Refusal } from '../../errors.ts';
import {
  type BulkChanges,
  type BulkOrder,
  type BulkPage,
  type BulkProgress,
  type BulkRefusal,
  type BulkSearch,
  readBulkPage,
  type StoredBulk,
  saveBulk,
} from '../../graph/bulk.ts';
import type { Graph } from '../../graph/driver.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn, type Urn } from '../../model/urn.ts';
import { type Place, readFilter, type SearchRequest, type SearchResult } from '../../search/index.ts';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import type { Refusals } from '../maintenance/refusals.ts';
import type { EntityView } from '../read/read.ts';
import { SERVER, type Sender } from '../sender.ts';
import { valueIn } from '../state.ts';
import type { RawProposal } from '../write/proposal.ts';
import type { ItemOutcome, WriteRequest, WriteResult } from '../write/write.ts';
import { type BulkEdit, bulkAspects, bulkColumnEdits, bulkEdits, columnEntities } from './bulk-edits.ts';
import type { TriedChange } from './differences.ts';

export interface BulkParts {
  readonly model: Model;
  readonly graph: Graph;
  read(urns: readonly Urn[], aspects: readonly string[] | undefined): Promise<EntityView[]>;
  search(sender: Sender, request: SearchRequest): Promise<SearchResult>;
  write(request: WriteRequest): Promise<WriteResult>;
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
/** Hard deletions in one transaction. The writes of others wait for its end. */
const HARD_DELETIONS = 50;
/** The most entities of one bulk change. */
export const MOST_ENTITIES = 1_000_000;
/** Hits of one page of the search. */
const HITS = 1_000;
/** How long one step waits until search shows what was written before the bulk change, ms. */
const PATIENCE_MS = 10_000;
/** The most characters of a message in the report. */
const MOST_CHARACTERS = 500;

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

/** Of entities, or of aspects. */
export interface BulkCounts {
  readonly changed: number;
  readonly unchanged: number;
  readonly refused: number;
}

/** What became of a batch, in entities. */
export interface BatchOutcome extends BulkCounts {
  readonly refusals: readonly BulkRefusal[];
  /** By aspect; the key aspect stands for the whole entity. */
  readonly aspects: ReadonlyMap<string, BulkCounts>;
  /** The entities that change, with the aspects. */
  readonly changes: readonly { readonly urn: string; readonly aspects: readonly string[] }[];
  /** What changes of each, with the values before and after. */
  readonly tried: readonly TriedChange[];
}

interface PlannedEdit extends BulkEdit {
  /** The entity that the request names. */
  readonly view: EntityView;
  /** The one that is written: it, or that of a column. */
  readonly written: EntityView;
}

/**
 * Changes some entities. Each aspect of each is changed or refused for itself.
 *
 * @param own the order of each of them, where they differ
 */
export async function changeBatch(
  { model, read, write }: Pick<BulkParts, 'model' | 'read' | 'write'>,
  urns: readonly string[],
  order: BulkOrder,
  own?: readonly BulkOrder[],
): Promise<BatchOutcome> {
  const orders = new Map(own?.map((each, at) => [urns[at] ?? '', each]));
  const orderOf = ({ urn }: Pick<EntityView, 'urn'>): BulkOrder => orders.get(urn.text) ?? order;
  const aspectsRead = [...new Set([order, ...(own ?? [])].flatMap((each) => bulkAspects(model, each)))];
  const refusals: BulkRefusal[] = [];
  const known = urns.flatMap((text) => {
    const urn = parseUrn(model, text);
    if (!isProblem(urn)) return [urn];
    refusals.push({ urn: text, code: 'bad-urn', message: `The URN ${urn.problem}` });
    return [];
  });
  const views = await read(known, aspectsRead);
  // What is gone after this look is refused by the commit (`onlyWith`).
  const there = views.filter(({ exists }) => exists);
  if (order.changes.deletion !== 'hard') {
    for (const { urn, exists } of views) if (!exists) refusals.push(refusalOf(urn.text, undefined, noSuchEntity(urn.text)));
  }
  const edits = await planned({ model, read: (columns) => read(columns, aspectsRead) }, there, orderOf, refusals);
  const proposals = edits.map(({ proposal }) => proposal);
  const hard = order.changes.deletion === 'hard';
  const items = hard
    ? await deleteAll(write, proposals, order.createdBy)
    : (await write({ proposals, together: false, actor: order.createdBy })).items;
  const aspects = new Map<string, { -readonly [Part in keyof BulkCounts]: number }>();
  const changed = new Map<string, string[]>();
  const tried: TriedChange[] = [];
  const slices = makeSlices();
  for (const [index, item] of items.entries()) {
    await yieldIfDue(slices);
    const edit = edits[index];
    if (!edit) continue;
    const { aspectName = '' } = edit.proposal;
    const urn = edit.view.urn.text;
    const outcome = outcomeOf(item, orderOf(edit.view).run);
    const counts = aspects.get(aspectName) ?? { changed: 0, unchanged: 0, refused: 0 };
    counts[outcome]++;
    aspects.set(aspectName, counts);
    if (outcome === 'changed') {
      changed.set(urn, [...new Set([...(changed.get(urn) ?? []), aspectName])]);
      tried.push(triedOf(edit, aspectName, item));
    }
    if ('refusal' in item) {
      const gone = item.refusal.code === 'no-such-entity';
      if (!gone || refusals.at(-1)?.urn !== urn) refusals.push(refusalOf(urn, gone ? undefined : aspectName, item.refusal));
    }
  }
  const refused = new Set(refusals.map(({ urn }) => urn));
  return {
    changed: changed.size,
    unchanged: urns.length - new Set([...changed.keys(), ...refused]).size,
    refused: refused.size,
    refusals,
    aspects,
    changes: [...changed].map(([urn, list]) => ({ urn, aspects: list })),
    tried,
  };
}

/** The edits of each entity. One that cannot have the change is refused for itself. */
async function planned(
  { model, read }: { readonly model: Model; read(columns: readonly Urn[]): Promise<EntityView[]> },
  views: readonly EntityView[],
  orderOf: (view: EntityView) => BulkOrder,
  refusals: BulkRefusal[],
): Promise<PlannedEdit[]> {
  const columns = views.flatMap((view) => columnEntities(model, view, orderOf(view)));
  const own = new Map((columns.length > 0 ? await read(columns) : []).map((view) => [view.urn.text, view]));
  return views.flatMap((view) => {
    const order = orderOf(view);
    try {
      const edits: BulkEdit[] = order.columns
        ? bulkColumnEdits(model, view, own, order)
        : bulkEdits(model, view, order).map((proposal) => ({ proposal }));
      return edits.map((edit) => ({ ...edit, view, written: own.get(edit.proposal.entityUrn ?? '') ?? view }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(refusalOf(view.urn.text, undefined, error));
      return [];
    }
  });
}

function triedOf({ view, written, column }: PlannedEdit, aspect: string, item: ItemOutcome): TriedChange {
  const before = valueIn(written, aspect);
  const now = 'written' in item ? item.written.find(({ added }) => !added)?.now : undefined;
  return { of: view.urn.text, urn: written.urn, column: written === view ? undefined : column, aspect, before, after: now?.value.json };
}

/** A hard deletion shares its transaction with no other write, but several can share one. If they are too much together, each gets its own. */
async function deleteAll(write: BulkParts['write'], proposals: readonly RawProposal[], actor: string): Promise<ItemOutcome[]> {
  const items: ItemOutcome[] = [];
  for (let at = 0; at < proposals.length; at += HARD_DELETIONS) {
    const some = { proposals: proposals.slice(at, at + HARD_DELETIONS), actor };
    const done = await write({ ...some, together: true }).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.retryAfter !== undefined) throw error;
      return write({ ...some, together: false });
    });
    items.push(...done.items);
  }
  return items;
}

/** If this batch was written before, but not counted, its content comes from the run. @throws Refusal if an engine does not answer */
function outcomeOf(item: ItemOutcome, run: string): 'changed' | 'unchanged' | 'refused' {
  if ('refusal' in item) {
    if (item.refusal.retryAfter !== undefined) throw item.refusal;
    return 'refused';
  }
  const written = item.written.find(({ added }) => !added);
  if (!written || written.outcome === 'dropped') return 'unchanged';
  return written.outcome === 'unchanged' && written.now?.run !== run ? 'unchanged' : 'changed';
}

function refusalOf(urn: string, aspect: string | undefined, { code, message }: Refusal): BulkRefusal {
  const text = message.length > MOST_CHARACTERS ? `${message.slice(0, MOST_CHARACTERS)}…` : message;
  return { urn, ...(aspect !== undefined && { aspect }), code, message: text };
}
