/**
 * The API for agents: `/mcp`, the Model Context Protocol over Streamable HTTP (docs/agents.md). `POST` answers messages with JSON, or as a stream if
 * a message asks for its progress or listens; `GET` tells a session what happens; `DELETE` ends it.
 */
import type { Catalog } from '../../catalog/index.ts';
import { noSession } from '../../errors.ts';
import { sendNothing } from '../answer/send.ts';
import { callerOf } from '../request/caller.ts';
import { type Answers, admit, heavy, mount, NOTHING, type Operation, readingOrWriting, SEARCH_WEIGHT } from '../request/operation.ts';
import type { Context } from '../types.ts';
import { type AnswerParts, answerMessages } from './answer-messages.ts';
import { listenInSession } from './listen.ts';
import { makeSessions, type Session, type Sessions } from './sessions.ts';
import { toolsOf } from './tools/index.ts';

const PATH = '/mcp';

/** The rows of the endpoint. Tools that write check by themselves whether the sender may. */
export const MCP_ROUTES = {
  [PATH]: { POST: heavy(SEARCH_WEIGHT, readingOrWriting('McpAnswer')), GET: readingOrWriting('McpEvents'), DELETE: readingOrWriting(NOTHING) },
};

export type McpParts = Omit<AnswerParts, 'sessions' | 'path' | 'catalog'>;

export function mcpRoutes(parts: McpParts): Answers {
  const { entrance } = parts;
  // A part of the model that makes no tool is told at the start.
  toolsOf(entrance.model);
  const sessions = makeSessions();
  const methods: Readonly<Record<string, (context: Context, catalog: Catalog) => Promise<void>>> = {
    POST: (context, catalog) => answerMessages(context, { ...parts, path: PATH, sessions, catalog }),
    GET: async (context) => listenInSession(context, { ...parts, path: PATH }, sessionOf(context, sessions)),
    DELETE: async (context) => {
      sessionOf(context, sessions);
      sessions.end(context.get('mcp-session-id'), callerOf(context));
      sendNothing(context, 204);
    },
  };
  return mount<Operation<undefined>>(MCP_ROUTES, async (context, row) => methods[context.method]?.(context, await admit(context, entrance, row)));
}

/** @throws Refusal malformed without the name of a session; notFound for one that there is not */
function sessionOf(context: Context, sessions: Sessions): Session {
  const id = context.get('mcp-session-id');
  if (id === '') throw noSession();
  return sessions.of(id, context.state.actor, callerOf(context));
}
