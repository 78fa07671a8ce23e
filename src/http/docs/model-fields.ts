/**
 * Lists the fields of an aspect for the reference: path, type and meaning.
 */
import { modelComponents } from '../../model/components.ts';
import { isRecord } from '../../model/path.ts';
import type { JsonSchema, Model } from '../../model/types.ts';

interface FieldRow {
  /** `owners[].owner` */
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly description: string;
}

const REF = '#/components/schemas/';
const known = new WeakMap<Model, Record<string, JsonSchema>>();

/** All fields of an aspect. The fields of a record follow it. A record that contains itself is listed once. */
export function fieldRows(model: Model, aspect: string): FieldRow[] {
  const components = known.get(model) ?? modelComponents(model);
  known.set(model, components);
  return [...rowsOf(components, components[aspect] ?? {}, '', [aspect])];
}

type Components = Readonly<Record<string, JsonSchema>>;

function* rowsOf(components: Components, schema: JsonSchema, prefix: string, above: readonly string[]): Generator<FieldRow> {
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const [name, written] of Object.entries(isRecord(schema.properties) ? schema.properties : {})) {
    if (!isRecord(written)) continue;
    const { schema: field, names } = resolved(components, written);
    const path = prefix === '' ? name : `${prefix}.${name}`;
    yield {
      path,
      type: typeText(components, written),
      required: required.includes(name),
      deprecated: field.deprecated === true,
      description: String(field.description ?? ''),
    };
    yield* below(components, field, path, [...above, ...names]);
  }
}

/** The fields inside a record, the items of a list, or the values of a map. */
function* below(components: Components, schema: JsonSchema, path: string, above: readonly string[]): Generator<FieldRow> {
  if (new Set(above).size < above.length) return;
  yield* rowsOf(components, schema, path, above);
  for (const [step, inner] of [
    ['[]', schema.items],
    ['{}', schema.additionalProperties],
  ] as const) {
    if (!isRecord(inner)) continue;
    const { schema: item, names } = resolved(components, inner);
    yield* below(components, item, `${path}${step}`, [...above, ...names]);
  }
}

/** Resolves the references of a schema, and gives the names of the records on the way. */
function resolved(components: Components, schema: JsonSchema): { schema: JsonSchema; names: string[] } {
  if (typeof schema.$ref !== 'string') return { schema, names: [] };
  const name = schema.$ref.slice(REF.length);
  const { $ref: _, ...own } = schema;
  const far = resolved(components, components[name] ?? {});
  return { schema: { ...far.schema, ...own }, names: [name, ...far.names] };
}

function typeText(components: Components, written: JsonSchema): string {
  const { schema, names } = resolved(components, written);
  if (Array.isArray(schema.enum)) return schema.enum.join(' | ');
  if (schema['x-union'] === true) return `one of ${Object.keys(isRecord(schema.properties) ? schema.properties : {}).join(', ')}`;
  if (isRecord(schema.items)) return `list of ${typeText(components, schema.items)}`;
  if (isRecord(schema.additionalProperties)) return `map to ${typeText(components, schema.additionalProperties)}`;
  if (schema.format === 'urn')
    return isRecord(schema['x-urn']) && Array.isArray(schema['x-urn'].types) ? `URN of ${schema['x-urn'].types.join(', ')}` : 'URN';
  return names[0] ?? String(schema.title ?? schema.format ?? schema.type ?? 'any');
}
