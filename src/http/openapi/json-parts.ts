/**
 * Splits a JSON value into its parts, each with its own text, so that an aspect inside a body is stored exactly as sent: `60.0` stays
 * `60.0`.
 */
import type { Value } from '../../model/json.ts';
import { isRecord } from '../../model/path.ts';
import { atOnce, inSlices, type Steps } from '../../slices.ts';

const QUOTE = 34;
const COMMA = 44;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);

/** The members of an object by name; none if the value is not an object. `text` must be the text of the value. */
export function membersOf(value: Value): Map<string, Value> {
  return atOnce(memberSteps(value));
}

/** The same, for a long text. */
export function membersInSlices(value: Value): Promise<Map<string, Value>> {
  return inSlices(memberSteps(value));
}

/** Items of a list, which may be long; none where the value is no list. */
export function itemsInSlices(value: Value): Promise<Value[]> {
  return inSlices(itemSteps(value));
}

export function* itemSteps({ json, text }: Value): Steps<Value[]> {
  if (!Array.isArray(json)) return [];
  const parts = yield* partsOf(text);
  return parts.map((part, index) => ({ json: json[index], text: part }));
}

function* memberSteps({ json, text }: Value): Steps<Map<string, Value>> {
  const members = new Map<string, Value>();
  if (!isRecord(json)) return members;
  for (const part of yield* partsOf(text)) {
    const nameEnd = endOfString(part, 0);
    const name = JSON.parse(part.slice(0, nameEnd)) as string;
    members.set(name, { json: json[name], text: part.slice(part.indexOf(':', nameEnd) + 1).trim() });
  }
  return members;
}

/** The texts between the commas of the outermost brackets. */
function* partsOf(text: string): Steps<string[]> {
  const parts: string[] = [];
  const inner = text.trim().slice(1, -1);
  for (let at = 0; at < inner.length; ) {
    const end = endOfPart(inner, at);
    const part = inner.slice(at, end).trim();
    if (part !== '') parts.push(part);
    at = end + 1;
    yield;
  }
  return parts;
}

function endOfPart(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfString(text, at) - 1;
    else if (OPENING.has(char)) depth++;
    else if (CLOSING.has(char)) depth--;
    else if (char === COMMA && depth === 0) return at;
  }
  return text.length;
}

/** The position behind the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
}
