/**
 * Bulk changes: one change of many entities, which a search or a list of URNs names (docs/semantics.md 23). The calls of the core; the job in
 * jobs/bulk.ts does the work.
 */
import { randomBytes } from 'node:crypto';
import { badBody, bulkChanges, noSuchBulk, tooMany, tooManyBulk, undoOfActive, undoOfHardDeletion } from '../../errors.ts';
import {
  type BulkChanges,
  type BulkOrder,
  type BulkProgress,
  type BulkRefusal,
  type BulkSearch,
  createBulk,
  deleteBulk,
  isUnderWay,
  listBulk,
  readRefused,
  type StoredBulk,
  saveBulk,
} from '../../graph/bulk.ts';
import type { Graph } from '../../graph/driver.ts';
import type { Log } from '../../log.ts';
import type { Urn } from '../../model/urn.ts';
import type { Authors } from '../access/authors.ts';
import type { Makers } from '../access/makers.ts';
import type { Sender, WithSender } from '../sender.ts';
import type { WriteRequest, WriteResult } from '../write/write.ts';
import { type BulkParts, batchOf, MOST_ENTITIES, ordersOf, pagesOf, searchOf, withProgress } from './bulk-step.ts';
import { makeStep } from './bulk-turns.ts';
import { type BatchOutcome, changeBatch } from './change-batch.ts';
import { checkedChanges, checkedOwn } from './check-changes.ts';
import { type BulkPreview, summed } from './preview.ts';
import type { UndoParts } from './undo-step.ts';

/** The most bulk changes of a store. The oldest that has ended makes room for a new one. */
const MOST = 100;
/** Batches that a preview tries the changes on. */
const BATCHES_PREVIEWED = 5;
const ATTEMPTS = 20;
const REFUSED_PAGES = 20;

/** Which entities: exactly one of the two. */
export interface BulkRequest {
  readonly urns?: readonly Urn[] | undefined;
  readonly search?: BulkSearch | undefined;
  /** For all of them the same, or for each of `urns`. */
  readonly changes: BulkChanges | readonly BulkChanges[];
  /** Paths or plain names of columns, `*` for any letters: the changes are of those of each entity. */
  readonly columns?: readonly string[] | undefined;
}

/** A bulk change as clients see it. Times in epoch ms. */
export interface Bulk
  extends Omit<BulkOrder, 'run' | 'isUser' | 'judged' | 'makers'>,
    Omit<BulkProgress, 'state' | 'selecting' | 'undo' | 'undoJudged' | 'makers' | 'pages' | 'next' | 'at'> {
  readonly id: string;
  readonly runId: string;
  readonly state: BulkProgress['state'] | 'selecting';
  readonly lastStepAt: number;
}

export interface BulkCalls {
  /** Tries the changes on the first entities, and writes nothing. */
  preview(request: BulkRequest, actor: string): Promise<BulkPreview>;
  /** @param makers by what it is ordered: it stops with that @param run the run to write with; absent: one of its own */
  create(request: BulkRequest, actor: string, makers: Makers, run?: string): Promise<Bulk>;
  /** The newest first. */
  list(): Promise<Bulk[]>;
  read(id: string): Promise<Bulk>;
  /** What was refused, after the page `after`; -1 is the beginning. */
  refused(id: string, after: number): Promise<{ refused: readonly BulkRefusal[]; next: number | undefined }>;
  stop(id: string): Promise<Bulk>;
  /** Continues one that is stopped, or its undoing: from now on it ends with what `makers` says. */
  resume(id: string, makers: Makers): Promise<Bulk>;
  /** Rolls back what it has written. */
  undo(id: string, actor: string, makers: Makers): Promise<Bulk>;
  /** One step of the bulk change that waits longest. Answers whether there was one. `held`: may this server still work? */
  step(held: () => boolean, onState: (bulk: Bulk) => void): Promise<boolean>;
}

export interface BulkCallsParts extends BulkParts, UndoParts {
  exists(urns: readonly Urn[]): Promise<boolean[]>;
  /** As `write`, but nothing is written: it answers what would become of each proposal. */
  rehearse(request: WriteRequest): Promise<WriteResult>;
  /** The same, where policies judge what the user writes. */
  as(user: string): Pick<BulkCallsParts, 'write' | 'rehearse' | 'runs'>;
  readonly authors: Authors;
  readonly log: Log;
  /** Is called when there is one to work on. */
  changed(): void;
}

type BulkForSender = WithSender<Pick<BulkCalls, 'preview' | 'create' | 'undo'>> & Omit<BulkCalls, 'preview' | 'create' | 'undo'>;

/** If policies judge who orders a change, they judge each of its writes, as of the time of the write. It is the same where it is undone. */
export function makeBulk(parts: BulkCallsParts): BulkForSender {
  const { graph } = parts;
  const step = makeStep(parts);
  return {
    preview: (...request) => preview(parts, ...request),
    create: (...request) => create(parts, ...request),
    list: async () => (await listBulk(graph)).map(toBulk).sort((a, b) => b.createdAt - a.createdAt),
    read: async (id) => toBulk(await stored(graph, id)),
    async refused(id, after) {
      await stored(graph, id);
      const pages = await readRefused(graph, id, after, REFUSED_PAGES);
      return { refused: pages.flatMap(({ refused }) => refused), next: pages.length === REFUSED_PAGES ? pages.at(-1)?.number : undefined };
    },
    stop: (id) => change(parts, id, ({ progress }) => (isUnderWay(progress) ? { state: 'stopped' } : undefined)),
    resume: (id, makers) =>
      change(parts, id, ({ progress: { state, undoneBy } }) =>
        state === 'stopped' ? { state: undoneBy === undefined ? 'active' : 'undoing', reason: undefined, makers } : undefined,
      ),
    undo: (...request) => undo(parts, ...request),
    step: (held, onState) => step(held, (bulk) => onState(toBulk(bulk))),
  };
}

async function preview(parts: BulkCallsParts, sender: Sender, request: BulkRequest, actor: string): Promise<BulkPreview> {
  const { model, search } = parts;
  const { rehearse } = sender.decided ? parts.as(actor) : parts;
  const { columns, search: asked } = request;
  const { own, ...what } = await checked(parts, request);
  const total = await totalOf(parts, sender, request);
  const size = batchOf(request);
  const most = size * BATCHES_PREVIEWED;
  const texts = asked
    ? (await search(sender, { ...searchOf(model, asked, most), scroll: { after: undefined } })).hits.map(({ urn }) => urn)
    : textsOf(request).slice(0, most);
  const order = { run: newId(), ...what, columns, createdAt: Date.now(), createdBy: actor };
  const tried: BatchOutcome[] = [];
  for (let at = 0; at < texts.length; at += size) {
    tried.push(await changeBatch({ ...parts, write: rehearse }, texts.slice(at, at + size), order, ordersOf(order, own?.slice(at, at + size))));
  }
  return { total: asked ? Math.max(total, texts.length) : textsOf(request).length, tried: texts.length, ...summed(model, tried) };
}

async function create(parts: BulkCallsParts, sender: Sender, request: BulkRequest, actor: string, makers: Makers, run?: string): Promise<Bulk> {
  const { columns } = request;
  const { own, ...what } = await checked(parts, request);
  await totalOf(parts, sender, request);
  const id = newId();
  const pages = pagesOf(textsOf(request), 0, batchOf(request), own);
  const order: BulkOrder = {
    run: run ?? id,
    ...what,
    ...(columns && { columns }),
    ...(request.search && { search: request.search }),
    createdAt: Date.now(),
    ...(await parts.authors.of(actor, makers)),
    ...(sender.decided && { judged: true as const }),
  };
  const progress: BulkProgress = {
    state: 'active',
    ...(request.search && { selecting: {} }),
    total: textsOf(request).length,
    pages: pages.length,
    next: 0,
    done: 0,
    changed: 0,
    unchanged: 0,
    refused: 0,
    at: Date.now(),
  };
  await makeRoom(parts.graph);
  const bulk = await createBulk(parts.graph, { id, order, progress }, pages, MOST);
  if (!bulk) throw tooManyBulk(MOST);
  parts.changed();
  return toBulk(bulk);
}

async function undo(parts: BulkCallsParts, { decided }: Sender, id: string, actor: string, makers: Makers): Promise<Bulk> {
  // What another server was still writing while it was undone.
  const { rows } = await parts.runs.left((await stored(parts.graph, id)).order.run);
  return change(parts, id, ({ order, progress }) => {
    if (progress.state === 'active') throw undoOfActive(id);
    if (order.changes.deletion === 'hard') throw undoOfHardDeletion(id);
    if (progress.state === 'undoing' || (progress.state === 'undone' && rows === 0)) return undefined;
    return { state: 'undoing', undoneBy: actor, undoJudged: decided && true, makers, reason: undefined, undo: undefined };
  });
}

async function stored(graph: Graph, id: string): Promise<StoredBulk> {
  const found = (await listBulk(graph)).find((each) => each.id === id);
  if (!found) throw noSuchBulk(id);
  return found;
}

/** Changes the state, again if a step has saved its progress since it was read. */
async function change(parts: BulkCallsParts, id: string, next: (bulk: StoredBulk) => Partial<BulkProgress> | undefined): Promise<Bulk> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const bulk = await stored(parts.graph, id);
    const progress = next(bulk);
    const saved = progress ? await saveBulk(parts.graph, withProgress(bulk, progress)) : bulk;
    if (!saved) continue;
    parts.changed();
    return toBulk(saved);
  }
  throw bulkChanges(id);
}

/** The changes as an order has them, and those that each entity has of its own. */
async function checked(
  { model, exists }: BulkCallsParts,
  { changes, columns }: BulkRequest,
): Promise<Pick<BulkOrder, 'changes' | 'each'> & { own?: readonly BulkChanges[] }> {
  if (!Array.isArray(changes)) return { changes: await checkedChanges(model, exists, changes as BulkChanges, columns !== undefined) };
  const own = await checkedOwn(model, exists, changes);
  const parts = new Set(own.flatMap((each) => Object.keys(each)));
  return { changes: Object.fromEntries([...parts].map((part) => [part, {}])), each: true, own };
}

/** @throws Refusal malformed if there are too many entities */
async function totalOf({ model, search }: BulkCallsParts, sender: Sender, { urns, search: asked }: BulkRequest): Promise<number> {
  const total = asked ? (await search(sender, searchOf(model, asked, 0))).total : (urns?.length ?? 0);
  if (total > MOST_ENTITIES) throw tooMany(asked ? '/search' : '/urns', `${MOST_ENTITIES} entities`, total);
  if (!asked && total === 0) throw badBody('/urns', 'at least one URN', []);
  return total;
}

/** Removes the oldest that have ended, until there is room for one more. */
async function makeRoom(graph: Graph): Promise<void> {
  const all = await listBulk(graph);
  const ended = all
    .filter(({ progress: { state } }) => state === 'done' || state === 'undone' || state === 'partlyUndone')
    .sort((a, b) => a.progress.at - b.progress.at);
  for (const { id } of ended.slice(0, Math.max(0, all.length - MOST + 1))) await deleteBulk(graph, id);
}

function textsOf({ urns = [] }: BulkRequest): string[] {
  return [...new Set(urns.map(({ text }) => text))];
}

function newId(): string {
  return `bulk_${randomBytes(9).toString('base64url')}`;
}

function toBulk({ id, order, progress }: StoredBulk): Bulk {
  const { run, isUser: _isUser, judged: _judged, makers: _makers, ...asked } = order;
  const { selecting, undo: _, pages: __, next: ___, undoJudged: ____, makers: _____, at, state, ...rest } = progress;
  return { id, runId: run, ...asked, ...rest, state: state === 'active' && selecting ? 'selecting' : state, lastStepAt: at };
}
