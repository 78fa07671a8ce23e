/**
 * The model's schemas as components of an OpenAPI document: one for each record, with the name of the record.
 */
import { isRecord } from './path.ts';
import type { JsonSchema, Model } from './types.ts';

/** `model:/common/AuditStamp.yaml#/$defs/X` → `AuditStamp`, `AuditStamp_X`. */
function componentName(id: string): string {
  const [, name = '', inner] = /\/([^/]+)\.yaml(?:#\/\$defs\/(.+))?$/.exec(id) ?? [];
  return inner === undefined ? name : `${name}_${inner}`;
}

export function modelComponents(model: Model): Record<string, JsonSchema> {
  const components: Record<string, JsonSchema> = {};
  const secrets = new Set([...model.aspects.values()].filter(({ secret }) => secret).map(({ schema }) => schema));
  for (const [id, schema] of model.schemas) {
    if (secrets.has(schema)) continue;
    const { $id: _, $defs, ...own } = schema;
    components[componentName(id)] = rename(own) as JsonSchema;
    for (const [name, inner] of Object.entries(isRecord($defs) ? $defs : {}))
      components[componentName(`${id}#/$defs/${name}`)] = rename(inner) as JsonSchema;
  }
  return components;
}

/** Turns references to files into references to components. Records stay open, because clients of other versions send more fields. */
function rename(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(rename);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(key === 'additionalProperties' && value === false && schema['x-union'] !== true))
      .map(([key, value]) => (key === '$ref' ? [key, `#/components/schemas/${componentName(String(value))}`] : [key, rename(value)])),
  );
}
