/**
 * `GET /changes`: the change stream, page by page or as server-sent events (docs/semantics.md 21).
 */
import { PassThrough } from 'node:stream';
import { outsideBudgets } from '../../budget.ts';
import type { Catalog, Change, ChangeCursor, ChangeFilter } from '../../catalog/index.ts';
import { badParameter, Refusal, unknownAspect } from '../../errors.ts';
import { entityTypeOrRefuse, urnFrom } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import { objectText, sendJson } from '../answer/send.ts';
import { flagParam, listParam, namesParam, textParam, wholeParam } from '../request/query.ts';
import type { Context } from '../types.ts';

const USUAL = 100;
const MOST = 1_000;
const LONGEST_WAIT_S = 30;
/** How often to send a comment, ms, because proxies close idle connections. */
const BEAT_MS = 15_000;
const CURSOR = /^(\d{1,15})(?:\.(\d{1,6}))?$/;

export async function readChanges(context: Context, catalog: Catalog): Promise<void> {
  const { model } = catalog;
  const stream = context.accepts('application/json', 'text/event-stream') === 'text/event-stream';
  const last = stream ? context.get('Last-Event-ID') : '';
  const after = last === '' ? cursorParam(textParam(context, 'after')) : cursorParam(last);
  const filter = filterOf(context, model);
  const values = flagParam(context, 'values', false);
  const limit = wholeParam(context, 'limit', USUAL, 1, MOST);
  const seconds = wholeParam(context, 'wait', 0, 0, LONGEST_WAIT_S);
  const from = after ?? { seq: await catalog.newest() };
  if (stream) return sendEvents(context, catalog, { filter, values, limit }, from);
  const wait = seconds === 0 ? AbortSignal.abort() : AbortSignal.timeout(seconds * 1000);
  // A request that waits does no work, so the wait does not count against its time limit.
  const { changes, next, newest } = await outsideBudgets(() => catalog.changes({ after: from, limit, filter, values, wait }));
  sendJson(
    context,
    objectText([
      ['changes', `[${changes.map((change) => changeText(model, change)).join(',')}]`],
      ['next', JSON.stringify(cursorText(next))],
      ['newest', String(newest)],
    ]),
  );
}

/** Sends changes as they come, until the client closes the connection. */
async function sendEvents(
  context: Context,
  catalog: Catalog,
  { filter, values, limit }: { filter: ChangeFilter; values: boolean; limit: number },
  from: ChangeCursor,
): Promise<void> {
  const gone = new AbortController();
  context.req.once('close', () => gone.abort());
  // Read the first page before sending headers, so that a wrong cursor is answered with an error status.
  let page = await catalog.changes({ after: from, limit, filter, values, wait: AbortSignal.abort() });
  const events = new PassThrough();
  context.type = 'text/event-stream';
  context.set('Cache-Control', 'no-store');
  context.set('X-Accel-Buffering', 'no');
  context.body = events;
  const send = (text: string): Promise<void> | undefined =>
    events.write(text) || gone.signal.aborted
      ? undefined
      : new Promise((resolve) => {
          events.once('drain', resolve);
          gone.signal.addEventListener('abort', () => resolve(), { once: true });
        });
  const beat = setInterval(() => events.write(': keep-alive\n\n'), BEAT_MS);
  void outsideBudgets(async () => {
    try {
      await send(': connected\n\n');
      while (!gone.signal.aborted) {
        for (const change of page.changes)
          await send(`id: ${change.seq}.${change.count}\nevent: change\ndata: ${changeText(catalog.model, change)}\n\n`);
        page = await catalog.changes({ after: page.next, limit, filter, values, wait: gone.signal });
      }
    } catch (error) {
      // An engine does not answer, or the log was cut. The client connects again with its last id and then gets the error status.
      await send(
        `event: error\ndata: ${JSON.stringify({ message: error instanceof Refusal ? error.message : 'the stream has ended; connect again' })}\n\n`,
      );
    } finally {
      clearInterval(beat);
      events.end();
    }
  });
}

/** @throws Refusal malformed */
function cursorParam(text: string | undefined): ChangeCursor | undefined {
  if (text === undefined) return undefined;
  const [, seq, count] = CURSOR.exec(text) ?? [];
  if (seq === undefined) throw badParameter('/after', 'the number of a commit, or the next of an earlier answer', text);
  return { seq: Number(seq), ...(count !== undefined && { count: Number(count) }) };
}

function cursorText({ seq, count }: ChangeCursor): string {
  return count === undefined ? String(seq) : `${seq}.${count}`;
}

/** @throws Refusal for types and aspects that the model does not have, and for invalid URNs */
function filterOf(context: Context, model: Model): ChangeFilter {
  const types = namesParam(context, 'types')?.map((name) => entityTypeOrRefuse(model, name, '/types').name);
  const aspects = namesParam(context, 'aspects')?.map((name) => aspectOf(model, name));
  const urns = listParam(context, 'urns')?.map((text) => urnFrom(model, text).text);
  return { types: types && new Set(types), aspects: aspects && new Set(aspects), urns: urns && new Set(urns) };
}

function aspectOf(model: Model, name: string): string {
  const found = [...model.aspects.values()].find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!found) throw unknownAspect(name, '/aspects');
  return found.name;
}

/** A change as JSON text. Its values are the stored texts, unchanged. */
function changeText(model: Model, each: Change): string {
  const { seq, count, at, urn, aspect, type, before, version, time, actor, run, value, beforeValue } = each;
  const entityType = urn.slice(model.names.urnPrefix.length).split(':', 1)[0] ?? '';
  const wholeEntity = type === 'delete' && model.entityTypes.get(entityType)?.key.name === aspect ? true : undefined;
  const named = { urn, entityType, aspect, change: type, wholeEntity, before, version, timestampMillis: time, actor, runId: run };
  const plain = JSON.stringify({ id: `${seq}.${count}`, seq, time: at, ...named });
  const values = [...(value === undefined ? [] : [`"value":${value}`]), ...(beforeValue === undefined ? [] : [`"beforeValue":${beforeValue}`])];
  return values.length === 0 ? plain : `${plain.slice(0, -1)},${values.join(',')}}`;
}
