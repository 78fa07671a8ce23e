/**
 * Turns the keyed paths of a patch into plain JSON pointers of the present document.
 */
import type { Refusal } from '../../../errors.ts';
import { isRecord } from '../../../model/path.ts';
import { itemSchema, propertySchema } from '../../../model/schema-walk.ts';
import type { JsonSchema, Model } from '../../../model/types.ts';
import { wayOfOwning } from '../../assets/ownership.ts';
import type { ListIndex } from './list-index.ts';
import { template } from './template.ts';
import type { Keys, PatchStamp } from './types.ts';

export interface PathContext {
  readonly model: Model;
  readonly schema: JsonSchema;
  readonly keys: Keys;
  readonly document: unknown;
  readonly index: ListIndex;
  /** What `*` is in place of a key that no item has: every key, this key, or refused. */
  readonly any: 'every' | 'itself' | (() => Refusal);
}

export const ANY = '*';

/** Separates the names of nested key fields, and several keys in one segment. */
export const JOINT = '\u241f';

/** The two names of a way of owning: as a word, and as an entity. No other list has both. */
const [WORD, ENTITY] = ['type', 'typeUrn'];

/** Where a walk along a path is. */
interface PathPlace {
  readonly value: unknown;
  readonly schema: JsonSchema;
  /** The name of the field that has the value, or the list around it. */
  readonly field: string;
  /** The segments that are left. */
  readonly rest: readonly string[];
  readonly pointer: readonly string[];
}

/** The pointers of everything that a path matches. A path with fewer keys than a list has matches all items that agree. */
export function matches(at: PathContext, segments: readonly string[]): string[][] {
  const found: string[][] = [];
  seek(at, { value: at.document, schema: at.schema, field: '', rest: segments, pointer: [] }, (pointer) => found.push([...pointer]));
  return found;
}

function seek(at: PathContext, spot: PathPlace, see: (pointer: readonly string[]) => void): void {
  const { value, schema, field, rest, pointer } = spot;
  if (rest.length === 0) return see(pointer);
  const [first = ''] = rest;
  if (Array.isArray(value)) {
    const keys = keysOf(at, schema, field);
    for (const { index, left } of itemsAt(at, value, keys, rest)) seek(at, itemOf(at, spot, value[index], index, left), see);
  } else if (isRecord(value) && Object.hasOwn(value, first)) {
    seek(at, memberOf(spot, value[first], propertySchema(at.model, schema, first)), see);
  }
}

/**
 * The key in a path that is no URN although the model says that it must be one: it can name no item. Undefined if there is none. Looks at the
 * first list on the way.
 */
export function keyThatIsNoUrn(at: Pick<PathContext, 'model' | 'schema' | 'keys'>, segments: readonly string[]): string | undefined {
  const [field = '', ...rest] = segments;
  const list = propertySchema(at.model, at.schema, field);
  const keys = list.type === 'array' && rest.length > 0 ? keysOf(at, list, field) : undefined;
  if (keys === undefined) return undefined;
  const item = itemSchema(at.model, list);
  const isUrn = (key: string | undefined): boolean => (key === undefined ? item : propertySchema(at.model, item, key)).format === 'urn';
  const odd = readings(keys, rest).map(({ wanted }) =>
    wanted.find((text, place) => text !== '' && text !== ANY && !/^urn:/i.test(text) && isUrn(keys[place])),
  );
  return odd.every((text) => text !== undefined) ? odd[0] : undefined;
}

/** The item of the list at a spot. */
function itemOf({ model }: PathContext, { schema, field, pointer }: PathPlace, value: unknown, index: number, rest: readonly string[]): PathPlace {
  return { value, schema: itemSchema(model, schema), field, rest, pointer: [...pointer, String(index)] };
}

/** The member that the next segment of a spot names. */
function memberOf({ rest: [first = '', ...rest], pointer }: PathPlace, value: unknown, schema: JsonSchema): PathPlace {
  return { value, schema, field: first, rest, pointer: [...pointer, first] };
}

function keysOf({ keys, model }: Pick<PathContext, 'keys' | 'model'>, schema: JsonSchema, field: string): readonly string[] | undefined {
  if (Object.hasOwn(keys, field)) return keys[field];
  if (Array.isArray(schema['x-patch-key'])) return schema['x-patch-key'] as string[];
  const item = itemSchema(model, schema);
  return item.type === 'string' || item['x-union'] === true ? [] : undefined;
}

interface ListItem {
  readonly index: number;
  /** The keys that the path has for it. */
  readonly wanted: readonly string[];
  /** The rest of the path below it. */
  readonly left: readonly string[];
}

/** The list items that the next segments match. A list with keys has no positions: a key may look like one. */
function itemsAt(at: PathContext, list: readonly unknown[], keys: readonly string[] | undefined, rest: readonly string[]): ListItem[] {
  if (keys !== undefined) return itemsByKey(at, list, keys, rest);
  if (rest[0] === ANY && at.any !== 'itself') return everyItem(at, list, rest.slice(1));
  const index = rest[0] !== undefined && /^(0|[1-9]\d*)$/.test(rest[0]) ? Number(rest[0]) : -1;
  return index >= 0 && index < list.length ? [{ index, wanted: [], left: rest.slice(1) }] : [];
}

/** @throws Refusal malformed for the key `*` that no item has, where it cannot stand for every key */
function everyItem({ any }: PathContext, list: readonly unknown[], left: readonly string[]): ListItem[] {
  if (typeof any === 'function') throw any();
  return list.map((_, index) => ({ index, wanted: [], left }));
}

function itemsByKey({ index: lists, any }: PathContext, list: readonly unknown[], keys: readonly string[], rest: readonly string[]): ListItem[] {
  const ways = readings(keys, rest);
  for (const { wanted, left } of ways) {
    const found = placesOf(lists, list, keys, wanted);
    if (found.length > 0) return found.map((index) => ({ index, wanted, left }));
  }
  const wild = ways.find(({ wanted }) => wanted.includes(ANY));
  if (!wild || any === 'itself') return [];
  if (any !== 'every') throw any();
  return placesOfAny(lists, list, keys, wild.wanted).map((index) => ({ index, ...wild }));
}

/** The places of the items that have those keys which are no `*`. */
function placesOfAny(lists: ListIndex, list: readonly unknown[], keys: readonly string[], wanted: readonly string[]): number[] {
  const said = wanted.flatMap((text, at) => (text === ANY ? [] : [at]));
  const keysOf = (item: unknown): string[] => said.map((at) => keyText(item, keys[at]));
  const texts = said.map((at) => wanted[at] ?? '');
  return lists.places(list, JSON.stringify([keys, said, ANY]), keysOf, texts);
}

function placesOf(lists: ListIndex, list: readonly unknown[], keys: readonly string[], wanted: readonly string[]): number[] {
  const keysOf = (item: unknown): string[] => wanted.map((_, at) => keyText(item, keys[at]));
  const named = JSON.stringify([keys, wanted.length]);
  const places = lists.places(list, named, keysOf, wanted);
  const word = keys.indexOf(WORD);
  if (word < 0 || word >= wanted.length) return places;
  // The type as an entity decides which way of owning an entry says, whatever the word beside it (docs/semantics.md 15.6).
  const decided = (texts: readonly string[], typeUrn: string): string[] =>
    texts.map((text, at) => (at === word && typeUrn !== '' ? wayOfOwning(text, typeUrn).type : text));
  const others = lists.places(
    list,
    `decided ${named}`,
    (item) => decided(keysOf(item), keyText(item, ENTITY)),
    decided(wanted, wanted[keys.indexOf(ENTITY)] ?? ''),
  );
  return others.length === 0 ? places : [...new Set([...places, ...others])].sort((one, other) => one - other);
}

/**
 * The ways to read the next segments as keys: one segment for each key, all keys joined in one segment, or, if the client did not escape
 * the slashes of a URN or an address, all segments as one key.
 */
function readings(keys: readonly string[], rest: readonly string[]): { wanted: string[]; left: readonly string[] }[] {
  const many = Math.max(keys.length, 1);
  const left = rest.slice(many);
  const plain = { wanted: rest.slice(0, many), left: left.length === 1 && left[0] === '' ? [] : left };
  const joined = many > 1 && rest[0]?.includes(JOINT) ? [{ wanted: rest[0].split(JOINT), left: rest.slice(1) }] : [];
  const slashed = many === 1 && rest.length > 1 && /^[a-z][a-z\d+.-]*:/i.test(rest[0] ?? '') ? [{ wanted: [rest.join('/')], left: [] }] : [];
  return [...joined, plain, ...slashed];
}

/** The text of a key field of an item, or of the item itself if there is no field. Empty if it is absent or not a text. */
function keyText(item: unknown, field: string | undefined): string {
  let value: unknown = item;
  for (const name of field === undefined ? [] : field.split(JOINT)) value = isRecord(value) ? value[name] : undefined;
  if (isRecord(value)) value = Object.values(value)[0];
  return value === undefined || typeof value === 'object' ? '' : String(value);
}

interface PlacedValue {
  readonly document: unknown;
  readonly pointer: string[];
  readonly value: unknown;
  /** Does it replace an existing value? */
  readonly replaces: boolean;
  /** Is it, or what it belongs to, an item that its list did not have? */
  readonly isNewItem: boolean;
}

/**
 * The target of an `add`. Missing parents are created, an existing item with the same key is replaced, a new item goes to the end. Undefined if the
 * path leads through an item that a list without keys does not have.
 */
export function place(at: PathContext, segments: readonly string[], value: unknown, stamp: PatchStamp): PlacedValue | undefined {
  if (segments.length === 0) return { document: at.document, pointer: [], value, replaces: true, isNewItem: false };
  const document = isRecord(at.document) || Array.isArray(at.document) ? at.document : {};
  return descend({ ...at, document, given: value, stamp }, { value: document, schema: at.schema, field: '', rest: segments, pointer: [] });
}

/** What an `add` brings. */
interface Addition extends PathContext {
  readonly given: unknown;
  readonly stamp: PatchStamp;
}

function descend(at: Addition, spot: PathPlace): PlacedValue | undefined {
  const { value: here, schema, field, rest } = spot;
  const { given } = at;
  if (Array.isArray(here)) {
    const keys = keysOf(at, schema, field);
    return keys === undefined ? intoList(at, spot, here) : intoKeyed(at, spot, here, keys);
  }
  const [first = ''] = rest;
  if (rest.length <= 1 || !isRecord(here)) return placed(at, spot, first, given, { replaces: isRecord(here) && Object.hasOwn(here, first) });
  const inner = propertySchema(at.model, schema, first);
  if (!Object.hasOwn(here, first)) here[first] = inner.type === 'array' ? [] : template(at.model, inner, at.stamp);
  return descend(at, memberOf(spot, here[first], inner));
}

function placed({ document }: PathContext, { pointer }: PathPlace, last: string, value: unknown, how: Partial<PlacedValue> = {}): PlacedValue {
  return { document, pointer: [...pointer, last], value, replaces: false, isNewItem: false, ...how };
}

function intoList(at: Addition, spot: PathPlace, list: readonly unknown[]): PlacedValue | undefined {
  const { rest } = spot;
  const [found] = itemsAt(at, list, undefined, rest);
  if (rest.length <= 1) return placed(at, spot, rest[0] ?? '', at.given, { isNewItem: found === undefined });
  return found && descend(at, itemOf(at, spot, list[found.index], found.index, found.left));
}

function intoKeyed(at: Addition, spot: PathPlace, list: unknown[], keys: readonly string[]): PlacedValue | undefined {
  const { given } = at;
  const items = itemSchema(at.model, spot.schema);
  const rest = slashesOf(keys, spot.rest, given);
  // `-` is the end of the list for an item that brings a key of its own, otherwise a key like any other.
  const appends = rest.length === 1 && rest[0] === '-' && hasOwnKey(given, keys, '-');
  const any = ownKeys(given, keys).includes(ANY) ? 'itself' : at.any;
  const [found] = appends ? [] : itemsAt({ ...at, any }, list, keys, rest);
  if (found) {
    if (found.left.length === 0) return placed(at, spot, String(found.index), keyed(given, keys, found.wanted, items), { replaces: true });
    return descend(at, itemOf(at, spot, list[found.index], found.index, found.left));
  }
  const { wanted = [], left = [] } = (appends ? undefined : readings(keys, rest)[0]) ?? {};
  if (left.length > 0) {
    list.push(keyed({}, keys, wanted, items));
    const below = descend(at, itemOf(at, spot, list.at(-1), list.length - 1, left));
    return below && { ...below, isNewItem: true };
  }
  // An item may bring another key than its path, such as one for a position: it takes the place of the item with that key.
  const item = keyed(given, keys, wanted, items);
  const [same] = hasOwnKey(item, keys, '') ? placesOf(at.index, list, keys, ownKeys(item, keys)) : [];
  if (same !== undefined && !appends) return placed(at, spot, String(same), item, { replaces: true, isNewItem: true });
  return placed(at, spot, '-', item, { isNewItem: true });
}

/** The keys that an item itself has. */
function ownKeys(item: unknown, keys: readonly string[]): string[] {
  return keys.length === 0 ? [keyText(item, undefined)] : keys.map((key) => keyText(item, key));
}

/** Does an item have keys of its own, others than this one? */
function hasOwnKey(item: unknown, keys: readonly string[], other: string): boolean {
  return ownKeys(item, keys).some((text) => text !== '' && text !== other);
}

/** If the key in the value itself equals the whole rest of the path, slashes included, the rest is one segment. */
function slashesOf(keys: readonly string[] | undefined, rest: readonly string[], value: unknown): readonly string[] {
  return keys?.length === 1 && rest.length > 1 && keyText(value, keys[0]) === rest.join('/') ? [rest.join('/')] : rest;
}

/** Adds the key fields of the path to an item that lacks them. */
function keyed(value: unknown, keys: readonly string[], wanted: readonly string[], items: JsonSchema): unknown {
  if (keys.length === 0) {
    const whole = isRecord(value) && Object.keys(value).length > 0;
    if (typeof value === 'string' || whole) return value;
    return items['x-union'] === true ? { string: wanted[0] } : wanted[0];
  }
  if (!isRecord(value)) return value;
  const filled: Record<string, unknown> = { ...value };
  for (const [index, key] of keys.entries()) {
    const text = wanted[index];
    if (!key.includes(JOINT) && filled[key] === undefined && text !== undefined && text !== '') filled[key] = text;
  }
  return filled;
}
