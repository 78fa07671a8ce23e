/**
 * What the model closes (`x-closed`), read from its files, and values that have a mark wherever something is closed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { urns } from './make.ts';

type Schema = Readonly<Record<string, unknown>>;

/** An aspect with something closed, of an entity that has it. */
export interface ClosedSubject {
  readonly urn: string;
  readonly type: string;
  /** Its constant in GraphQL. */
  readonly constant: string;
  readonly aspect: string;
  readonly isSeries: boolean;
  /** Is all of it closed? */
  readonly whole: boolean;
  readonly value: Readonly<Record<string, unknown>>;
  /** JSON pointers of what is closed in the value, and the privileges of which each opens it. */
  readonly parts: readonly { readonly pointer: string; readonly to: readonly string[] }[];
}

export const AT = Date.parse('2026-05-01T00:00:00Z');
const SHIPPED = path.join(import.meta.dirname, '../../openapi/model');
let marks = 0;

/** @param folders of models, the shipped one included @param name a part of each URN and mark */
export function closedSubjects(name: string, folders: readonly string[] = [SHIPPED]): ClosedSubject[] {
  const [aspects, types] = ['aspects', 'entities'].map((room) => folders.flatMap((folder) => read(path.join(folder, room)))) as [Schema[], Schema[]];
  return aspects.flatMap((schema) => {
    if (!('x-closed' in schema) && !isClosing(schema)) return [];
    const { name: aspect, kind } = schema['x-aspect'] as { readonly name: string; readonly kind: string };
    const type = types.find((each) => (each.aspects as string[] | undefined)?.includes(aspect));
    if (!type) throw new Error(`no entity type has ${aspect}`);
    const parts: { pointer: string; to: string[] }[] = [];
    const value = valueOf(schema, name, '', parts) as Record<string, unknown>;
    const urn = urnOf(String(type.name), name);
    return [
      {
        urn,
        type: String(type.name),
        constant: String(type.graphql),
        aspect,
        isSeries: kind === 'timeseries',
        whole: 'x-closed' in schema,
        value,
        parts,
      },
    ];
  });
}

function read(folder: string): Schema[] {
  return readdirSync(folder).map((file) => parse(readFileSync(path.join(folder, file), 'utf8')) as Schema);
}

function urnOf(type: string, name: string): string {
  return type === 'dataJob' ? urns.job(urns.flow(name), 'job') : urns.of(type, name);
}

function isClosing(schema: unknown): boolean {
  return typeof schema === 'object' && schema !== null && ('x-closed' in schema || Object.values(schema).some(isClosing));
}

/** The least that the schema allows, and all that is closed. */
function valueOf(schema: Schema, name: string, pointer: string, parts: { pointer: string; to: string[] }[], marked = false): unknown {
  const closed = 'x-closed' in schema;
  if (closed) parts.push({ pointer, to: [schema['x-closed']].flat() as string[] });
  const all = closed || marked;
  if (typeof schema.$ref === 'string') return { time: AT, actor: urns.user(name) };
  if (schema.type === 'array') return [valueOf(schema.items as Schema, name, `${pointer}/0`, parts, all)];
  if (schema.type === 'object') {
    const required = (schema.required ?? []) as string[];
    const fields = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
    const own = fields.flatMap(([field, inner]): [string, unknown][] =>
      all || required.includes(field) || isClosing(inner) ? [[field, valueOf(inner, name, `${pointer}/${field}`, parts, all)]] : [],
    );
    const more = schema.additionalProperties as Schema | undefined;
    const isMap = fields.length === 0 && more !== undefined && (all || isClosing(more));
    return Object.fromEntries(isMap ? [['key', valueOf(more, name, `${pointer}/key`, parts, all)]] : own);
  }
  if (schema.type === 'integer' || schema.type === 'number') return AT;
  if (schema.type === 'boolean') return true;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const of = schema['x-urn'] as { readonly types?: readonly string[] } | undefined;
  if (schema.format === 'urn') return urns.of(of?.types?.[0] ?? 'corpuser', name);
  return all ? mark(name) : 'text';
}

function mark(name: string): string {
  return `MARK-${name}-${++marks}-`;
}
