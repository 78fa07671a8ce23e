/**
 * Checks the parameters of requests before the SDK reads them: it would answer wrong ones with an internal error of JSON-RPC.
 */
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { badBody } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';

const SCHEMAS = new Map(
  [
    CallToolRequestSchema,
    GetPromptRequestSchema,
    InitializeRequestSchema,
    ListPromptsRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ListToolsRequestSchema,
    PingRequestSchema,
    ReadResourceRequestSchema,
  ].map((schema) => [schema.shape.method.value as string, schema] as const),
);

/** @throws Refusal malformed for a message whose parameters are not those of its method */
export function checkParams(message: unknown): void {
  if (!isRecord(message) || typeof message.method !== 'string' || !('id' in message)) return;
  const issue = SCHEMAS.get(message.method)?.safeParse(message).error?.issues[0];
  if (!issue) return;
  const pointer = issue.path.map((part) => `/${String(part)}`).join('');
  throw badBody(pointer, `what ${message.method} of the protocol takes. ${issue.message}`);
}
