/**
 * The empty aspect that a patch starts from where there is none (docs/semantics.md 13.6): required texts, and lists and maps that are required or
 * empty by default, are empty, stamps are of now.
 */
import { isRecord } from '../../../model/path.ts';
import { propertySchema } from '../../../model/schema-walk.ts';
import type { JsonSchema, Model } from '../../../model/types.ts';
import type { PatchStamp } from './types.ts';

export function template(model: Model, schema: JsonSchema, stamp: PatchStamp): Record<string, unknown> {
  const empty: Record<string, unknown> = {};
  for (const name of Object.keys(isRecord(schema.properties) ? schema.properties : {})) {
    const property = propertySchema(model, schema, name);
    if (!isRequired(schema, name) && !isEmpty(property.default)) continue;
    const value = emptyValue(property, stamp);
    if (value !== undefined) empty[name] = value;
  }
  return empty;
}

export function isRequired({ required }: JsonSchema, name: string): boolean {
  return Array.isArray(required) && required.includes(name);
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

function emptyValue(schema: JsonSchema, stamp: PatchStamp): unknown {
  if (schema.default !== undefined) return structuredClone(schema.default);
  if (schema['x-record'] === 'common.AuditStamp') return { ...stamp };
  if (schema['x-record'] === 'common.ChangeAuditStamps') return { created: { ...stamp }, lastModified: { ...stamp } };
  if (schema['x-union'] === true) return isRecord(schema.properties) && 'string' in schema.properties ? { string: '' } : undefined;
  if (schema.type === 'array') return [];
  if (schema.type === 'string' && schema.format === undefined && schema.enum === undefined) return '';
  return isRecord(schema.additionalProperties) ? {} : undefined;
}
