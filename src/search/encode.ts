/**
 * Values as single tokens that Typesense neither cuts nor folds: its own string filters compare normalised words, cut at 100
 * characters, and a value can break out of the filter. Tokens hold `a-z0-9` only, so a filter made of them needs no quotes.
 */
import { hash } from 'node:crypto';

/** Frequent characters get codes of two letters; none of these is a hex digit. */
const SHORT = new Map(Object.entries({ ':': 'g', '.': 'h', _: 'i', '-': 'j', '/': 'k', ',': 'l', '(': 'm', ')': 'n', ' ': 'o', '=': 'p' }));
const LONG = new Map([...SHORT].map(([char, letter]) => [letter, char]));
const PIECE = 90;
/** Beyond 31 words a filter on a list is never answered (engines 5.2). */
const MOST_PIECES = 30;

/**
 * A reversible code: `a-p r-z 0-9` stand for themselves, `q` begins the code of any other byte. Long codes are cut into words;
 * what would need too many of them is a digest, marked `qz`, which cannot be read back.
 */
export function code(value: string): string {
  if (PLAIN.test(value)) return value;
  let text = '';
  for (const byte of Buffer.from(value)) text += BYTES[byte];
  if (text === '') return 'q';
  if (text.length > PIECE * MOST_PIECES) return `qz${digest(value)}`;
  return text.length <= PIECE ? text : (text.match(/.{1,90}/g) ?? []).join(' ');
}

/** Most words stand for themselves. */
const PLAIN = /^[a-pr-z0-9]{1,90}$/;

const BYTES = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (/[a-pr-z0-9]/.test(char)) return char;
  if (/[A-Z]/.test(char)) return `qu${char.toLowerCase()}`;
  const letter = SHORT.get(char);
  return letter === undefined ? `q${byte.toString(16).padStart(2, '0')}` : `q${letter}`;
});

/** What `code` was made of; `undefined` for a digest. */
export function decode(token: string): string | undefined {
  if (token.startsWith('qz')) return undefined;
  const text = token.replaceAll(' ', '');
  if (text === 'q') return '';
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at++) {
    if (text[at] !== 'q') {
      bytes.push(text.charCodeAt(at));
      continue;
    }
    const next = text[at + 1] ?? '';
    const short = LONG.get(next);
    if (short !== undefined) bytes.push(short.charCodeAt(0));
    else if (next === 'u') bytes.push((text[at + 2] ?? '').toUpperCase().charCodeAt(0));
    else bytes.push(Number.parseInt(text.slice(at + 1, at + 3), 16));
    at += short === undefined ? 2 : 1;
  }
  return Buffer.from(bytes).toString();
}

/** 125 bits of SHA-256 in 25 letters and digits: equal exactly where the values are. */
export function digest(value: string): string {
  const bytes = hash('sha256', value, 'binary');
  let text = '';
  for (let at = 0; at < 25; at++) text += '0123456789abcdefghijklmnopqrstuv'[bytes.charCodeAt(at) & 31];
  return text;
}

/** The token of the value whatever its case. */
export function foldedDigest(value: string): string {
  return digest(folded(value));
}

/** Texts that differ in case only are one. Character by character: a text within another one folds as it does there. */
export function folded(value: string): string {
  if (/^\p{ASCII}*$/u.test(value)) return value.toLowerCase();
  let text = '';
  for (const char of value) text += char.toLowerCase();
  return text;
}

/** A number as an integer of 64 bits in the same order: its own bits, those of negative ones turned round. */
export function orderedBits(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  const bits = view.getBigInt64(0);
  return bits >= 0n ? bits : bits ^ 0x7fffffffffffffffn;
}

/** The same order in texts of 16 digits and letters. */
export function orderedCode(value: number): string {
  return (orderedBits(value) + 2n ** 63n).toString(16).padStart(16, '0');
}

/** A number for each URN, of 63 bits: no two documents have the same one. */
export function documentKey(urn: string): bigint {
  return hash('sha256', urn, 'buffer').readBigUInt64BE(0) >> 1n;
}

/** Bytes of a text that decide its place among others, and so many characters of it at most: no URN is longer, but those of columns. */
export const SORTED_BYTES = 512;

/** A text in letters and digits that are in the order of the texts. Typesense sorts by what it takes for words: `a_z` as if it were `az`. */
export function sortCode(value: string): string {
  return Buffer.from(value.slice(0, SORTED_BYTES)).subarray(0, SORTED_BYTES).toString('hex');
}

/** The texts of three characters within some values, case folded, with marks where a value begins and ends. */
export function grams(values: readonly string[]): string[] {
  const found = new Set<string>();
  for (const value of values) addGrams(found, `\u0002${folded(value)}\u0003`);
  return [...found];
}

/** Tokens that every value has in which the text stands: at its start, at its end, or anywhere. */
export function gramsWithin(text: string, start: boolean, end: boolean): string[] {
  const found = new Set<string>();
  addGrams(found, `${start ? '\u0002' : ''}${folded(text)}${end ? '\u0003' : ''}`);
  return [...found];
}

/** The code of three characters is that of each, side by side. */
function addGrams(found: Set<string>, text: string): void {
  const codes = Array.from(text, codeOfCharacter);
  for (let at = 2; at < codes.length; at++) found.add(`${codes[at - 2]}${codes[at - 1]}${codes[at]}`);
}

function codeOfCharacter(char: string): string {
  const unit = char.charCodeAt(0);
  return unit < 0x80 ? (BYTES[unit] as string) : code(char);
}
