/**
 * `POST /mcp`: answers the messages of a request.
 */
import { SubscriptionsListenRequestSchema } from '@modelcontextprotocol/core';
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolErrorCode,
  type RequestId,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { presentEnd } from '../../budget.ts';
import type { Catalog } from '../../catalog/index.ts';
import { Refusal, reasonOf, tooManyFollowed, tooManyMessages } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import { sendJson, sendNothing } from '../answer/send.ts';
import { warnOfWrite } from '../answer/warn-of-write.ts';
import { MOST_ARGUMENTS, readBody } from '../request/body.ts';
import { callerOf } from '../request/caller.ts';
import type { Follow } from '../request/open-answers.ts';
import { audited, writer } from '../request/writer.ts';
import type { Context } from '../types.ts';
import { errorAnswer, isRequest, mistakeIn, refusedAnswer } from './check-params.ts';
import { busFor, type ListenParts, sendEvents } from './listen.ts';
import { MOST_SUBSCRIPTIONS, makeMcpServer } from './make-server.ts';
import { resourceOf } from './resources.ts';
import type { Session, Sessions } from './sessions.ts';
import type { ToolCalls } from './tool-calls.ts';

/** Most bytes of a request: arguments of tools, of which a description is the longest. */
const MOST_BYTES = 1024 * 1024;
/** Older clients send several messages at once. */
const MOST_MESSAGES = 10;

const JSON_AND_EVENTS = 'application/json, text/event-stream';
const SESSION = 'Mcp-Session-Id';

export interface AnswerParts extends ListenParts {
  readonly catalog: Catalog;
  readonly version: string;
  readonly calls: ToolCalls;
  readonly sessions: Sessions;
}

export async function answerMessages(context: Context, parts: AnswerParts): Promise<void> {
  const { sessions } = parts;
  const body = await bodyOf(context);
  if (body === undefined) return;
  const messages = [body].flat();
  const mistakes = messages.map(mistakeIn);
  const inSession = await isLegacyRequest(requestOf(context, parts.path), body);
  const id = inSession ? context.get(SESSION) : '';
  const session = id === '' ? undefined : sessions.of(id, context.state.actor, callerOf(context));
  if (mistakes.some((each) => each !== undefined)) return sendMistakes(context, body, mistakes);
  if (!inSession) return answerAlone(context, parts, body);
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
    const number = kind === 'notJson' ? ProtocolErrorCode.ParseError : ProtocolErrorCode.InvalidRequest;
    sendJson(context, JSON.stringify(errorAnswer(null, number, message, { code, details })), 400);
    return undefined;
  }
}

/** Nothing of a list is done if a message of it is wrong. What is no message at all has status 400: nobody waits for an answer by its id. */
function sendMistakes(context: Context, body: unknown, mistakes: readonly ReturnType<typeof mistakeIn>[]): void {
  const status = mistakes.some((each) => each?.error.code === ProtocolErrorCode.InvalidRequest) ? 400 : 200;
  if (!Array.isArray(body)) return sendJson(context, JSON.stringify(mistakes[0]), status);
  const others = body.map((message: unknown, at) => mistakes[at] ?? (isRequest(message) ? notDone(message.id) : undefined));
  sendJson(context, JSON.stringify(others.filter((each) => each !== undefined)), status);
}

function notDone(id: RequestId) {
  return errorAnswer(id, ProtocolErrorCode.InvalidRequest, 'Not done, because another message of the list is wrong');
}

/** Ends the request that a notification names. What is no request of this session any more stays as it is. */
function cancel(session: Session | undefined, message: unknown): void {
  if (!isRecord(message) || message.method !== 'notifications/cancelled' || !isRecord(message.params)) return;
  const { requestId } = message.params;
  if (typeof requestId === 'string' || typeof requestId === 'number') session?.running.get(requestId)?.();
}

/** Answers what belongs to a session, or to none: protocol 2025-11-25 and older. */
async function answer(
  context: Context,
  parts: AnswerParts,
  body: unknown,
  messages: readonly unknown[],
  session: Session | undefined,
): Promise<void> {
  const streams = mayStream(context, messages);
  const server = serverFor(context, parts, streams, session);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streams });
  await server.connect(transport);
  const [only] = messages.length === 1 ? messages.filter(isRequest) : [];
  const cancelled = cancellable(session, only?.id, () => server.close());
  try {
    const found = await Promise.race([transport.handleRequest(requestOf(context, parts.path), { parsedBody: body }), cancelled.happens]);
    await sendResponse(context, parts, found);
  } finally {
    cancelled.forget();
    await server.close();
  }
}

/** Answers a message that brings with it what a session would know: protocol 2026-07-28. Its connection cancels it, by ending. */
async function answerAlone(context: Context, parts: AnswerParts, body: unknown): Promise<void> {
  const server = (): Server => serverFor(context, parts, mayStream(context, [body]), undefined);
  const followed = await followedBy(context, parts.catalog, body);
  if (followed instanceof Refusal) return sendMistakes(context, body, [refusedAnswer(body, followed)]);
  let problem: unknown;
  const bus = followed && (await busFor(context, parts, followed, () => handler.close()));
  const handler = createMcpHandler(server, {
    legacy: 'reject',
    ...(bus && { bus }),
    onerror: (error) => {
      problem = error;
    },
  });
  const [over, end] = [new AbortController(), presentEnd()];
  // A write that has begun is not cut, and the audit tells what became of it.
  context.res.once('close', () => end() && over.abort());
  const found = await handler.fetch(requestOf(context, parts.path, over.signal), { parsedBody: body });
  if (found.status >= 500) unexpected(parts)(problem);
  if (followed && found.body && isStream(found)) sendEvents(context, chunksOf(found.body));
  else await sendResponse(context, parts, found);
}

/**
 * The addresses of the resources that a `subscriptions/listen` names, by URN; undefined for another message. What is wrong with an address is
 * returned.
 *
 * @throws Refusal unavailable
 */
async function followedBy({ state }: Context, catalog: Catalog, message: unknown): Promise<Map<string, string> | Refusal | undefined> {
  const listen = SubscriptionsListenRequestSchema.safeParse(message).data;
  if (!listen) return undefined;
  // A token for some tools reads no resources.
  if (state.decided?.scope?.tools) return new Map();
  const uris = listen.params.notifications.resourceSubscriptions ?? [];
  try {
    if (uris.length > MOST_SUBSCRIPTIONS) throw tooManyFollowed(MOST_SUBSCRIPTIONS);
    return new Map(await Promise.all(uris.map(async (uri) => [await resourceOf(catalog, uri), uri] as const)));
  } catch (error) {
    if (error instanceof Refusal && error.retryAfter === undefined) return error;
    throw error;
  }
}

function serverFor(context: Context, parts: AnswerParts, streams: boolean, session: Session | undefined): Server {
  const { catalog, version, calls } = parts;
  const { actor, conditions } = writer(context, catalog);
  return makeMcpServer({
    catalog: audited(context, catalog),
    ...{ actor, conditions, version, calls, session, streams },
    wrote: (result) => warnOfWrite(context, catalog, result),
    indexState: () => context.state.searches?.state,
    mayNotWrite: context.state.mayNotWrite,
    tools: context.state.decided?.scope?.tools,
    trail: context.state.trail,
    unexpected: unexpected(parts),
  });
}

function unexpected({ log, path }: AnswerParts): (error: unknown) => void {
  return (error) => log('request.failed', { method: 'POST', path, reason: reasonOf(error) });
}

/** The SDK needs an address. Nothing is fetched from it. */
function requestOf(context: Context, path: string, signal?: AbortSignal): Request {
  return new Request(`http://cairn${path}`, { method: 'POST', headers: headersOf(context), ...(signal && { signal }) });
}

/** @param found undefined: the request was cancelled */
async function sendResponse(context: Context, { follow }: AnswerParts, found: Response | undefined): Promise<void> {
  if (!found?.body) sendNothing(context, found?.status ?? 202);
  else if (isStream(found)) await sendStream(context, found.body, follow);
  else sendJson(context, await found.text(), found.status);
}

/** Who reads no more cancels the stream. */
async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel();
  }
}

function isStream(found: Response): boolean {
  return found.headers.get('content-type')?.startsWith('text/event-stream') === true;
}

function mayStream(context: Context, messages: readonly unknown[]): boolean {
  return messages.some(wantsProgress) && context.get('accept').includes('text/event-stream');
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

/** The headers of the protocol. The answer is JSON whatever a client prefers. */
function headersOf({ headers }: Context): Record<string, string> {
  const own = Object.entries(headers).filter((entry): entry is [string, string] => entry[0].startsWith('mcp-') && typeof entry[1] === 'string');
  return { ...Object.fromEntries(own), accept: JSON_AND_EVENTS, 'content-type': 'application/json' };
}
