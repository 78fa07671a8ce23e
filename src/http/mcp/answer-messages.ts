/**
 * `POST /mcp`: answers the messages of a request.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode, type RequestId } from '@modelcontextprotocol/sdk/types.js';
import { presentEnd } from '../../budget.ts';
import type { Catalog } from '../../catalog/index.ts';
import { Refusal, reasonOf, tooManyMessages } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { isRecord } from '../../model/path.ts';
import { sendJson, sendNothing } from '../answer/send.ts';
import { warnOfWrite } from '../answer/warn-of-write.ts';
import { MOST_ARGUMENTS, readBody } from '../request/body.ts';
import type { Follow } from '../request/open-answers.ts';
import { audited, writer } from '../request/writer.ts';
import type { Context } from '../types.ts';
import { errorAnswer, isRequest, mistakeIn } from './check-params.ts';
import { makeMcpServer } from './make-server.ts';
import type { Session, Sessions } from './sessions.ts';
import type { ToolCalls } from './tool-calls.ts';

/** Most bytes of a request: arguments of tools, of which a description is the longest. */
const MOST_BYTES = 1024 * 1024;
/** Older clients send several messages at once. */
const MOST_MESSAGES = 10;

const JSON_AND_EVENTS = 'application/json, text/event-stream';
const SESSION = 'Mcp-Session-Id';

export interface AnswerParts {
  readonly catalog: Catalog;
  readonly log: Log;
  readonly version: string;
  readonly calls: ToolCalls;
  readonly sessions: Sessions;
  readonly path: string;
  readonly follow: Follow;
}

export async function answerMessages(context: Context, parts: AnswerParts): Promise<void> {
  const { sessions } = parts;
  const body = await bodyOf(context);
  if (body === undefined) return;
  const messages = [body].flat();
  const id = context.get(SESSION);
  const session = id === '' ? undefined : sessions.of(id, context.state.actor);
  const mistakes = messages.map(mistakeIn);
  if (mistakes.some((each) => each !== undefined)) return sendMistakes(context, body, mistakes);
  for (const message of messages) cancel(session, message);
  if (messages.some((message) => isRequest(message) && message.method === 'initialize')) context.set(SESSION, sessions.begin());
  await answer(context, parts, body, messages, session);
}

/** The body; undefined for one that is none of JSON, which is answered here. */
async function bodyOf(context: Context): Promise<unknown> {
  try {
    const body = await readBody(context, MOST_BYTES, MOST_ARGUMENTS);
    if (Array.isArray(body) && body.length > MOST_MESSAGES) throw tooManyMessages(MOST_MESSAGES, body.length);
    if (Array.isArray(body) && body.length === 0) throw tooManyMessages(MOST_MESSAGES, 0);
    return body;
  } catch (error) {
    if (!(error instanceof Refusal) || error.status !== 400) throw error;
    const { kind, code, message, details } = error;
    const number = kind === 'notJson' ? ErrorCode.ParseError : ErrorCode.InvalidRequest;
    sendJson(context, JSON.stringify(errorAnswer(null, number, message, { code, details })), 400);
    return undefined;
  }
}

/** Nothing of a list is done if a message of it is wrong. What is no message at all has status 400: nobody waits for an answer by its id. */
function sendMistakes(context: Context, body: unknown, mistakes: readonly ReturnType<typeof mistakeIn>[]): void {
  const status = mistakes.some((each) => each?.error.code === ErrorCode.InvalidRequest) ? 400 : 200;
  if (!Array.isArray(body)) return sendJson(context, JSON.stringify(mistakes[0]), status);
  const others = body.map((message: unknown, at) => mistakes[at] ?? (isRequest(message) ? notDone(message.id) : undefined));
  sendJson(context, JSON.stringify(others.filter((each) => each !== undefined)), status);
}

function notDone(id: RequestId) {
  return errorAnswer(id, ErrorCode.InvalidRequest, 'Not done, because another message of the list is wrong');
}

/** Ends the request that a notification names. What is no request of this session any more stays as it is. */
function cancel(session: Session | undefined, message: unknown): void {
  if (!isRecord(message) || message.method !== 'notifications/cancelled' || !isRecord(message.params)) return;
  const { requestId } = message.params;
  if (typeof requestId === 'string' || typeof requestId === 'number') session?.running.get(requestId)?.();
}

async function answer(
  context: Context,
  { catalog, log, version, calls, path, follow }: AnswerParts,
  body: unknown,
  messages: readonly unknown[],
  session: Session | undefined,
): Promise<void> {
  const { actor, conditions } = writer(context, catalog);
  const server = makeMcpServer({
    catalog: audited(context, catalog),
    actor,
    conditions,
    version,
    calls,
    session,
    wrote: (result) => warnOfWrite(context, catalog, result),
    mayNotWrite: context.state.mayNotWrite,
    tools: context.state.decided?.scope?.tools,
    trail: context.state.trail,
    unexpected: (error) => log('request.failed', { method: 'POST', path, reason: reasonOf(error) }),
  });
  const streams = messages.some(wantsProgress) && context.get('accept').includes('text/event-stream');
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streams });
  await server.connect(transport);
  const [only] = messages.length === 1 ? messages.filter(isRequest) : [];
  const cancelled = cancellable(session, only?.id, () => server.close());
  try {
    // The SDK needs an address. Nothing is fetched from it.
    const request = new Request(`http://cairn${path}`, { method: 'POST', headers: headersOf(context) });
    const found = await Promise.race([transport.handleRequest(request, { parsedBody: body }), cancelled.happens]);
    if (found === undefined || found.body === null) sendNothing(context, found?.status ?? 202);
    else if (streams && found.ok) await sendStream(context, found.body, follow);
    else sendJson(context, await found.text(), found.status);
  } finally {
    cancelled.forget();
    await server.close();
  }
}

function wantsProgress(message: unknown): boolean {
  const params = isRequest(message) ? message.params : undefined;
  return isRecord(params) && isRecord(params._meta) && params._meta.progressToken !== undefined;
}

/** Lets the session cancel a request. @param close gives up its answer */
function cancellable(session: Session | undefined, id: RequestId | undefined, close: () => Promise<void>) {
  const end = presentEnd();
  let happened: () => void = () => undefined;
  const happens = new Promise<undefined>((resolve) => {
    happened = () => resolve(undefined);
  });
  const cancelNow = (): void => {
    if (!end()) return;
    happened();
    void close();
  };
  if (id !== undefined) session?.running.set(id, cancelNow);
  return {
    happens,
    forget: () => {
      if (id !== undefined && session?.running.get(id) === cancelNow) session.running.delete(id);
    },
  };
}

/**
 * Sends a stream while the work goes on, which the time and the share of the request limit as those of others. It ends with the right to come in,
 * unless it has written: who has written is told so.
 */
async function sendStream(context: Context, body: ReadableStream<Uint8Array>, follow: Follow): Promise<void> {
  const { res, state } = context;
  const { over, again } = follow(context);
  context.status = 200;
  context.type = 'text/event-stream';
  context.set('Cache-Control', 'no-store');
  context.set('X-Accel-Buffering', 'no');
  context.respond = false;
  res.flushHeaders();
  const reader = body.getReader();
  const refused = async (): Promise<unknown> => (state.trail.seen().writes ? undefined : again().then(() => undefined, reasonIn));
  over.addEventListener('abort', () => !state.trail.seen().writes && reader.cancel().catch(() => undefined), { once: true });
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const reason = await refused();
    if (reason !== undefined) {
      await reader.cancel();
      break;
    }
    if (!res.destroyed) res.write(next.value);
  }
  if (over.reason instanceof Refusal && !state.trail.seen().writes) res.write(`: ${over.reason.message}\n\n`);
  res.end();
}

/** An engine that does not answer says nothing about the sender. */
function reasonIn(error: unknown): unknown {
  return error instanceof Refusal && error.retryAfter !== undefined ? undefined : error;
}

/** What the protocol asks of the headers, except `Accept`: the answer is JSON whatever a client prefers. */
function headersOf(context: Context): Record<string, string> {
  const version = context.get('mcp-protocol-version');
  return { accept: JSON_AND_EVENTS, 'content-type': 'application/json', ...(version !== '' && { 'mcp-protocol-version': version }) };
}
