/**
 * JSON as it comes from clients: nothing rounded, nothing null, text kept as sent where nothing else is needed.
 */
import { inexactInteger, notJson, tooDeep } from '../errors.ts';
import { isRecord } from './path.ts';
import { pointerPart } from './pointer.ts';

/** A JSON value and its text. */
export interface Value {
  readonly json: unknown;
  readonly text: string;
}

/** Perhaps a number that a double cannot hold; strings may look alike, which costs only a closer look. */
const LONG_NUMBER = /\d{16}/;
const NULL = /(?:^|[:[,])\s*null\s*(?:[,\]}]|$)/;

/**
 * Parses a JSON text. Integers that a double cannot hold are refused, never rounded; nulls are as if left out (docs/semantics.md 1.3).
 *
 * @throws Refusal malformed, naming what `what` is
 */
export function readJson(text: string, what: string): Value {
  refuseDeep(text, what);
  const json = parse(text, what);
  if (hasLongNumber(text)) refuseInexact(text);
  if (!hasNull(text)) return { json, text };
  const clean = withoutNulls(json);
  return { json: clean, text: JSON.stringify(clean) };
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

/** Perhaps a null; strings may look alike. */
export function hasNull(text: string): boolean {
  return text.includes('null') && NULL.test(text);
}

/** Levels of lists and objects in one another; what walks through a value by recursion can rely on it. */
export const MOST_LEVELS = 200;
const [QUOTE, BACKSLASH] = [34, 92];

/**
 * One pass over the text, to be made before it is parsed: a parser takes seconds for millions of brackets.
 *
 * @param text JSON, or what is taken for it
 * @throws Refusal malformed when it is nested too deeply
 */
export function refuseDeep(text: string, what: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      at = endOfText(text, at);
      // No JSON: the parser says so.
      if (at < 0) return;
    } else if (char === 91 || char === 123) {
      if (++depth > MOST_LEVELS) throw tooDeep(what, '/', MOST_LEVELS);
    } else if (char === 93 || char === 125) depth--;
  }
}

/** @param at the quote that begins it; without one that ends it: -1 */
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

/** A value that came parsed, as a text. */
export function valueOf(json: unknown): Value {
  const clean = withoutNulls(json);
  return { json: clean, text: JSON.stringify(clean) };
}

/** Fields that are null are left out; a null in a list stays, for the schema to refuse: taking it away would move its neighbours. */
export function withoutNulls(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withoutNulls);
  if (!isRecord(json)) return json;
  return Object.fromEntries(
    Object.entries(json)
      .filter(([, value]) => value !== null)
      .map(([key, value]) => [key, withoutNulls(value)]),
  );
}

/**
 * Refuses a text of which `JSON.parse` would round an integer; the refusal points at it.
 *
 * @param within where the value stands
 * @param offset place of its first item there, for a part of a list
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

/** A JSON text with each number as `change` gives it. Texts are passed over whole: what looks like a number in one of them is left alone. */
function withNumbers(text: string, change: (token: string) => string): string {
  const next = /"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  const parts: string[] = [];
  let from = 0;
  for (let match = next.exec(text); match; match = next.exec(text)) {
    const [token] = match;
    if (token === '"') next.lastIndex = endOfText(text, match.index) + 1;
    else {
      parts.push(text.slice(from, match.index), change(token));
      from = next.lastIndex;
    }
  }
  parts.push(text.slice(from));
  return parts.join('');
}

/** The same JSON text with `{"integer": "<digits>"}` for each integer that would be rounded: refused where it stands, and nowhere else. */
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

/** Deep equality: field order has no meaning, numbers compare by value (docs/semantics.md 3.5). */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]));
}
