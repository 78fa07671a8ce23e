/**
 * Weighs a JSON text before a parser gets it: what is nested too deeply, or has too many values, keys or digits, is refused.
 */
import { longNumber, tooDeep, tooManyNames, tooManyValues } from '../errors.ts';

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
