/**
 * GraphQL types of aspects, generated from their JSON Schemas: what a client can read of an aspect follows from the model.
 */
import { isRecord } from '../../../model/path.ts';
import { deref, propertySchema } from '../../../model/schema-walk.ts';
import type { AspectSpec, JsonSchema, Model } from '../../../model/types.ts';
import type { Resolve } from '../operation.ts';
import { entityBeside, urnField } from './urn-fields.ts';

/** Types made so far. Aspects share records, so they are made together. */
export interface AspectTypes {
  /** Name of the type of an aspect. */
  of(aspect: AspectSpec): string;
  /** The SDL of all types made so far. */
  sdl(): string;
  /** Resolvers of what GraphQL shows otherwise than it is stored: entities for URNs, lists of key and value for maps. */
  readonly resolvers: Record<string, Record<string, ResolveField>>;
}

type ResolveField = Resolve<never, Record<string, unknown>>;

const NAME = /^(?!__)[A-Za-z_]\w*$/;
/** Where an aspect calls its name or its description otherwise, they can be read under these names too. */
const ALSO: Readonly<Record<string, readonly string[]>> = { name: ['displayName', 'title'], description: ['definition'] };

/** The type of a column is a union in a record; clients read a word. */
const COLUMN_TYPE = 'schema.SchemaFieldDataType';

/** `schema.StringType` → STRING; a record is called STRUCT. */
export function columnWord(member: string): string {
  const word = member.slice(member.lastIndexOf('.') + 1).replace(/Type$/, '');
  return word === 'Record' ? 'STRUCT' : word.toUpperCase();
}

/** @param taken names of types that the schema has already */
export function makeAspectTypes(model: Model, taken: ReadonlySet<string>): AspectTypes {
  const types = new Map<string, string>();
  const made = new Map<string, string>();
  const resolvers: AspectTypes['resolvers'] = {};

  /** The record's own name; with its parent's before it where another record has that. */
  function nameOf(schema: JsonSchema, fallback: string): string {
    const aspect = isRecord(schema['x-aspect']) ? schema['x-aspect'].record : undefined;
    const record = String(aspect ?? schema['x-record'] ?? schema.title ?? fallback);
    const name = record.slice(record.lastIndexOf('.') + 1);
    const identity = JSON.stringify(schema.properties);
    for (const each of [name, fallback, `${fallback}Record`]) {
      const before = made.get(each);
      if (taken.has(each) || !NAME.test(each) || (before !== undefined && before !== identity)) continue;
      made.set(each, identity);
      return each;
    }
    throw new Error(`no free name for the type of ${fallback}`);
  }

  function object(schema: JsonSchema, fallback: string): string {
    const name = nameOf(schema, fallback);
    if (types.has(name)) return name;
    types.set(name, '');
    const properties = Object.entries(schema.properties as Record<string, unknown>).filter(([field]) => NAME.test(field));
    const fields = new Set(properties.map(([field]) => field));
    const lines = properties.flatMap(([field, property]) => linesOf(property, name, field, fields));
    for (const [field, others] of Object.entries(ALSO)) {
      const other = others.find((each) => fields.has(each));
      if (other === undefined || fields.has(field)) continue;
      lines.push(`  ${field}: String`);
      resolver(name, field, (parent) => parent[other]);
    }
    types.set(name, `type ${name} {\n${lines.join('\n')}\n}`);
    return name;
  }

  /** A URN field leads to its entity. One that is called a URN stays a text, and the entity stands beside it. */
  function linesOf(raw: unknown, parent: string, field: string, fields: ReadonlySet<string>): string[] {
    const urns = urnField(model, raw);
    const beside = urns && entityBeside(parent, field, urns, fields);
    const text = (): string => `  ${field}: ${type(raw, parent, field)}`;
    if (!urns || beside === null) return [text()];
    resolver(parent, beside ?? field, (of, _, context) => urns.entities(of[field], context));
    return beside === undefined ? [`  ${field}: ${urns.type}`] : [text(), `  ${beside}: ${urns.type}`];
  }

  function type(raw: unknown, parent: string, field: string): string {
    const schema = deref(model, raw);
    if (schema['x-record'] === COLUMN_TYPE) return columnType(schema, parent, field);
    if (schema['x-union'] !== undefined) return 'JSON';
    if (schema.type === 'array') return `[${type(schema.items, parent, field)}!]`;
    if (isRecord(schema.properties) && Object.keys(schema.properties).some((each) => NAME.test(each)))
      return object(schema, `${parent}${field[0]?.toUpperCase()}${field.slice(1)}`);
    if (isRecord(schema.additionalProperties) && deref(model, schema.additionalProperties).type === 'string') {
      resolver(parent, field, (of) => (isRecord(of[field]) ? Object.entries(of[field]).map(([key, value]) => ({ key, value })) : null));
      return field === 'customProperties' ? '[CustomPropertiesEntry!]' : '[StringMapEntry!]';
    }
    if (schema.type === 'integer') return schema.format === 'int64' ? 'Long' : 'Int';
    return { string: 'String', number: 'Float', boolean: 'Boolean' }[String(schema.type)] ?? 'JSON';
  }

  function columnType(schema: JsonSchema, parent: string, field: string): string {
    const name = nameOf(schema, 'SchemaFieldDataType');
    const members = Object.keys(propertySchema(model, schema, 'type').properties as object).map(columnWord);
    types.set(name, `enum ${name} { ${members.join(' ')} }`);
    resolver(parent, field, ({ [field]: of }) => (isRecord(of) && isRecord(of.type) ? Object.keys(of.type).map(columnWord)[0] : null));
    return name;
  }

  function resolver(name: string, field: string, resolve: ResolveField): void {
    resolvers[name] = { ...resolvers[name], [field]: resolve };
  }

  return {
    of: ({ schema, name }) => object(deref(model, schema), `${name[0]?.toUpperCase()}${name.slice(1)}`),
    sdl: () => [...types.values()].join('\n'),
    resolvers,
  };
}
