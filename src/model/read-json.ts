/**
 * Reads JSON from clients: integers are never rounded, nulls are dropped, and the text stays as it was sent if nothing has to change. Long texts are
 * read and written in slices. It weighs a text (weigh-json.ts), parses it (parse-json.ts) and looks at its numbers (exact-numbers.ts).
 */
import { notJson } from '../errors.ts';
import { inSlices, type Steps } from '../slices.ts';
import { hasLongNumber, refuseInexact, spelledAs } from './exact-numbers.ts';
import { type Value, withoutNulls } from './json.ts';
import { type Inexact, parseInSlices } from './parse-json.ts';
import { isRecord } from './path.ts';
import { refuseHeavy } from './weigh-json.ts';

/** Texts up to this many characters are read in one step: a few milliseconds. */
const SHORT = 200_000;

/** Down to this depth, lists and objects are processed step by step. What is deeper is small, or takes one step. */
const LEVELS = 4;

const NULL = /(?:^|[:[,])\s*null\s*(?:[,\]}]|$)/;

/**
 * Reads a text in one step. Refuses integers that a double cannot hold, and drops nulls (docs/semantics.md 1.3).
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

/** May match a null. Strings match too; then a closer look follows. */
function hasNull(text: string): boolean {
  return text.includes('null') && NULL.test(text);
}

function isLong(text: string): boolean {
  return text.length > SHORT;
}

/**
 * Like `readJson`.
 *
 * @throws Refusal notJson, malformed, tooLarge
 */
export async function readLongJson(text: string, what: string): Promise<Value> {
  if (!isLong(text)) return readJson(text, what);
  const json = await parseLong(text, what);
  if (!hasNull(text)) return { json, text };
  const clean = await inSlices(clear(json));
  return { json: clean, text: await writeLong(clean) };
}

/**
 * Like `JSON.parse`, but integers that would be rounded are refused or marked.
 *
 * @throws Refusal notJson, malformed, tooLarge
 */
export async function parseLong(text: string, what: string, inexact?: Inexact, most?: number): Promise<unknown> {
  try {
    return await parseInSlices(text, what, inexact, most);
  } catch (error) {
    if (error instanceof SyntaxError) throw notJson(what, error);
    throw error;
  }
}

/** A parsed text without nulls, like `withoutNulls`. */
export async function withoutNullsOf(text: string, json: unknown): Promise<unknown> {
  if (!hasNull(text)) return json;
  return isLong(text) ? inSlices(clear(json)) : withoutNulls(json);
}

function* clear(json: unknown, levels = LEVELS): Steps<unknown> {
  if (levels === 0 || typeof json !== 'object' || json === null) return withoutNulls(json);
  yield;
  if (Array.isArray(json)) {
    const items: unknown[] = [];
    for (const item of json) items.push(yield* clear(item, levels - 1));
    return items;
  }
  const members: [string, unknown][] = [];
  for (const [name, value] of Object.entries(json)) if (value !== null) members.push([name, yield* clear(value, levels - 1)]);
  return Object.fromEntries(members);
}

/** Like `JSON.stringify`, for what has no `undefined` in it. */
export function writeLong(json: unknown): Promise<string> {
  return inSlices(written(json));
}

function* written(json: unknown, levels = LEVELS): Steps<string> {
  if (levels === 0 || typeof json !== 'object' || json === null) return JSON.stringify(json);
  yield;
  const parts: string[] = [];
  if (!isRecord(json)) {
    for (const item of json as readonly unknown[]) parts.push(yield* written(item, levels - 1));
    return `[${parts.join(',')}]`;
  }
  for (const [name, value] of Object.entries(json)) parts.push(`${JSON.stringify(name)}:${yield* written(value, levels - 1)}`);
  return `{${parts.join(',')}}`;
}
