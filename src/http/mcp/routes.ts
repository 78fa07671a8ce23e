/**
 * The API for agents: `/mcp`, the Model Context Protocol over Streamable HTTP (docs/agents.md). `POST` answers messages with JSON, or as a stream if
 * a message asks for its progress; `GET` tells a session what happens; `DELETE` ends it.
 */
import { Readable } from 'node:stream';
import type { Catalog } from '../../catalog/index.ts';
import { noSession, Refusal, reasonOf } from '../../errors.ts';
import { sendNothing } from '../answer/send.ts';
import {
  type Answers,
  admit,
  type Entrance,
  heavy,
  mount,
  NOTHING,
  type Operation,
  openFor,
  readingOrWriting,
  SEARCH_WEIGHT,
} from '../request/operation.ts';
import type { Context } from '../types.ts';
import { type AnswerParts, answerMessages } from './answer-messages.ts';
import { makeSessions, type Session, type Sessions } from './sessions.ts';
import { notifications, type StreamParts } from './stream.ts';

const PATH = '/mcp';

/** The rows of the endpoint. Tools that write check by themselves whether the sender may. */
export const MCP_ROUTES = {
  [PATH]: { POST: heavy(SEARCH_WEIGHT, readingOrWriting('McpAnswer')), GET: readingOrWriting('McpEvents'), DELETE: readingOrWriting(NOTHING) },
};

export interface McpParts extends Omit<AnswerParts, 'sessions' | 'path' | 'catalog'> {
  readonly entrance: Entrance & StreamParts['changes'];
}

export function mcpRoutes(parts: McpParts): Answers {
  const { entrance } = parts;
  const sessions = makeSessions();
  const methods: Readonly<Record<string, (context: Context, catalog: Catalog) => Promise<void>>> = {
    POST: (context, catalog) => answerMessages(context, { ...parts, path: PATH, sessions, catalog }),
    GET: async (context) => listen(context, parts, sessionOf(context, sessions)),
    DELETE: async (context) => {
      sessionOf(context, sessions);
      sessions.end(context.get('mcp-session-id'));
      sendNothing(context, 204);
    },
  };
  return mount<Operation<undefined>>(MCP_ROUTES, async (context, row) => methods[context.method]?.(context, await admit(context, entrance, row)));
}

/** @throws Refusal malformed without the name of a session; notFound for one that there is not */
function sessionOf(context: Context, sessions: Sessions): Session {
  const id = context.get('mcp-session-id');
  if (id === '') throw noSession();
  return sessions.of(id, context.state.actor);
}

/** Begins the stream of a session. One that it had before ends: each event is told once. */
function listen(context: Context, { entrance, follow, log }: McpParts, session: Session): void {
  context.state.share.wait();
  session.stream?.abort();
  const stream = new AbortController();
  session.stream = stream;
  const open = follow(context);
  open.over.addEventListener('abort', () => stream.abort(open.over.reason), { once: true });
  stream.signal.addEventListener('abort', () => {
    if (session.stream === stream) delete session.stream;
  });
  const again = async () => {
    const state = await open.again();
    return { seen: await openFor({ state }, entrance), mayWrite: state.mayNotWrite === undefined };
  };
  const mayWrite = context.state.mayNotWrite === undefined;
  context.status = 200;
  context.type = 'text/event-stream';
  context.set('Cache-Control', 'no-store');
  context.set('X-Accel-Buffering', 'no');
  context.body = Readable.from(events({ session, changes: entrance, again, mayWrite, over: stream.signal }, log, () => stream.abort()));
}

function isAboutSender(error: unknown): error is Refusal {
  return error instanceof Refusal && (error.status === 401 || error.status === 403);
}

/** If an engine is away, the log was cut, or the sender may not listen any more, the stream ends. The client connects again, and is told why. */
async function* events(parts: StreamParts, log: AnswerParts['log'], end: () => void): AsyncGenerator<string> {
  try {
    yield* notifications(parts);
    if (parts.over.reason instanceof Refusal) yield `: ${parts.over.reason.message}\n\n`;
  } catch (error) {
    delete parts.session.told;
    if (!isAboutSender(error)) log('request.failed', { method: 'GET', path: PATH, reason: reasonOf(error) });
    else yield `: ${error.message}\n\n`;
  } finally {
    end();
  }
}
