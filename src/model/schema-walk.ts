/**
 * Follows references between schemas of the model.
 */
import { isRecord } from './path.ts';
import type { JsonSchema, Model } from './types.ts';

/** The schema that a `$ref` points to, with the keywords beside the `$ref`; or the schema itself. */
export function deref(model: Model, schema: unknown): JsonSchema {
  if (!isRecord(schema)) return {};
  if (typeof schema.$ref !== 'string') return schema;
  const [id = '', inner] = schema.$ref.split('#/$defs/');
  const file = model.schemas.get(id) ?? {};
  const found = inner === undefined ? file : isRecord(file.$defs) ? file.$defs[inner] : undefined;
  const { $ref: _, ...beside } = schema;
  return { ...deref(model, found), ...beside };
}

export function propertySchema(model: Model, schema: JsonSchema, name: string): JsonSchema {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  return deref(model, Object.hasOwn(properties, name) ? properties[name] : schema.additionalProperties);
}

export function itemSchema(model: Model, schema: JsonSchema): JsonSchema {
  return deref(model, schema.items);
}
