/**
 * Query parameters, as both generations of clients write them: repeated names, and `List(a,b)` (docs/semantics.md 1.1).
 */
import { badEncoding, badParameter, missingParameter } from '../../errors.ts';
import { urnFrom } from '../../model/named.ts';
import type { Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import type { Context } from '../types.ts';
import { urnText } from './path-params.ts';

/** Values by parameter, still percent-encoded. They are read once for each request. */
const read = new WeakMap<Context['req'], { readonly from: string; readonly values: ReadonlyMap<string, readonly string[]> }>();

/** All values of a parameter, still percent-encoded. */
function rawValues(context: Context, name: string): readonly string[] {
  const { querystring } = context;
  if (querystring === '') return [];
  let known = read.get(context.req);
  if (known?.from !== querystring) {
    known = { from: querystring, values: valuesIn(querystring) };
    read.set(context.req, known);
  }
  return known.values.get(name) ?? [];
}

function valuesIn(querystring: string): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const pair of querystring.split('&')) {
    if (pair === '') continue;
    const at = pair.indexOf('=');
    const name = decode(at < 0 ? pair : pair.slice(0, at), 'query');
    const mine = values.get(name) ?? [];
    values.set(name, mine);
    mine.push(at < 0 ? '' : pair.slice(at + 1));
  }
  return values;
}

/** @throws Refusal malformed if the text is not percent-encoded correctly */
export function decode(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw badEncoding(name, text);
  }
}

/** The last value of a parameter. An empty one counts as absent. */
export function textParam(context: Context, name: string): string | undefined {
  const value = rawValues(context, name).at(-1);
  return value === undefined || value === '' ? undefined : decode(value, name);
}

/** @throws Refusal malformed if the parameter is missing */
export function requiredText(context: Context, name: string): string {
  const value = textParam(context, name);
  if (value === undefined) throw missingParameter(name);
  return value;
}

/**
 * The parameter `urn`, which may be percent-encoded or not, as in paths.
 *
 * @throws Refusal malformed if it is missing or not a URN
 */
export function requiredUrn(context: Context, model: Model): Urn {
  requiredText(context, 'urn');
  const raw = rawValues(context, 'urn').at(-1) ?? '';
  return urnFrom(model, urnText(model, raw.replaceAll('+', ' ')));
}

/** All values of a parameter, repeated or in a `List(...)`; `undefined` if it is absent. */
export function listParam(context: Context, name: string): string[] | undefined {
  const values = rawValues(context, name);
  if (values.length === 0) return undefined;
  return values.flatMap((raw) => {
    if (raw.startsWith('List(')) return splitList(raw).map((item) => decode(item, name));
    const text = decode(raw, name);
    // The list is encoded as a whole. Its items may be URNs with their own encoding.
    return text.startsWith('List(')
      ? splitList(text).map((item) => (/%3A/i.test(item) && !item.includes(':') ? decode(item, name) : item))
      : text === ''
        ? []
        : [text];
  });
}

/** Splits `List(a,b)` at commas outside of inner parentheses. */
function splitList(text: string): string[] {
  const inner = text.slice('List('.length, text.endsWith(')') ? -1 : undefined);
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= inner.length; at++) {
    const char = inner[at];
    if (char === '(') depth++;
    else if (char === ')') depth--;
    else if ((char === ',' && depth === 0) || char === undefined) {
      if (at > from) items.push(inner.slice(from, at));
      from = at + 1;
    }
  }
  return items;
}

/**
 * A whole number.
 *
 * @throws Refusal malformed if it is not one, or not between `from` and `to`
 */
export function wholeParam(context: Context, name: string, fallback: number, from: number, to: number): number {
  const text = textParam(context, name);
  if (text === undefined) return fallback;
  const number = Number(text);
  if (!/^-?\d+$/.test(text) || number < from || number > to) {
    throw badParameter(`/${name}`, `a whole number from ${from} to ${to}`, text);
  }
  return number;
}

/** @throws Refusal malformed if the value is neither true nor false */
export function flagParam(context: Context, name: string, fallback: boolean): boolean {
  const text = textParam(context, name)?.toLowerCase();
  if (text === undefined) return fallback;
  if (text !== 'true' && text !== 'false') throw badParameter(`/${name}`, 'true or false', text);
  return text === 'true';
}

/** All values of a parameter, repeated or separated by commas; `undefined` if it is absent. */
export function namesParam(context: Context, name: string): string[] | undefined {
  return listParam(context, name)
    ?.flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
