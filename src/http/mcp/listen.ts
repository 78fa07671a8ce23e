/**
 * Streams that tell agents what happens. Up to protocol 2025-11-25, `GET /mcp` is the stream of a session. Since 2026-07-28 there are no sessions: the
 * message `subscriptions/listen` names what to tell, and its answer is the stream.
 */
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type { ServerEvent, ServerEventBus } from '@modelcontextprotocol/server';
import type { Catalog } from '../../catalog/index.ts';
import { Refusal, reasonOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Follow } from '../request/open-answers.ts';
import { type Entrance, openFor } from '../request/operation.ts';
import type { Context } from '../types.ts';
import type { Session } from './sessions.ts';
import { events, type StreamParts } from './stream.ts';

export interface ListenParts {
  readonly entrance: Entrance & StreamParts['changes'];
  readonly follow: Follow;
  readonly log: Log;
  readonly path: string;
}

/** As the protocol calls what happens. */
const METHODS: Readonly<Record<ServerEvent['kind'], string>> = {
  tools_list_changed: 'notifications/tools/list_changed',
  prompts_list_changed: 'notifications/prompts/list_changed',
  resources_list_changed: 'notifications/resources/list_changed',
  resource_updated: 'notifications/resources/updated',
};

/** Begins the stream of a session. One that it had before ends: each event is told once. */
export async function listenInSession(context: Context, parts: ListenParts, session: Session): Promise<void> {
  const stream = new AbortController();
  const listener = await listening(context, parts, session, stream);
  session.stream?.abort();
  session.stream = stream;
  stream.signal.addEventListener('abort', () => {
    if (session.stream === stream) delete session.stream;
  });
  sendEvents(
    context,
    frames(listener, parts, () => stream.abort()),
  );
}

export function sendEvents(context: Context, frames: AsyncIterable<string | Uint8Array>): void {
  context.status = 200;
  context.type = 'text/event-stream';
  context.set('Cache-Control', 'no-store');
  context.set('X-Accel-Buffering', 'no');
  context.body = Readable.from(frames);
}

/**
 * What one who listens is told, until `stream` ends or the right to come in does. It waits as a poll does: it takes no share meanwhile.
 *
 * @throws Refusal tooMuchAtOnce where too many wait
 */
async function listening(
  context: Context,
  { entrance, follow }: ListenParts,
  session: StreamParts['session'],
  stream: AbortController,
): Promise<StreamParts> {
  const { share, decided, mayNotWrite } = context.state;
  share.wait();
  // Before anything is awaited: it ends with the connection, which may end meanwhile.
  const open = follow(context);
  open.over.addEventListener('abort', () => stream.abort(open.over.reason), { once: true });
  // Before the client hears that it listens: what it writes then is told.
  const after = { seq: session.told ?? (await entrance.newest()).seq };
  const again = async (): Promise<{ seen: Catalog; mayWrite: boolean }> => {
    const state = await open.again();
    return { seen: await openFor({ state }, entrance), mayWrite: state.mayNotWrite === undefined };
  };
  const onlyTools = decided?.scope?.tools !== undefined;
  return { session, after, changes: entrance, again, mayWrite: mayNotWrite === undefined, onlyTools, over: stream.signal };
}

/** If an engine is away, the log was cut, or the sender may not listen any more, the stream ends. The client connects again, and is told why. */
async function* frames(parts: StreamParts, { log, path }: ListenParts, end: () => void): AsyncGenerator<string> {
  try {
    yield ': connected\n\n';
    for await (const event of events(parts)) yield event ? frame(event) : ': keep-alive\n\n';
    if (parts.over.reason instanceof Refusal) yield `: ${parts.over.reason.message}\n\n`;
  } catch (error) {
    delete parts.session.told;
    if (!isAboutSender(error)) log('request.failed', { method: 'GET', path, reason: reasonOf(error) });
    else yield `: ${error.message}\n\n`;
  } finally {
    end();
  }
}

function frame(event: ServerEvent): string {
  const params = event.kind === 'resource_updated' ? { params: { uri: event.uri } } : {};
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method: METHODS[event.kind], ...params })}\n\n`;
}

function isAboutSender(error: unknown): error is Refusal {
  return error instanceof Refusal && (error.status === 401 || error.status === 403);
}

/**
 * What happens, for the answer to one `subscriptions/listen`. The SDK asks for it when the stream begins.
 *
 * @param subscribed the addresses of the resources to tell of, by URN
 * @param ended ends the stream
 * @throws Refusal tooMuchAtOnce where too many wait
 */
export async function busFor(
  context: Context,
  parts: ListenParts,
  subscribed: ReadonlyMap<string, string>,
  ended: () => void,
): Promise<ServerEventBus> {
  const stream = new AbortController();
  const listener = await listening(context, parts, { subscribed: new Map(subscribed) }, stream);
  return {
    // Only the log tells what happens.
    publish: () => undefined,
    subscribe: (told) => {
      void tell(context, listener, parts, told).finally(ended);
      return () => stream.abort();
    },
  };
}

async function tell({ res }: Context, listener: StreamParts, { log, path }: ListenParts, told: (event: ServerEvent) => void): Promise<void> {
  const { over } = listener;
  try {
    for await (const event of events(listener)) {
      if (event) told(event);
      // The SDK keeps what the client does not read. So nothing more is read for it meanwhile.
      if (res.writableNeedDrain) await once(res, 'drain', { signal: over });
    }
  } catch (error) {
    if (!over.aborted && !isAboutSender(error)) log('request.failed', { method: 'POST', path, reason: reasonOf(error) });
  }
}
