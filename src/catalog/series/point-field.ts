/**
 * Fields of timeseries points as filters and sort orders name them (docs/semantics.md 7.2): a search field of the aspect, or a path of its
 * own fields, with dots.
 */
import { fieldsOf, type NamedField } from '../../model/fields.ts';
import { isRecord, valuesAt } from '../../model/path.ts';
import { deref, itemSchema, propertySchema } from '../../model/schema-walk.ts';
import type { AspectSpec, EntityTypeSpec, JsonSchema, Model } from '../../model/types.ts';

export interface PointField extends NamedField {
  /** Does the model have this field? Unknown fields are stored as sent, and compared as text. */
  readonly known: boolean;
  /** The values of the field in a point. A map has one for each entry: `key=value`. */
  readonly valuesIn: (point: unknown) => unknown[];
}

/** @param asked the name, with or without `.keyword` at its end */
export function pointField(model: Model, type: EntityTypeSpec, aspect: AspectSpec, asked: string): PointField {
  const name = asked.replace(/\.keyword$/, '');
  return searchField(type, aspect, name) ?? ownField(model, aspect, name);
}

function searchField(type: EntityTypeSpec, aspect: AspectSpec, name: string): PointField | undefined {
  const spec = aspect.searchFields.find(({ field, alias }) => field === name || alias === name);
  const flag = aspect.searchFields.find(({ has }) => has?.field === name);
  const field = fieldsOf(type).get(name);
  if (!field) return undefined;
  if (spec) return { ...field, known: true, valuesIn: (point) => flat(valuesAt(spec.path, point)) };
  return flag && { ...field, known: true, valuesIn: (point) => [flat(valuesAt(flag.path, point)).length > 0] };
}

function ownField(model: Model, aspect: AspectSpec, name: string): PointField {
  const path = (name === 'partition' ? 'partitionSpec.partition' : name).split('.');
  let schema: JsonSchema = deref(model, aspect.schema);
  for (const step of path) schema = propertySchema(model, itemsOf(model, schema), step);
  schema = itemsOf(model, schema);
  const kind = schema.type === 'integer' || schema.type === 'number' ? 'number' : schema.type === 'boolean' ? 'boolean' : 'text';
  return {
    name,
    kind,
    types: new Set(),
    many: true,
    facet: undefined,
    queried: false,
    autocomplete: false,
    weight: 1,
    standsFor: [],
    known: Object.keys(schema).length > 0,
    valuesIn: (point) => flat(path.reduce(stepped, [point])),
  };
}

function itemsOf(model: Model, schema: JsonSchema): JsonSchema {
  return schema.type === 'array' ? itemSchema(model, schema) : schema;
}

function stepped(values: unknown[], step: string): unknown[] {
  return values.flat().flatMap((value) => (isRecord(value) && Object.hasOwn(value, step) ? [value[step]] : []));
}

function flat(values: readonly unknown[]): unknown[] {
  return values.flat().flatMap((value) => (isRecord(value) ? Object.entries(value).map(([key, each]) => `${key}=${textOf(each)}`) : [value]));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
