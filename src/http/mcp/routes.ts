/**
 * The API for agents: `POST /mcp`, the Model Context Protocol over Streamable HTTP (docs/agents.md). Answers are JSON; there is no stream to
 * open with GET and no session to end with DELETE.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { reasonOf, tooManyMessages } from '../../errors.ts';
import type { Log } from '../../log.ts';
import { sendJson, sendNothing } from '../answer/send.ts';
import { warnOfWrite } from '../answer/warn-of-write.ts';
import { MOST_ARGUMENTS, readBody } from '../request/body.ts';
import { type Answers, admit, type Entrance, heavy, mount, readingOrWriting, SEARCH_WEIGHT } from '../request/operation.ts';
import { audited, writer } from '../request/writer.ts';
import type { Context } from '../types.ts';
import { checkParams } from './check-params.ts';
import { makeMcpServer } from './session.ts';
import type { ToolCalls } from './tool-calls.ts';

const PATH = '/mcp';

/** Most bytes of a request: arguments of tools, of which a description is the longest. */
const MOST_BYTES = 1024 * 1024;
/** Older clients send several messages at once. */
const MOST_MESSAGES = 10;

/** The row of the endpoint. Tools that write check by themselves whether the sender may. */
export const MCP_ROUTES = { [PATH]: { POST: heavy(SEARCH_WEIGHT, readingOrWriting('McpAnswer')) } };

/** The SDK needs a URL. Nothing is fetched from it. */
const INTERNAL = `http://cairn${PATH}`;

export interface McpParts {
  readonly entrance: Entrance;
  readonly log: Log;
  readonly version: string;
  readonly calls: ToolCalls;
}

export function mcpRoutes({ entrance, log, version, calls }: McpParts): Answers {
  return mount(MCP_ROUTES, async (context, row) => {
    const catalog = await admit(context, entrance, row);
    const body = await readBody(context, MOST_BYTES, MOST_ARGUMENTS);
    if (Array.isArray(body) && body.length > MOST_MESSAGES) throw tooManyMessages(MOST_MESSAGES, body.length);
    for (const message of Array.isArray(body) ? body : [body]) checkParams(message);
    const { actor, conditions } = writer(context, catalog);
    const server = makeMcpServer({
      catalog: audited(context, catalog),
      actor,
      conditions,
      version,
      calls,
      wrote: (result) => warnOfWrite(context, catalog, result),
      mayNotWrite: context.state.mayNotWrite,
      trail: context.state.trail,
      unexpected: (error) => log('request.failed', { method: 'POST', path: PATH, reason: reasonOf(error) }),
    });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    try {
      const answer = await transport.handleRequest(new Request(INTERNAL, { method: 'POST', headers: headersOf(context) }), { parsedBody: body });
      if (answer.body === null) sendNothing(context, answer.status);
      else sendJson(context, await answer.text(), answer.status);
    } finally {
      await server.close();
    }
  });
}

/** What the protocol asks of the headers, except `Accept`: the answer is JSON whatever a client prefers. */
function headersOf(context: Context): Record<string, string> {
  const version = context.get('mcp-protocol-version');
  return {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(version !== '' && { 'mcp-protocol-version': version }),
  };
}
