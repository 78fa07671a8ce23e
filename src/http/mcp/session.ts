/**
 * Answers the messages of one request by the SDK of the Model Context Protocol. There are no sessions: each request has a server of its own,
 * and leaves nothing behind.
 */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { internalError, Refusal, unknownTool } from '../../errors.ts';
import type { AuditTrail } from '../audit-trail.ts';
import { PROMPTS, promptNamed } from './prompts.ts';
import { instructions, listResources, readResource, TEMPLATES } from './resources.ts';
import { listing, refusedResult, runTool } from './run-tool.ts';
import type { Tool, ToolContext } from './tool.ts';
import type { ToolCalls } from './tool-calls.ts';
import { TOOLS } from './tools/index.ts';

export interface Session extends ToolContext {
  readonly version: string;
  /** Why the sender may not write; absent for one who may. Then no tool that writes is listed. */
  readonly mayNotWrite: Refusal | undefined;
  readonly trail: AuditTrail;
  readonly calls: ToolCalls;
  /** Gets errors that are mistakes in Cairn. The client does not see their text. */
  readonly unexpected: (error: unknown) => void;
}

/** Servers never ask clients anything, so nothing is compiled. One for all, because it is costly to make. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();
const LISTED = new Map(TOOLS.map((tool) => [tool.name, listing(tool)]));
const CAPABILITIES = { tools: {}, resources: {}, prompts: {} };
/** The code of the protocol for a resource that does not exist. */
const NO_RESOURCE = -32002;

export function makeMcpServer(session: Session): Server {
  const { catalog, version, mayNotWrite, trail, calls } = session;
  const { names } = catalog.model;
  const server = new Server(
    { name: 'cairn', title: 'Cairn', version },
    { capabilities: CAPABILITIES, instructions: instructions(names), jsonSchemaValidator },
  );
  const offered = TOOLS.filter(({ writes }) => !writes || mayNotWrite === undefined);
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: offered.flatMap(({ name }) => LISTED.get(name) ?? []) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const tool = TOOLS.find(({ name }) => name === params.name);
    if (!tool)
      return refusedResult(
        unknownTool(
          params.name,
          offered.map(({ name }) => name),
        ),
      );
    if (tool.writes) noteWrite(trail, tool, mayNotWrite);
    if (tool.writes && mayNotWrite) {
      calls.add(tool.name, 'refused');
      return refusedResult(mayNotWrite);
    }
    let failed = false;
    const result = await runTool(tool, session, params.arguments, (error) => {
      failed = true;
      session.unexpected(error);
    });
    calls.add(tool.name, failed ? 'failed' : result.isError ? 'refused' : 'answered');
    return result;
  });
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }) => answered(session, () => listResources(catalog, params?.cursor)));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: TEMPLATES }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }) => answered(session, () => readResource(catalog, params.uri)));
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [...PROMPTS] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }) => answered(session, async () => promptNamed(params.name, params.arguments ?? {})));
  return server;
}

/** The audit says which tool wrote. */
function noteWrite(trail: AuditTrail, { name }: Tool, mayNotWrite: Refusal | undefined): void {
  trail.writes();
  trail.about(`tool ${name}`);
  if (mayNotWrite) trail.deny();
}

/** @throws McpError for a refusal: outside of tools the protocol has errors for it */
async function answered<Result>({ unexpected }: Session, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) unexpected(error);
    const { kind, code, message, details } = error instanceof Refusal ? error : internalError();
    throw new McpError(kind === 'notFound' ? NO_RESOURCE : kind === 'internal' ? ErrorCode.InternalError : ErrorCode.InvalidParams, message, {
      code,
      ...(details.length > 0 && { details }),
    });
  }
}
