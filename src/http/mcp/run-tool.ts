/**
 * Runs a tool: checks its arguments, gives its answer as JSON of the size that the caller allows, and turns refusals into answers that a model
 * can read.
 */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { incompleteText } from '../../catalog/index.ts';
import { badToolInput, internalError, Refusal } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import { pointerText } from '../../model/pointer.ts';
import { Unclear } from './find-asset.ts';
import { type Draft, fitted } from './fit.ts';
import type { Tool, ToolContext } from './tool.ts';

/** @param unexpected gets what is neither an answer nor a refusal: a mistake in Cairn */
export async function runTool(tool: Tool, context: ToolContext, args: unknown, unexpected: (error: unknown) => void): Promise<CallToolResult> {
  try {
    const input = checked(tool, args);
    const answer = fitted(withState(await draftOf(tool, context, input), context), Number(input.maxTokens));
    return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: answer };
  } catch (error) {
    if (!(error instanceof Refusal)) unexpected(error);
    return refusedResult(error instanceof Refusal ? error : internalError());
  }
}

/** A refusal, as the result of a tool. The model may correct its arguments and call again. */
export function refusedResult({ code, message, details, retryAfter }: Refusal): CallToolResult {
  const error = { code, message, ...(details.length > 0 && { details }), ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }) };
  return { isError: true, content: [{ type: 'text', text: JSON.stringify({ error }) }] };
}

async function draftOf(tool: Tool, context: ToolContext, input: Record<string, unknown>): Promise<Draft> {
  try {
    return await tool.run(context, input);
  } catch (error) {
    if (error instanceof Unclear) return error.draft;
    throw error;
  }
}

/** Whatever a tool has searched for: while search is not whole, nothing found does not mean that there is nothing. */
function withState(draft: Draft, { indexState }: ToolContext): Draft {
  const incomplete = indexState()?.incomplete;
  return incomplete ? { ...draft, notKnown: [...(draft.notKnown ?? []), incompleteText(incomplete)] } : draft;
}

/** @throws Refusal malformed, naming each argument that does not fit */
function checked({ name, input }: Tool, args: unknown): Record<string, unknown> {
  const read = input.safeParse(args ?? {});
  if (read.success) return read.data;
  const details = read.error.issues.map(({ path, message }) => ({ pointer: pointerText(path.map(String)), expected: message }));
  throw badToolInput(name, details);
}

/** A tool as `tools/list` tells of it. */
export function listing({ name, title, description, input, output, writes = false, adds = false }: Tool) {
  return {
    name,
    title,
    description,
    inputSchema: schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'output'),
    annotations: { title, readOnlyHint: !writes, destructiveHint: writes, idempotentHint: !adds, openWorldHint: false },
  };
}

function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): { type: 'object'; [field: string]: unknown } {
  // Not every model understands references in arguments. In answers they halve the schema.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, reused: io === 'output' ? 'ref' : 'inline' });
  return { ...(io === 'output' ? brief(rest) : rest), type: 'object' };
}

/** A definition that is longer than this, in characters, is worth a reference. */
const SHORT = 60;

/** A schema that says the same of answers in fewer tokens: short definitions stand in their places, and what holds of all answers is left out. */
function brief({ $defs = {}, ...schema }: z.core.JSONSchema.BaseSchema): z.core.JSONSchema.BaseSchema {
  const kept = new Set<string>();
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk);
    if (!isRecord(value)) return value;
    const { $ref, ...rest } = value;
    const name = typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined;
    const definition = name === undefined ? undefined : $defs[name];
    if (definition !== undefined && JSON.stringify(definition).length <= SHORT) return walk({ ...definition, ...rest });
    if (name !== undefined) kept.add(name);
    const fields = Object.entries(value).filter(
      ([field, each]) => field !== 'propertyNames' && !(field === 'additionalProperties' && each === false),
    );
    return Object.fromEntries(fields.map(([field, each]) => [field, walk(each)]));
  };
  const shown = walk(schema) as z.core.JSONSchema.BaseSchema;
  const definitions: Record<string, z.core.JSONSchema.JSONSchema> = {};
  for (const name of kept) definitions[name] = walk($defs[name]) as z.core.JSONSchema.JSONSchema;
  return kept.size > 0 ? { ...shown, $defs: definitions } : shown;
}
