/**
 * Adds the lists and maps that are empty by default to the answer to a patch, because known clients expect them (docs/semantics.md 13.6).
 * Pure.
 */
import type { Value } from '../../model/json.ts';
import { isRecord } from '../../model/path.ts';
import { propertySchema } from '../../model/schema-walk.ts';
import type { AspectSpec, Model } from '../../model/types.ts';

/** The text of a value, with those that it lacks at its end. */
export function withEmptyDefaults(model: Model, { schema }: AspectSpec, { text, json }: Value): string {
  if (!isRecord(json)) return text;
  const missing = Object.keys(isRecord(schema.properties) ? schema.properties : {}).flatMap((name) => {
    const { default: value } = propertySchema(model, schema, name);
    const empty = Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
    return empty && !Object.hasOwn(json, name) ? [`${JSON.stringify(name)}:${JSON.stringify(value)}`] : [];
  });
  if (missing.length === 0) return text;
  const open = text.slice(0, text.lastIndexOf('}')).trimEnd();
  return `${open}${open.endsWith('{') ? '' : ','}${missing.join(',')}}`;
}
