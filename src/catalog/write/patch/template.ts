/**
 * The empty aspect that a patch starts from where there is none (docs/semantics.md 13.6): required texts, lists and maps are empty,
 * stamps are of now.
 */
import { isRecord } from '../../../model/path.ts';
import { propertySchema } from '../../../model/schema-walk.ts';
import type { JsonSchema, Model } from '../../../model/types.ts';
import type { Stamp } from './types.ts';

export function template(model: Model, schema: JsonSchema, stamp: Stamp): Record<string, unknown> {
  const empty: Record<string, unknown> = {};
  for (const name of Array.isArray(schema.required) ? (schema.required as string[]) : []) {
    const property = propertySchema(model, schema, name);
    const value = emptyValue(property, stamp);
    if (value !== undefined) empty[name] = value;
  }
  return empty;
}

function emptyValue(schema: JsonSchema, stamp: Stamp): unknown {
  if (schema.default !== undefined) return structuredClone(schema.default);
  if (schema['x-record'] === 'common.AuditStamp') return { ...stamp };
  if (schema['x-record'] === 'common.ChangeAuditStamps') return { created: { ...stamp }, lastModified: { ...stamp } };
  if (schema['x-union'] === true) return isRecord(schema.properties) && 'string' in schema.properties ? { string: '' } : undefined;
  if (schema.type === 'array') return [];
  if (schema.type === 'string' && schema.format === undefined && schema.enum === undefined) return '';
  return isRecord(schema.additionalProperties) ? {} : undefined;
}
