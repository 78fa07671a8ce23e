/**
 * `GET /changes`: the change stream, page by page or as server-sent events (docs/semantics.md 21).
 */
import { Readable } from 'node:stream';
import { outsideBudgets } from '../../budget.ts';
import {
  type Catalog,
  type Change,
  type ChangeFilter,
  type ChangesPage,
  type ChangesRequest,
  changeId,
  changeText,
  LOGGED_CHANGES,
  placeText,
} from '../../catalog/index.ts';
import { badParameter, Refusal } from '../../errors.ts';
import { entityTypeOrRefuse, urnFrom } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import { objectText, sendJson } from '../answer/send.ts';
import { resolveAspects } from '../request/aspect-names.ts';
import { readChangeCursor } from '../request/change-cursor.ts';
import type { Follow, OpenAnswer } from '../request/open-answers.ts';
import { flagParam, listParam, namesParam, textParam, wholeParam } from '../request/query.ts';
import { weighReads } from '../request/weigh-reads.ts';
import type { Context } from '../types.ts';

const USUAL = 100;
const MOST = 1_000;
const LONGEST_WAIT_S = 30;
/** How often to send a comment, ms, because proxies close idle connections. */
const BEAT_MS = 15_000;

export async function readChanges(context: Context, catalog: Catalog, follow: Follow): Promise<void> {
  const { model } = catalog;
  const stream = context.accepts('application/json', 'text/event-stream') === 'text/event-stream';
  const last = stream ? context.get('Last-Event-ID') : '';
  const after = last === '' ? textParam(context, 'after') : last;
  const place = after === undefined ? undefined : readChangeCursor(context, catalog, after, (expected) => badParameter('/after', expected, after));
  const filter = filterOf(context, model);
  const values = flagParam(context, 'values', false);
  const limit = wholeParam(context, 'limit', USUAL, 1, MOST);
  const waitMs = wholeParam(context, 'wait', 0, 0, LONGEST_WAIT_S) * 1_000;
  if (isNewestFirst(context)) {
    // What is newest is there already, so nobody can wait for it.
    if (stream || waitMs > 0) throw badParameter('/order', 'oldest, with a wait or as a stream of events', 'newest');
    return sendPage(context, model, await weighReads(catalog, context.state.share).newestChanges({ after: place, limit, filter, values }));
  }
  const waits = stream || waitMs > 0;
  if (waits) context.state.share.wait();
  const open = waits ? follow(context) : undefined;
  const over = open?.over ?? new AbortController().signal;
  const request = { after: place ?? { seq: (await catalog.newest()).seq }, limit, filter, values, over };
  // Also of a stream, the first page comes before the headers: what is wrong with the cursor is answered as an error.
  const reader = waits ? catalog : weighReads(catalog, context.state.share);
  const page = await reader.changes({ ...request, waitMs: stream ? 0 : waitMs });
  if (stream && open) return sendEvents(context, catalog, request, page, open);
  await open?.again();
  sendPage(context, model, page);
}

/** @throws Refusal malformed */
function isNewestFirst(context: Context): boolean {
  const order = textParam(context, 'order') ?? 'oldest';
  if (order !== 'oldest' && order !== 'newest') throw badParameter('/order', 'oldest or newest', order);
  return order === 'newest';
}

function sendPage(context: Context, model: Model, page: ChangesPage): void {
  sendJson(
    context,
    objectText([
      ['changes', `[${page.changes.map((change) => changeText(model, change)).join(',')}]`],
      ['next', JSON.stringify(placeText(page.next))],
      ['newest', String(page.newest)],
    ]),
  );
}

type StreamRequest = Omit<ChangesRequest, 'waitMs'>;

function sendEvents(context: Context, catalog: Catalog, request: StreamRequest, first: ChangesPage, open: OpenAnswer): void {
  context.type = 'text/event-stream';
  context.set('Cache-Control', 'no-store');
  context.set('X-Accel-Buffering', 'no');
  context.body = Readable.from(events(catalog, request, first, open));
}

/** Changes as they come, until nobody waits for them. */
async function* events(catalog: Catalog, request: StreamRequest, first: ChangesPage, { over, again }: OpenAnswer): AsyncGenerator<string> {
  yield ': connected\n\n';
  try {
    for (let page = first; !over.aborted; ) {
      yield page.changes.length > 0 ? page.changes.map((change) => eventText(catalog.model, change)).join('') : ': keep-alive\n\n';
      const { next } = page;
      // The request itself has been answered: its time does not count any more.
      page = await outsideBudgets(() => catalog.changes({ ...request, after: next, waitMs: BEAT_MS }));
      if (!over.aborted) await again();
    }
    if (over.reason instanceof Refusal) yield errorText(over.reason);
  } catch (error) {
    // An engine does not answer, the log was cut, or the sender may not listen any more. The client connects again with its last id and then gets
    // the error status.
    yield errorText(error);
  }
}

function errorText(error: unknown): string {
  const { code, message } = error instanceof Refusal ? error : { code: undefined, message: 'the stream has ended; connect again' };
  return `event: error\ndata: ${JSON.stringify({ message, code })}\n\n`;
}

function eventText(model: Model, change: Change): string {
  return `id: ${changeId(change)}\nevent: change\ndata: ${changeText(model, change)}\n\n`;
}

/** @throws Refusal for types and aspects that the model does not have, for invalid URNs, and for unknown kinds of changes */
function filterOf(context: Context, model: Model): ChangeFilter {
  const urnsIn = (name: string) => listParam(context, name)?.map((text) => urnFrom(model, text, `/${name}`).text);
  const types = namesParam(context, 'types')?.map((name) => entityTypeOrRefuse(model, name, '/types').name);
  const aspects = namesParam(context, 'aspects');
  const urns = urnsIn('urns');
  const actors = urnsIn('actors');
  const changes = namesParam(context, 'changes');
  const unknown = changes?.find((each) => !(LOGGED_CHANGES as readonly string[]).includes(each));
  if (unknown !== undefined) throw badParameter('/changes', LOGGED_CHANGES.join(', '), unknown);
  return {
    types: types && new Set(types),
    aspects: aspects && new Set(resolveAspects(model, aspects)),
    urns: urns && new Set(urns),
    actors: actors && new Set(actors),
    changes: changes && new Set(changes),
  };
}
