/**
 * The parts of a JSON value with their own texts, so that an aspect inside of a body is stored as it was sent: `60.0` stays `60.0`.
 */
import type { Value } from '../../model/json.ts';
import { isRecord } from '../../model/path.ts';

const QUOTE = 34;
const COMMA = 44;
const OPENING = new Set([91, 123]);
const CLOSING = new Set([93, 125]);

/** Members of an object by name; none where the value is no object. The text must be that of the value. */
export function membersOf({ json, text }: Value): Map<string, Value> {
  const members = new Map<string, Value>();
  if (!isRecord(json)) return members;
  for (const part of partsOf(text)) {
    const nameEnd = endOfString(part, 0);
    const name = JSON.parse(part.slice(0, nameEnd)) as string;
    members.set(name, { json: json[name], text: part.slice(part.indexOf(':', nameEnd) + 1).trim() });
  }
  return members;
}

/** Items of a list; none where the value is no list. */
export function itemsOf({ json, text }: Value): Value[] {
  if (!Array.isArray(json)) return [];
  return partsOf(text).map((part, index) => ({ json: json[index], text: part }));
}

/** What stands between the commas of the outermost brackets. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  const inner = text.trim().slice(1, -1);
  for (let at = 0; at < inner.length; ) {
    const end = endOfPart(inner, at);
    const part = inner.slice(at, end).trim();
    if (part !== '') parts.push(part);
    at = end + 1;
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

/** Just behind the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text[end - 1 - slashes] === '\\') slashes++;
    if (slashes % 2 === 0) return end + 1;
  }
}
