/**
 * Answers the messages of one request by the SDK of the Model Context Protocol. Each request has a server of its own, which leaves nothing behind
 * but what `sessions.ts` keeps.
 */
import { ProtocolError, ProtocolErrorCode, Server } from '@modelcontextprotocol/server';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { type Catalog, changing } from '../../catalog/index.ts';
import { badParameter, internalError, noSession, Refusal, tooManyFollowed, unknownTool } from '../../errors.ts';
import type { Model } from '../../model/types.ts';
import type { AuditTrail } from '../audit-trail.ts';
import { complete } from './complete.ts';
import { PROMPTS, promptNamed } from './prompts.ts';
import { instructions, listResources, readResource, resourceOf, TEMPLATES } from './resources.ts';
import { listing, refusedResult, runTool } from './run-tool.ts';
import type { Session } from './sessions.ts';
import type { Tool, ToolContext } from './tool.ts';
import type { ToolCalls } from './tool-calls.ts';
import { toolsOf } from './tools/index.ts';

interface Asking extends Omit<ToolContext, 'mayWrite'> {
  readonly version: string;
  /** Why the sender may not write; absent for one who may. Then no tool that writes is listed. */
  readonly mayNotWrite: Refusal | undefined;
  /** The tools that the sender may use, and nothing else; undefined: all. */
  readonly tools: readonly string[] | undefined;
  readonly trail: AuditTrail;
  readonly calls: ToolCalls;
  /** The answer is a stream, in which progress is told. */
  readonly streams: boolean;
  /** Absent if the client has named none. */
  readonly session: Session | undefined;
  /** Gets errors that are mistakes in Cairn. The client does not see their text. */
  readonly unexpected: (error: unknown) => void;
}

/** Servers never ask clients anything, so nothing is compiled. One for all, because it is costly to make. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();
const CAPABILITIES = { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, prompts: {}, completions: {} };
export const MOST_SUBSCRIPTIONS = 100;

interface ToolsOfModel {
  readonly model: Model;
  readonly tools: readonly Tool[];
  readonly listed: ReadonlyMap<string, ReturnType<typeof listing>>;
}
let known: ToolsOfModel | undefined;

/** The tools, and how they are listed. A server has one model, so both are made once. */
function toolsFor(model: Model): ToolsOfModel {
  if (known?.model === model) return known;
  const tools = toolsOf(model);
  known = { model, tools, listed: new Map(tools.map((tool) => [tool.name, listing(tool)])) };
  return known;
}

export function makeMcpServer(asking: Asking): Server {
  const { catalog, version, mayNotWrite, tools, session } = asking;
  const server = new Server(
    { name: 'cairn', title: 'Cairn', version },
    { capabilities: tools ? { tools: CAPABILITIES.tools } : CAPABILITIES, instructions: instructions(catalog.model.names), jsonSchemaValidator },
  );
  const isMine = ({ name }: Tool): boolean => !tools || tools.includes(name);
  const { tools: all, listed } = toolsFor(catalog.model);
  const offered = all.filter((tool) => isMine(tool) && (!tool.writes || mayNotWrite === undefined));
  server.setRequestHandler('tools/list', ({ params }) =>
    answered(asking, async () => {
      onePage(params?.cursor);
      return { tools: offered.flatMap(({ name }) => listed.get(name) ?? []) };
    }),
  );
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = all.find((each) => each.name === params.name && isMine(each));
    if (!tool) return answered(asking, async () => Promise.reject(unknownTool(params.name, offered.map(nameOf))));
    const token = params._meta?.progressToken;
    let progress = 0;
    const told = (message: string) =>
      void mcpReq
        .notify({ method: 'notifications/progress', params: { progressToken: token ?? '', progress: ++progress, message } })
        .catch(asking.unexpected);
    return called(tool, token === undefined || !asking.streams ? asking : { ...asking, catalog: watched(catalog, told) }, params.arguments);
  });
  if (tools) return server;
  server.setRequestHandler('resources/list', ({ params }) => answered(asking, () => listResources(catalog, params?.cursor)));
  server.setRequestHandler('resources/templates/list', ({ params }) =>
    answered(asking, async () => {
      onePage(params?.cursor);
      return { resourceTemplates: TEMPLATES };
    }),
  );
  server.setRequestHandler('resources/read', ({ params }) => answered(asking, () => readResource(catalog, params.uri)));
  server.setRequestHandler('resources/subscribe', ({ params: { uri } }) =>
    answered(asking, async () => {
      const { subscribed } = named(session);
      const urn = await resourceOf(catalog, uri);
      if (!subscribed.has(urn) && subscribed.size >= MOST_SUBSCRIPTIONS) throw tooManyFollowed(MOST_SUBSCRIPTIONS);
      subscribed.set(urn, uri);
      return {};
    }),
  );
  server.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) =>
    answered(asking, async () => {
      const { subscribed } = named(session);
      for (const [urn, each] of subscribed) if (each === uri) subscribed.delete(urn);
      return {};
    }),
  );
  server.setRequestHandler('prompts/list', ({ params }) =>
    answered(asking, async () => {
      onePage(params?.cursor);
      return { prompts: [...PROMPTS] };
    }),
  );
  server.setRequestHandler('prompts/get', ({ params }) => answered(asking, async () => promptNamed(params.name, params.arguments ?? {})));
  server.setRequestHandler('completion/complete', ({ params }) => answered(asking, () => complete(catalog, params)));
  return server;
}

function nameOf({ name }: Tool): string {
  return name;
}

async function called(tool: Tool, asking: Asking, args: unknown) {
  const { trail, mayNotWrite, calls } = asking;
  if (tool.writes) noteWrite(trail, tool, mayNotWrite);
  if (tool.writes && mayNotWrite) {
    calls.add(tool.name, 'refused');
    return refusedResult(mayNotWrite);
  }
  let failed = false;
  const result = await runTool(tool, { ...asking, mayWrite: mayNotWrite === undefined }, args, (error) => {
    failed = true;
    asking.unexpected(error);
  });
  calls.add(tool.name, failed ? 'failed' : result.isError ? 'refused' : 'answered');
  return result;
}

/** The audit says which tool wrote. */
function noteWrite(trail: AuditTrail, { name }: Tool, mayNotWrite: Refusal | undefined): void {
  trail.writes();
  trail.about(`tool ${name}`);
  if (mayNotWrite) trail.deny();
}

/** @throws Refusal malformed for a page of a list that has only one */
function onePage(cursor: string | undefined): void {
  if (cursor !== undefined) throw badParameter('/params/cursor', 'no cursor: the list has one page', cursor);
}

/** @throws Refusal malformed without a session: nothing would remember the subscription */
function named(session: Session | undefined): Session {
  if (!session) throw noSession();
  return session;
}

/** @throws ProtocolError for a refusal: outside of tools the protocol has errors for it */
async function answered<Result>({ unexpected }: Asking, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) unexpected(error);
    const { kind, code, message, details } = error instanceof Refusal ? error : internalError();
    const number = kind === 'internal' ? ProtocolErrorCode.InternalError : ProtocolErrorCode.InvalidParams;
    throw new ProtocolError(number, message, { code, ...(details.length > 0 && { details }) });
  }
}

const changed = changing(({ told }) => told !== undefined);

/** The core, which reports its answers as steps of the progress of a tool. */
function watched(catalog: Catalog, tell: (what: string) => void): Catalog {
  return changed(catalog, ({ told = '' }, call) => async (...asked) => {
    const result = await call(...asked);
    tell(told);
    return result;
  });
}
