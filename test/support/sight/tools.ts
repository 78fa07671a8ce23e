/**
 * Requests of agents: each tool that only reads, by its schema, and the resources.
 */
import { encode } from '../client.ts';
import type { Ask, Row } from './asks.ts';
import type { Schema, Values } from './values.ts';

export interface Tool {
  readonly name: string;
  readonly inputSchema: Schema;
  readonly annotations?: { readonly readOnlyHint?: boolean };
}

export interface Prompt {
  readonly name: string;
  readonly arguments?: readonly { readonly name: string }[];
}

/** The whole catalog (docs/access.md 6). */
const WHOLE = 'changes_since';
/** It says whether its reader sees all. */
const ABOUT_READER = 'who_am_i';
const HEADERS = { Accept: 'application/json, text/event-stream' };
export const message = (row: string, method: string, params: object): Ask => ({
  row,
  method: 'POST',
  path: '/mcp',
  headers: HEADERS,
  json: { jsonrpc: '2.0', id: 1, method, params },
});

export function toolRows(tools: readonly Tool[], prompts: readonly Prompt[], templates: readonly string[]): Row[] {
  const rows = tools
    .filter(({ name }) => name !== WHOLE && name !== ABOUT_READER)
    .map(({ name, inputSchema, annotations }): Row => {
      const fields = Object.entries(inputSchema.properties ?? {});
      const needed = inputSchema.required ?? [];
      const valueOf = (values: Values, field: string, schema: Schema): unknown => values.of(field === 'types' ? 'entities' : field, schema);
      return {
        row: `tool ${name}`,
        ...(annotations?.readOnlyHint !== true && { about: 'hidden' }),
        unknown: (values) => fields.filter(([field, schema]) => valueOf(values, field, schema) === undefined).map(([field]) => field),
        ask: (values) => {
          const given = fields
            .filter(([field]) => needed.includes(field) || values.random.below(3) === 0)
            .map(([field, schema]) => [field, valueOf(values, field, schema)]);
          return message(`tool ${name}`, 'tools/call', { name, arguments: Object.fromEntries(given) });
        },
      };
    });
  const completions = [
    ...prompts.flatMap(({ name, arguments: list = [] }) => list.map((each) => ({ ref: { type: 'ref/prompt', name }, argument: each.name }))),
    ...templates.map((uri) => ({ ref: { type: 'ref/resource', uri }, argument: 'urn' })),
  ];
  const others: Row[] = [
    {
      row: 'resources/list',
      ask: () => ({ ...message('resources/list', 'resources/list', {}), next: message('resources/list', 'resources/list', { cursor: '@cursor@' }) }),
    },
    ...templates.map(
      (uri): Row => ({
        row: `resources/read ${uri}`,
        ask: (values) => message('resources/read', 'resources/read', { uri: uri.replace('{urn}', encode(values.urn())) }),
      }),
    ),
    {
      row: 'completion/complete',
      ask: (values) => {
        const { ref, argument } = values.random.of(completions);
        const value = argument === 'column' ? 'i' : values.word().slice(0, 4);
        return message('completion/complete', 'completion/complete', {
          ref,
          argument: { name: argument, value },
          context: { arguments: { asset: values.urn('dataset') } },
        });
      },
    },
  ];
  return [...rows, ...others];
}
