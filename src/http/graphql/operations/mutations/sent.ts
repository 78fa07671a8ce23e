/**
 * What clients send with a mutation, and the values of aspects that are made of it.
 */
import { isRecord } from '../../../../model/path.ts';
import type { Model } from '../../../../model/types.ts';

/** GraphQL has checked it against the schema, so fields and items may be asked for; other values are passed on as they are. */
export interface InputObject {
  readonly [field: string]: InputObject | null | undefined;
}

/** The arguments that one resolver passes on to another. */
export function inputOf(args: object): InputObject {
  return args as InputObject;
}

export type Values = Readonly<Record<string, unknown>>;

/** The fields with these names. */
export function pick(sent: InputObject | null | undefined, ...fields: string[]): Values {
  return Object.fromEntries(fields.map((field) => [field, sent?.[field]]));
}

/** The record, with what it always has; undefined if nothing of it was given. */
export function given(record: Values, always: Values = {}): Values | undefined {
  const any = Object.values(record).some((value) => value !== undefined && value !== null);
  return any ? { ...record, ...always } : undefined;
}

/** A value for each item of a list. */
export function each<Value>(list: InputObject[string], make: (item: InputObject) => Value): Value[] | undefined {
  return Array.isArray(list) ? (list as readonly InputObject[]).map(make) : undefined;
}

/** A list of this item only. */
export function only(item: InputObject[string]): unknown[] | undefined {
  return item === undefined || item === null ? undefined : [item];
}

/** A list of `{key, value}` as a map. */
export function mapOf(pairs: InputObject[string]): Values | undefined {
  const entries = each(pairs, ({ key, value }) => [String(key), String(value ?? '')] as const);
  return entries && Object.fromEntries(entries);
}

/** Without what is null or undefined, at any depth. */
export function present<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.filter(isThere).map(present) as Value;
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([field, inner]) => (isThere(inner) ? [[field, present(inner)]] : []))) as Value;
}

function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** A type of columns, as schemas store it: STRING becomes `{type: {"….StringType": {}}}`. */
export function columnType({ names }: Model, type: InputObject[string]): Values | undefined {
  if (!type) return undefined;
  const text = String(type);
  const word = text === 'STRUCT' ? 'Record' : `${text[0]}${text.slice(1).toLowerCase()}`;
  return { type: { [`${names.package}.schema.${word}Type`]: {} } };
}

export function ownersOf(ownership: InputObject[string]): Values | undefined {
  const owners = each(ownership?.owners, ({ owner, type, ownershipTypeUrn }) => ({ owner, type: type ?? 'NONE', typeUrn: ownershipTypeUrn }));
  return given({ owners });
}

/** Incidents store the place of their priority. */
export const LEVELS: readonly string[] = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'];

export function levelOf(priority: unknown): number | undefined {
  return priority ? LEVELS.indexOf(String(priority)) : undefined;
}
