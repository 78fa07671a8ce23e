/**
 * Templates of aspects in openapi/graphql: how the fields of a mutation become the value of an aspect (openapi/graphql/README.md). Pure.
 */
import { isRecord } from '../../../model/path.ts';
import type { Model } from '../../../model/types.ts';
import { stampOf } from '../types/property-inputs.ts';

export type Scope = Readonly<Record<string, unknown>>;

/** A URN of the input that must be of one of these types, and exist. */
export interface Named {
  readonly text: string;
  readonly types: readonly string[];
}

export interface Filled {
  /** `undefined`: the input has nothing of it. */
  readonly value: unknown;
  readonly named: readonly Named[];
}

interface Part {
  readonly value: unknown;
  /** Does the template ask for something of the input? */
  readonly asks: boolean;
  /** Was any of that given? */
  readonly given: boolean;
}

const REFERENCE = /^\$([\w.]+)(?::([\w|]+))?$/;
const NOTHING: Part = { value: undefined, asks: true, given: false };

/**
 * Fills in a template.
 *
 * @param scope the arguments
 * @param actor URN of who asks
 */
export function fill(model: Model, template: unknown, scope: Scope, actor: string): Filled {
  const named: Named[] = [];
  const known: Scope = { ...scope, model, actor, now: Date.now(), stamp: stampOf(actor) };
  const { value } = part(template, known, named);
  return { value, named };
}

function part(template: unknown, scope: Scope, named: Named[]): Part {
  if (typeof template === 'string') return text(template, scope, named);
  if (Array.isArray(template)) return list(template, scope, named);
  if (!isRecord(template)) return { value: template, asks: false, given: false };
  const special = Object.keys(template)[0] ?? '';
  return SPECIAL[special]?.(template, scope, named) ?? record(template, scope, named);
}

const OWN = new Set(['actor', 'now', 'stamp']);

function text(template: string, scope: Scope, named: Named[]): Part {
  const [, path, types] = REFERENCE.exec(template) ?? [];
  if (path === undefined) return { value: template, asks: false, given: false };
  const value = path.split('.').reduce<unknown>((at, field) => (isRecord(at) ? at[field] : undefined), scope) ?? undefined;
  if (types !== undefined) for (const each of [value].flat()) if (typeof each === 'string') named.push({ text: each, types: types.split('|') });
  return OWN.has(path) ? { value, asks: false, given: false } : { value, asks: true, given: value !== undefined };
}

function list(template: readonly unknown[], scope: Scope, named: Named[]): Part {
  const parts = template.map((each) => part(each, scope, named));
  const asks = parts.some((each) => each.asks);
  const given = parts.some((each) => each.given);
  if (asks && !given) return NOTHING;
  return { value: parts.flatMap(({ value }) => (value === undefined ? [] : [value])), asks, given };
}

/** Absent as a whole if it asks for parts of the input and none of them is given. */
function record(template: Scope, scope: Scope, named: Named[]): Part {
  const parts = Object.entries(template).map(([field, each]) => [field, part(each, scope, named)] as const);
  const asks = parts.some(([, each]) => each.asks);
  const given = parts.some(([, each]) => each.given);
  if (asks && !given) return NOTHING;
  return { value: Object.fromEntries(parts.flatMap(([field, { value }]) => (value === undefined ? [] : [[field, value]]))), asks, given };
}

type Special = (template: Scope, scope: Scope, named: Named[]) => Part;

const SPECIAL: Readonly<Record<string, Special>> = {
  /** A list of `{key, value}` as a map. */
  _map: ({ _map }, scope, named) => {
    const { value, ...rest } = part(_map, scope, named);
    if (!Array.isArray(value)) return NOTHING;
    return { ...rest, value: Object.fromEntries(value.filter(isRecord).map((each) => [String(each.key), String(each.value ?? '')])) };
  },
  /** A record for each item of a list: its fields are in scope, or the item itself as `item`. */
  _each: ({ _each, as }, scope, named) => {
    const { value, ...rest } = part(_each, scope, named);
    if (!Array.isArray(value)) return NOTHING;
    return { ...rest, value: value.map((item) => part(as, { ...scope, ...(isRecord(item) ? item : { item }) }, named).value) };
  },
  /** The first that is given; what is literal counts as given. */
  _first: ({ _first }, scope, named) => {
    const parts = (Array.isArray(_first) ? _first : []).map((each) => part(each, scope, named));
    const found = parts.find(({ value }) => value !== undefined);
    return found ? { ...found, given: true } : NOTHING;
  },
  /** The place of a word in a list. */
  _rank: ({ _rank, of }, scope, named) => {
    const { value, ...rest } = part(_rank, scope, named);
    const at = Array.isArray(of) ? of.indexOf(value) : -1;
    return at < 0 ? NOTHING : { ...rest, value: at };
  },
  /** A type of columns, as schemas store it: STRING becomes `{type: {"….StringType": {}}}`. */
  _columnType: ({ _columnType }, scope, named) => {
    const { value, ...rest } = part(_columnType, scope, named);
    if (typeof value !== 'string') return NOTHING;
    const word = value === 'STRUCT' ? 'Record' : `${value[0]}${value.slice(1).toLowerCase()}`;
    return { ...rest, value: { type: { [`${(scope.model as Model).names.package}.schema.${word}Type`]: {} } } };
  },
  /** What a view narrows to: an AND is one list, an OR a list of single conditions. */
  _view: ({ _view }, scope, named) => {
    const { value, ...rest } = part(_view, scope, named);
    if (!isRecord(value) || !isRecord(value.filter)) return NOTHING;
    const { operator, filters } = value.filter;
    const criteria = (Array.isArray(filters) ? filters.filter(isRecord) : []).map(criterionOf);
    const or = operator === 'OR' ? criteria.map((each) => ({ and: [each] })) : criteria.length > 0 ? [{ and: criteria }] : [];
    const types = [...(scope.model as Model).entityTypes.values()];
    const names = [value.entityTypes].flat().flatMap((constant) => types.find(({ graphql }) => graphql === constant)?.name ?? []);
    return { ...rest, value: { entityTypes: names, filter: { or } } };
  },
};

function criterionOf({ field, value, values, condition, negated }: Scope): Record<string, unknown> {
  return {
    field,
    values: Array.isArray(values) ? values : typeof value === 'string' ? [value] : [],
    condition: condition ?? 'EQUAL',
    negated: negated === true,
  };
}
