/**
 * Requests of agents: each tool that only reads, by its schema, and the resources.
 */
import type { Ask } from './asks.ts';
import type { Schema, Values } from './values.ts';

export interface Tool {
  readonly name: string;
  readonly inputSchema: Schema;
  readonly annotations?: { readonly readOnlyHint?: boolean };
}

/** The whole catalog (docs/access.md 6). */
const WHOLE = 'changes_since';
/** It says whether its reader sees all. */
const ABOUT_READER = 'who_am_i';
const HEADERS = { Accept: 'application/json, text/event-stream' };
const message = (row: string, method: string, params: object): Ask => ({
  row,
  method: 'POST',
  path: '/mcp',
  headers: HEADERS,
  json: { jsonrpc: '2.0', id: 1, method, params },
});

export interface ToolRow {
  readonly row: string;
  readonly unknown: (values: Values) => string[];
  ask(values: Values): Ask;
}

export function toolRows(tools: readonly Tool[]): ToolRow[] {
  const reading = tools.filter(({ annotations, name }) => annotations?.readOnlyHint === true && name !== WHOLE && name !== ABOUT_READER);
  const rows = reading.map(({ name, inputSchema }): ToolRow => {
    const fields = Object.entries(inputSchema.properties ?? {});
    const needed = inputSchema.required ?? [];
    const valueOf = (values: Values, field: string, schema: Schema): unknown => values.of(field === 'types' ? 'entities' : field, schema);
    return {
      row: `tool ${name}`,
      unknown: (values) => fields.filter(([field, schema]) => valueOf(values, field, schema) === undefined).map(([field]) => field),
      ask: (values) => {
        const given = fields
          .filter(([field]) => needed.includes(field) || values.random.below(3) === 0)
          .map(([field, schema]) => [field, valueOf(values, field, schema)]);
        return message(`tool ${name}`, 'tools/call', { name, arguments: Object.fromEntries(given) });
      },
    };
  });
  const resources: ToolRow[] = [
    { row: 'resources/list', unknown: () => [], ask: () => message('resources/list', 'resources/list', {}) },
    { row: 'resources/read', unknown: () => [], ask: (values) => message('resources/read', 'resources/read', { uri: values.urn() }) },
  ];
  return [...rows, ...resources];
}
