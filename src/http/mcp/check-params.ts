/**
 * Checks messages before the SDK reads them: it would answer wrong parameters with an internal error of JSON-RPC.
 */
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  DiscoverRequestSchema,
  GetPromptRequestSchema,
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  SubscriptionsListenRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/core';
import { ProtocolErrorCode, type RequestId } from '@modelcontextprotocol/server';
import { badBody, type Refusal } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';

const SCHEMAS = new Map(
  [
    CallToolRequestSchema,
    CompleteRequestSchema,
    DiscoverRequestSchema,
    GetPromptRequestSchema,
    InitializeRequestSchema,
    ListPromptsRequestSchema,
    ListResourcesRequestSchema,
    ListResourceTemplatesRequestSchema,
    ListToolsRequestSchema,
    PingRequestSchema,
    ReadResourceRequestSchema,
    SubscribeRequestSchema,
    SubscriptionsListenRequestSchema,
    UnsubscribeRequestSchema,
  ].map((schema) => [schema.shape.method.value as string, schema] as const),
);

/** An error of JSON-RPC, as the answer to a message. */
export function errorAnswer(id: RequestId | null, code: number, message: string, data?: object) {
  return { jsonrpc: '2.0', id, error: { code, message, ...(data && { data }) } };
}

/** The answer to a message whose parameters a refusal is about. */
export function refusedAnswer(message: unknown, { code, message: text, details }: Refusal) {
  return errorAnswer(idOf(message), ProtocolErrorCode.InvalidParams, text, { code, ...(details.length > 0 && { details }) });
}

/** The answer to a message that is wrong; undefined for one that can be read. */
export function mistakeIn(message: unknown) {
  if (!JSONRPCMessageSchema.safeParse(message).success)
    return errorAnswer(idOf(message), ProtocolErrorCode.InvalidRequest, 'The body: expected a message of JSON-RPC 2.0, or a list of them');
  if (!isRequest(message)) return undefined;
  const issue = SCHEMAS.get(message.method)?.safeParse(message).error?.issues[0];
  if (!issue) return undefined;
  const pointer = issue.path.map((part) => `/${String(part)}`).join('');
  return refusedAnswer(message, badBody(pointer, `what ${message.method} of the protocol takes. ${issue.message}`));
}

/** A message that wants an answer. */
export function isRequest(message: unknown): message is { readonly id: RequestId; readonly method: string; readonly params?: unknown } {
  return isRecord(message) && typeof message.method === 'string' && (typeof message.id === 'string' || typeof message.id === 'number');
}

function idOf(message: unknown): RequestId | null {
  const id = isRecord(message) ? message.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
