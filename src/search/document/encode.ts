/**
 * Encodes values as single tokens that Typesense neither cuts nor changes. Its own string filters compare normalised words, cut at 100
 * characters, and a value can break out of the filter. Our tokens contain `a-z0-9` only, so a filter made of them needs no quotes.
 */
import { createHash, hash } from 'node:crypto';

/** Frequent characters get codes of two letters; none of these is a hex digit. */
const SHORT = new Map(Object.entries({ ':': 'g', '.': 'h', _: 'i', '-': 'j', '/': 'k', ',': 'l', '(': 'm', ')': 'n', ' ': 'o', '=': 'p' }));
const LONG = new Map([...SHORT].map(([char, letter]) => [letter, char]));
/** The length of the longest token: Typesense cuts tokens at 100. */
export const LONGEST_TOKEN = 90;
/** Beyond 31 words a filter on a list is never answered (docs/engines.md 5.2). */
const MOST_WORDS = 30;
/** Each word of a long code has a mark, a part of the digest of the whole, and its number. */
const DIGEST_IN_HEAD = 16;
const HEAD = 2 + DIGEST_IN_HEAD + 2;
const WORD = LONGEST_TOKEN - HEAD;

/** A reversible code of a value: one token, or several if it is long (`inWords`). */
export function code(value: string): string {
  if (PLAIN.test(value)) return value;
  // The code of a character has at least one letter.
  return value.length > WORD * MOST_WORDS ? `qz${digest(value)}` : inWords(codeText(value));
}

/** The code of a value in one piece: `a-p r-z 0-9` stay as they are, `q` begins the code of any other byte. */
export function codeText(value: string): string {
  let text = '';
  for (const byte of Buffer.from(value)) text += BYTES[byte];
  return text === '' ? 'q' : text;
}

/**
 * A code as Typesense takes it: a long one in words of 90 letters. Each begins with `qy`, a digest of the whole, and its number: no
 * token may stand twice in one field of a document, neither in one value nor in two of them, or updates lose it (docs/engines.md 7). What
 * would need too many words is a digest, marked `qz`, which cannot be read back.
 */
export function inWords(text: string): string {
  if (text.length <= LONGEST_TOKEN) return text;
  if (text.length > WORD * MOST_WORDS) return `qz${digest(text)}`;
  const head = `qy${digest(text).slice(0, DIGEST_IN_HEAD)}`;
  return Array.from(
    { length: Math.ceil(text.length / WORD) },
    (_, at) => `${head}${String(at).padStart(2, '0')}${text.slice(at * WORD, (at + 1) * WORD)}`,
  ).join(' ');
}

/** Reverses `inWords`; `undefined` for a digest. */
export function withoutWords(token: string): string | undefined {
  if (token.startsWith('qz')) return undefined;
  if (!token.startsWith('qy')) return token;
  return token
    .split(' ')
    .map((word) => word.slice(HEAD))
    .join('');
}

/** Most words are their own code. */
const PLAIN = /^[a-pr-z0-9]{1,90}$/;

const BYTES = Array.from({ length: 256 }, (_, byte) => {
  const char = String.fromCharCode(byte);
  if (/[a-pr-z0-9]/.test(char)) return char;
  if (/[A-Z]/.test(char)) return `qu${char.toLowerCase()}`;
  const letter = SHORT.get(char);
  return letter === undefined ? `q${byte.toString(16).padStart(2, '0')}` : `q${letter}`;
});

/** Reverses `code`; `undefined` for a digest. */
export function decode(token: string): string | undefined {
  const text = withoutWords(token);
  return text === undefined ? undefined : decodeText(text);
}

/** Reverses `codeText`. */
export function decodeText(text: string): string {
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

/** 125 bits of SHA-256 in 25 letters and digits. Digests are equal exactly if the values are. */
export function digest(value: string): string {
  return lettersOf(hash('sha256', value, 'binary'));
}

/** 60 bits of the same: for values of which one document has hundreds. Of a million of them two are equal once in two million times. */
export function shortDigest(value: string): string {
  return lettersOf(hash('sha256', value, 'binary'), SHORT_DIGEST);
}

/** The length of a digest. */
export const DIGEST = 25;
const SHORT_DIGEST = 12;

function lettersOf(bytes: string, length = DIGEST): string {
  let text = '';
  for (let at = 0; at < length; at++) text += '0123456789abcdefghijklmnopqrstuv'[bytes.charCodeAt(at) & 31];
  return text;
}

/** Digests of the first none, one, two … of these texts, joined by a separator. Each text is read once. */
export function digestsOfBeginnings(texts: readonly string[], separator: string): string[] {
  const whole = createHash('sha256');
  const digests = [digest('')];
  for (const [at, text] of texts.entries()) {
    whole.update(at === 0 ? text : separator + text);
    digests.push(lettersOf(whole.copy().digest('binary')));
  }
  return digests;
}

/** The token of a value, ignoring case. */
export function foldedDigest(value: string): string {
  return digest(folded(value));
}

/** Folds the case of a text. A part of a text folds as it does within the whole; only sigma has a special form at the end of words. */
export function folded(value: string): string {
  return value.replaceAll('Σ', 'σ').toLowerCase();
}

/** A number as an integer of 64 bits with the same order: its own bits; those of negative numbers are inverted. */
export function orderedBits(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value === 0 ? 0 : value);
  const bits = view.getBigInt64(0);
  return bits >= 0n ? bits : bits ^ 0x7fffffffffffffffn;
}

/** A number as a text of 16 digits and letters with the same order. */
export function orderedCode(value: number): string {
  return (orderedBits(value) + 2n ** 63n).toString(16).padStart(16, '0');
}

/** A number of 63 bits for each document. @param open that of the open document of the entity: the next number (open-documents.ts) */
export function documentKey(urn: string, open = false): bigint {
  return ((hash('sha256', urn, 'buffer').readBigUInt64BE(0) >> 2n) << 1n) | (open ? 1n : 0n);
}

/** How many bytes of a text decide its place in an order. No URN is longer, except those of columns. */
export const SORTED_BYTES = 512;

/** Encodes a text in letters and digits that sort like the text. Typesense itself sorts only by words: `a_z` as if it were `az`. */
export function sortCode(value: string): string {
  return Buffer.from(value.slice(0, SORTED_BYTES)).subarray(0, SORTED_BYTES).toString('hex');
}
