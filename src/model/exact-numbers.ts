/**
 * Numbers in JSON texts: integers are never rounded, and a number that stays keeps its spelling.
 */
import { inexactInteger } from '../errors.ts';
import type { Value } from './json.ts';
import { isRecord } from './path.ts';
import { pointerPart } from './pointer.ts';
import { endOfText } from './weigh-json.ts';

/** May match a number that a double cannot hold. Digits in strings match too; then a closer look follows. */
const LONG_NUMBER = /\d{16}/;

/** May it have an integer that a double cannot hold? */
export function hasLongNumber(text: string): boolean {
  return LONG_NUMBER.test(text);
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
