/**
 * Reads JSON from clients: integers are never rounded, nulls are dropped, and the text stays as it was sent if nothing has to change.
 */
import { inexactInteger, longNumber, notJson, tooDeep, tooManyNames, tooManyValues } from '../errors.ts';
import { isRecord } from './path.ts';
import { pointerPart } from './pointer.ts';

/** A JSON value and its text. */
export interface Value {
  readonly json: unknown;
  readonly text: string;
}

/** May match a number that a double cannot hold. Digits in strings match too; then a closer look follows. */
const LONG_NUMBER = /\d{16}/;
const NULL = /(?:^|[:[,])\s*null\s*(?:[,\]}]|$)/;

/**
 * Parses a JSON text. Refuses integers that a double cannot hold, and drops nulls (docs/semantics.md 1.3).
 *
 * @param what the name of the text in error messages
 * @throws Refusal malformed
 */
export function readJson(text: string, what: string): Value {
  refuseHeavy(text, what);
  const json = parse(text, what);
  if (hasLongNumber(text)) refuseInexact(text);
  if (!hasNull(text)) return { json, text };
  const clean = withoutNulls(json);
  return spelledAs({ json: clean, text: JSON.stringify(clean) }, text);
}

function parse(text: string, what: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(what, error);
  }
}

export function hasLongNumber(text: string): boolean {
  return LONG_NUMBER.test(text);
}

/** May match a null. Strings match too; then a closer look follows. */
export function hasNull(text: string): boolean {
  return text.includes('null') && NULL.test(text);
}

/** The largest depth of nested lists and objects. Recursive code relies on this limit. */
export const MOST_LEVELS = 200;
/**
 * The most values in one text, counted by commas and brackets. A list of millions of empty objects keeps the garbage collector busy for
 * seconds. Batches of known clients have one value for 15 to 30 characters, so at most a million.
 */
export const MOST_VALUES = 1_500_000;
/** The most different keys of one text: V8 stores each new one, and millions stop the event loop for seconds. Known clients send a few hundred. */
export const MOST_NAMES = 120_000;
/** The most characters of a number: all digits of any double fit. Regular expressions give up at millions of digits. */
export const MOST_DIGITS = 1_200;
/** Bits of the table in which different keys are counted. */
const NAME_BITS = 2 ** 20;
/** Shorter texts cannot have many keys. */
const SHORT = 200_000;
const [QUOTE, BACKSLASH, COMMA, COLON] = [34, 92, 44, 58];

/** Weighs a JSON text sign by sign, before a parser gets it. */
export interface Scale {
  /** A sign outside of strings. */
  sign(char: number): void;
  /** A string between these two quotes. */
  string(begin: number, end: number): void;
}

/**
 * @param what the name of the text in error messages
 * @param most values
 * @returns a scale whose `sign` throws Refusal malformed for deep nesting and long numbers; tooLarge for too many keys or values
 */
export function makeScale(text: string, what: string, most = MOST_VALUES): Scale {
  const names = text.length > SHORT ? makeNames(text) : undefined;
  let [begin, end] = [0, 0];
  let depth = 0;
  let values = 0;
  let digits = 0;
  const add = (): void => {
    values++;
    if (values > most) throw tooManyValues(what, most);
  };
  return {
    sign(char) {
      if (isOfNumber(char)) {
        if (++digits > MOST_DIGITS) throw longNumber(what, MOST_DIGITS, text.slice(begin + 1, end));
        return;
      }
      digits = 0;
      if (char === COMMA) add();
      else if (char === COLON) {
        if (names && names(begin, end) > MOST_NAMES) throw tooManyNames(what, MOST_NAMES);
      } else if (char === 91 || char === 123) {
        if (depth === MOST_LEVELS) throw tooDeep(what, '/', MOST_LEVELS);
        depth++;
        add();
      } else if ((char === 93 || char === 125) && depth > 0) depth--;
    },
    string(from, to) {
      [begin, end] = [from, to];
    },
  };
}

/** A digit, a point or a sign of a number. */
function isOfNumber(char: number): boolean {
  return (char >= 48 && char <= 57) || char === 45 || char === 46 || char === 43;
}

/** Counts different keys. Two with the same hash count once, so the number may be a little too small. */
function makeNames(text: string): (begin: number, end: number) => number {
  const seen = new Uint32Array(NAME_BITS / 32);
  let count = 0;
  return (begin, end) => {
    let hash = 0;
    for (let at = begin + 1; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) ^ (hash >>> 15);
    const bit = (hash ^ (hash >>> 12)) & (NAME_BITS - 1);
    const mask = 1 << (bit & 31);
    if (((seen[bit >>> 5] ?? 0) & mask) === 0) {
      seen[bit >>> 5] = (seen[bit >>> 5] ?? 0) | mask;
      count++;
    }
    return count;
  };
}

/**
 * Weighs a text in one pass before it is parsed, because a parser takes seconds for millions of brackets or keys.
 *
 * @param text JSON, or what a client sent as JSON
 * @throws Refusal as `makeScale`
 */
export function refuseHeavy(text: string, what: string): void {
  const scale = makeScale(text, what);
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const begin = at;
      at = endOfText(text, at);
      // This is not JSON; the parser reports it.
      if (at < 0) return;
      scale.string(begin, at);
    } else scale.sign(char);
  }
}

/**
 * The position of the closing quote, or -1 if there is none.
 *
 * @param at the position of the opening quote
 */
export function endOfText(text: string, at: number): number {
  let end = text.indexOf('"', at + 1);
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}

/** The member of a union that is a double, if it has no fraction. In a string, the quotes would be escaped. */
const WHOLE_DOUBLE = /"double":(-?\d+)(?=[,}])/g;

/** Turns a parsed value into a text. Clients compare doubles as texts, so `{double: 60}` is written `{"double":60.0}`. */
export function valueOf(json: unknown): Value {
  const clean = withoutNulls(json);
  const text = JSON.stringify(clean);
  return { json: clean, text: text?.includes('"double":') ? text.replace(WHOLE_DOUBLE, '"double":$1.0') : text };
}

/** Drops fields that are null or undefined. A null in a list stays and fails the schema check, because dropping it would move its neighbours. */
export function withoutNulls(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutNulls);
  if (!isRecord(json)) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([key, value]) => [key, withoutNulls(value)]),
  );
}

/**
 * Refuses a text if `JSON.parse` would round an integer in it. The refusal points to the integer.
 *
 * @param within the pointer of the value
 * @param offset the position of its first item, if the value is a part of a list
 */
export function refuseInexact(text: string, within = '', offset = 0): void {
  let found: string | undefined;
  const marked = withNumbers(text, (token) => {
    if (found !== undefined || !isInexact(token)) return token;
    found = token;
    return '"\\u0000inexact"';
  });
  if (found === undefined) return;
  const own = pointerTo(JSON.parse(marked), '\u0000inexact', '') ?? '';
  const pointer = within + (offset === 0 ? own : own.replace(/^\/(\d+)/, (_, place: string) => `/${Number(place) + offset}`)) || '/';
  throw inexactInteger(found, pointer);
}

function isInexact(token: string): boolean {
  if (!/^-?\d{16,}$/.test(token)) return false;
  const rounded = Number(token);
  return !Number.isFinite(rounded) || BigInt(rounded) !== BigInt(token);
}

/** May match a number that JSON.stringify writes otherwise. Strings match too; then a closer look follows. */
const UNUSUAL = /\d\.\d*0(?!\d)|\d[eE][-+\d]|-0/;

/**
 * The value, with each number written as `before` has it in a field of the same name: `1.0` and `1` are the same number, but clients compare texts.
 * Of several spellings there, in their order.
 */
export function spelledAs(value: Value, before: string): Value {
  if (!UNUSUAL.test(before)) return value;
  const known = new Map<string, string[]>();
  const spellings = (token: string, name: string): string[] => {
    const key = `${name} ${Number(token)}`;
    const found = known.get(key) ?? [];
    known.set(key, found);
    return found;
  };
  withNumbers(before, (token, name) => {
    spellings(token, name).push(token);
    return token;
  });
  const text = withNumbers(value.text, (token, name) => {
    const [first = token, ...more] = spellings(token, name);
    if (more.length > 0) spellings(token, name).shift();
    return first;
  });
  return { json: value.json, text };
}

/**
 * A JSON text with each number replaced by `change`, which gets the name of its field, too, in quotes. Strings stay as they are, also if they contain
 * digits.
 */
function withNumbers(text: string, change: (token: string, name: string) => string): string {
  const next = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  const parts: string[] = [];
  let from = 0;
  let name = '';
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const [token] = match;
    if (token === '"') {
      next.lastIndex = endOfText(text, match.index) + 1;
      if (/^\s*:/.test(text.slice(next.lastIndex, next.lastIndex + 10))) name = text.slice(match.index, next.lastIndex);
    } else {
      parts.push(text.slice(from, match.index), change(token, name));
      from = next.lastIndex;
    }
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/**
 * The same JSON text with `{"integer": "<digits>"}` in place of each integer that would be rounded. The schema check then refuses it at its
 * position, and nowhere else.
 */
export function markInexact(text: string): string {
  return withNumbers(text, (token) => (isInexact(token) ? `{"integer":"${token}"}` : token));
}

function pointerTo(json: unknown, wanted: string, at: string): string | undefined {
  if (json === wanted) return at;
  const entries: [string, unknown][] = Array.isArray(json)
    ? json.map((item, index) => [String(index), item])
    : isRecord(json)
      ? Object.entries(json)
      : [];
  for (const [key, value] of entries) {
    const found = pointerTo(value, wanted, `${at}/${pointerPart(key)}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Deep equality. The order of fields has no meaning, and numbers compare by value (docs/semantics.md 3.5). */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}
