/**
 * Prepares model schemas for ajv and the API document: unions become objects with exactly one key, and records are closed, so that unknown
 * fields are found.
 */
import { type Names, recordName } from './names.ts';
import { isRecord } from './path.ts';
import type { JsonSchema } from './types.ts';

const PRIMITIVES = new Set(['string', 'double', 'int', 'long', 'float', 'boolean', 'array', 'map']);

/** `base` is the id of the file. References become absolute with it, so that they work wherever the schema is used. */
export function expand(names: Names, base: string, schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map((item) => expand(names, base, item));
  if (!isRecord(schema)) return schema;
  const union = schema['x-union'];
  if (isRecord(union)) return { ...mapValues(names, base, without(schema, 'x-union')), ...unionSchema(names, base, union) };
  const expanded: JsonSchema = mapValues(names, base, schema);
  if (typeof schema.$ref === 'string') expanded.$ref = URL.canParse(schema.$ref, base) ? new URL(schema.$ref, base).href : schema.$ref;
  if (isRecord(expanded.properties) && expanded.additionalProperties === undefined) expanded.additionalProperties = false;
  return expanded;
}

/** Keywords whose values are data, not schemas. */
const DATA = new Set(['default', 'enum', 'const', 'examples', 'required']);

function mapValues(names: Names, base: string, schema: Record<string, unknown>): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, DATA.has(key) || key.startsWith('x-') ? value : expand(names, base, value)]),
  );
}

function without(schema: Record<string, unknown>, key: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== key));
}

function unionSchema(names: Names, base: string, members: Record<string, unknown>): JsonSchema {
  const properties = Object.fromEntries(
    Object.entries(members).map(([member, schema]) => [PRIMITIVES.has(member) ? member : recordName(names, member), expand(names, base, schema)]),
  );
  return { type: 'object', 'x-union': true, minProperties: 1, maxProperties: 1, additionalProperties: false, properties };
}
