/**
 * `JSON.parse` of long texts in small steps. One pass finds matching brackets and refuses what a parser should not get. Then large lists
 * and objects are built from parts that are parsed one by one. The result is exactly that of `JSON.parse`.
 */
import { inSlices, makeSlices, type Steps } from '../slices.ts';
import { hasLongNumber, markInexact, refuseInexact } from './exact-numbers.ts';
import { pointerPart } from './pointer.ts';
import { endOfText, MOST_VALUES, makeScale, type Scale } from './weigh-json.ts';

/** Characters that are parsed in one step, or scanned before other requests get a turn: half a millisecond, two if each is a value. */
const PART = 20_000;
/** Characters of a string that is a step of its own. */
const STRETCH = 500_000;
/**
 * What happens to an integer that a double cannot hold: `refuse` it, or `mark` it so that the schema check refuses it at its position
 * (`markInexact`).
 */
export type Inexact = 'refuse' | 'mark';

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 44, 91, 93, 123, 125];

/**
 * Like `JSON.parse`, in slices.
 *
 * @param what the name of the text in error messages
 * @param most values
 * @throws SyntaxError if the text is not JSON; Refusal malformed if it is nested too deeply or contains an integer that would be rounded;
 * Refusal tooLarge if it has too many values, or an object too many keys
 */
export async function parseInSlices(text: string, what: string, inexact: Inexact = 'refuse', most = MOST_VALUES): Promise<unknown> {
  const slices = makeSlices();
  if (text.length > PART) await slices.begin();
  return inSlices(parseSteps(text, what, inexact, PART, most), slices);
}

export function* parseSteps(text: string, what: string, inexact: Inexact, part = PART, most = MOST_VALUES): Steps<unknown> {
  if (text.length > part) yield;
  const ends = yield* largeContainers(text, makeScale(text, what, most), part);
  const from = /[^ \t\n\r]|$/.exec(text)?.index ?? 0;
  const end = ends.get(from);
  if (end === undefined) return yield* parsePart(text, inexact, '', 0);
  if (!isBlank(text, end + 1, text.length)) throw new SyntaxError(`something follows the value, at character ${end + 1}`);
  return yield* parseContainer({ text, ends, inexact, part }, from, end, '');
}

/** The begin and end of each list and object of more than `part` characters. */
function* largeContainers(text: string, scale: Scale, part: number): Steps<Map<number, number>> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  let looked = part;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const begin = at;
      at = endOfText(text, at);
      if (at < 0) throw new SyntaxError('a string has no closing quote');
      scale.string(begin, at);
    } else scale.sign(char);
    if (char === OPEN_LIST || char === OPEN_OBJECT) open.push(at);
    else if (char === CLOSE_LIST || char === CLOSE_OBJECT) {
      const begin = open.pop();
      // The opening and the closing bracket of a pair differ by two in ASCII.
      if (begin === undefined || text.charCodeAt(begin) !== char - 2)
        throw new SyntaxError(`a closing bracket has no opening bracket, at character ${at}`);
      if (at - begin > part) ends.set(begin, at);
    }
    if (at < looked) continue;
    looked = at + part;
    yield;
  }
  if (open.length > 0) throw new SyntaxError('an opening bracket has no closing bracket');
  return ends;
}

interface Source {
  readonly text: string;
  readonly ends: ReadonlyMap<number, number>;
  readonly inexact: Inexact;
  readonly part: number;
}

/**
 * @param begin position of the opening bracket
 *
 * @param end position of the closing bracket
 */
function* parseContainer(source: Source, begin: number, end: number, pointer: string): Steps<unknown> {
  const { text, ends, inexact, part } = source;
  const list: unknown[] | undefined = text.charCodeAt(begin) === OPEN_LIST ? [] : undefined;
  const record: Record<string, unknown> = {};
  /** Where the members begin that are parsed together, and where the present member begins. */
  let from = begin + 1;
  let member = from;
  if (isBlank(text, from, end)) return list ?? record;
  const take = function* (to: number): Steps<void> {
    if (isBlank(text, from, to)) throw new SyntaxError(`a value is missing at character ${from}`);
    const own = text.slice(from, to);
    if (list) for (const each of (yield* parsePart(`[${own}]`, inexact, pointer, list.length)) as unknown[]) list.push(each);
    else for (const [name, value] of Object.entries((yield* parsePart(`{${own}}`, inexact, pointer, 0)) as object)) set(record, name, value);
  };
  for (let at = from; at <= end; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfText(text, at);
    else if (char === OPEN_LIST || char === OPEN_OBJECT) {
      const close = ends.get(at);
      if (close === undefined) {
        at = endOfSmall(text, at);
        continue;
      }
      if (member > from) yield* take(member - 1);
      const name = list ? String(list.length) : nameOf(text.slice(member, at));
      if (list && !isBlank(text, member, at)) throw new SyntaxError(`a comma is missing at character ${at}`);
      const value = yield* parseContainer(source, at, close, `${pointer}/${pointerPart(name)}`);
      if (list) list.push(value);
      else set(record, name, value);
      at = nextOf(text, close + 1);
      from = at + 1;
      member = from;
      if (at < end && text.charCodeAt(at) !== COMMA) throw new SyntaxError(`a comma is missing at character ${at}`);
      if (at === end) return list ?? record;
    } else if (char === COMMA || at === end) {
      if (at === end || at - from > part) {
        yield* take(at);
        from = at + 1;
        yield;
      }
      member = at + 1;
    }
  }
  return list ?? record;
}

/** Like `JSON.parse`, also for names such as `__proto__`. */
function set(record: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') Object.defineProperty(record, name, { value, writable: true, enumerable: true, configurable: true });
  else record[name] = value;
}

/** The name in `"name":`. */
function nameOf(text: string): string {
  const [name] = Object.keys(JSON.parse(`{${text}null}`) as object);
  return name ?? '';
}

/** @param offset position of the first value, if it is a list */
function* parsePart(text: string, inexact: Inexact, pointer: string, offset: number): Steps<unknown> {
  const exact = !hasLongNumber(text);
  // This is one long string: each of the two passes takes 20 ms for 16 MB.
  if (text.length > STRETCH) yield;
  if (exact) return JSON.parse(text);
  const value: unknown = JSON.parse(inexact === 'mark' ? markInexact(text) : text);
  if (inexact === 'refuse') refuseInexact(text, pointer, offset);
  return value;
}

function endOfSmall(text: string, begin: number): number {
  let depth = 0;
  for (let at = begin; ; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) at = endOfText(text, at);
    else if (char === OPEN_LIST || char === OPEN_OBJECT) depth++;
    else if ((char === CLOSE_LIST || char === CLOSE_OBJECT) && --depth === 0) return at;
  }
}

/** The position of the next character that is not white space. */
function nextOf(text: string, from: number): number {
  let at = from;
  while (isBlank(text, at, at + 1)) at++;
  return at;
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) {
    const char = text.charCodeAt(at);
    if (char !== 32 && char !== 9 && char !== 10 && char !== 13) return false;
  }
  return true;
}
