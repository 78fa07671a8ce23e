/**
 * The text of a search as people type it: the query language where it is one, otherwise words. Nothing that people type is a mistake
 * (docs/semantics.md 9.2).
 */
import { tooLong, tooManyParts } from '../../errors.ts';
import type { Fields } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { askedWords } from '../document/inner-words.ts';
import { withoutHeads, wordsOf } from '../document/words.ts';
import { expanded, type Remark } from '../filter/expand.ts';
import { type Pattern, plainText, type Query } from '../filter/query-ast.ts';
import { readQuery } from '../filter/query-string.ts';
import { filterOf } from './input.ts';

/** A longer text is no query: the parts of one cost more than words. */
const MOST_OF_A_QUERY = 500;
/** What is read of a longer text, in characters and words. */
const MOST_READ = 10_000;
const MOST_WORDS = 100;
/** With more phrases, wildcards and ranges a text is no query: each may be a search of its own. */
const MOST_PARTS = 12;

const MACHINE = /^\s*\/q\s/;
const CONTROL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** Does the text say itself that it is a query? Then mistakes in it are refused. */
export function isDeclaredQuery(input: string): boolean {
  return MACHINE.test(input);
}

/**
 * @param plain take it as words, whatever it looks like
 * @throws Refusal malformed, with the place of a mistake
 */
export function boxQuery(input: string, name: string, plain: boolean): Query {
  if (isDeclaredQuery(input)) {
    if (input.length > MOST_OF_A_QUERY) throw tooLong(name, MOST_OF_A_QUERY, input.length);
    return readQuery(input, name);
  }
  const text = input.slice(0, MOST_READ).replace(CONTROL, ' ');
  if (plain || text.length > MOST_OF_A_QUERY) return asWords(text);
  const query = readQuery(withoutProseSigns(text), name);
  if (hasBareSigns(query, text)) return asWords(text);
  const parts = partsOf(query);
  if (parts > MOST_PARTS) throw tooManyParts(name, MOST_PARTS, parts);
  return query;
}

/** Quotes around nothing but signs, in which they are only meant as quotes. */
const QUOTED_SIGNS = /^\s*"([^\p{L}\p{M}\p{N}"\s]+)"\s*$/u;

function asWords(text: string): Query {
  const signs = QUOTED_SIGNS.exec(text)?.[1];
  if (signs !== undefined) return { is: 'word', text: signs };
  return { is: 'word', text: text.startsWith('urn:') ? wordsOf(withoutHeads(text)).join(' ') : text.trim() };
}

const PICTURE = /\p{Extended_Pictographic}/gu;
const MOST_SHOWN = 3;
const ONLY_STARS = /^[\s*]*$/;
const NO_WORD = /^[^\p{L}\p{M}\p{N}]/u;

/**
 * Does it ask for signs as if they were words? `:` and `!=` would find everything, `!=x` what has no `x`, and for `""` all texts would be
 * read.
 */
function hasBareSigns(query: Query, text: string): boolean {
  const isBare = (part: Query, negated: boolean): boolean => {
    if (part.is === 'and' || part.is === 'or') return part.of.some((each) => isBare(each, negated));
    if (part.is === 'not') return isBare(part.of, true);
    if ((part.is !== 'word' && part.is !== 'phrase') || part.field !== undefined) return false;
    return wordsOf(part.text).length === 0 ? negated || part.is === 'phrase' : negated && part.is === 'word' && NO_WORD.test(part.text);
  };
  return !ONLY_STARS.test(text) && (wordsOf(text).length === 0 || isBare(query, false));
}

/** How many parts it has that may be searches of their own. */
function partsOf(query: Query): number {
  if (query.is === 'and' || query.is === 'or') return query.of.reduce((sum, each) => sum + partsOf(each), 0);
  if (query.is === 'not') return partsOf(query.of);
  return query.is === 'phrase' || query.is === 'like' || query.is === 'range' ? 1 : 0;
}

/** The first words of a text, and what to say if that is not the whole, or if it has none. */
export function firstWords(input: string, text: string): { words: string; remarks: Remark[] } {
  const words = wordsOf(text);
  if (words.length === 0 && text.trim() !== '')
    return { words: text.slice(0, MOST_WORDS), remarks: [{ note: 'The text has no letters and digits: only names have its signs' }] };
  const pictures = [...new Set(text.match(PICTURE))].slice(0, MOST_SHOWN).join(' ');
  const pictureRemarks = pictures === '' ? [] : [{ note: `Signs such as ${pictures} are searched for only in a text without letters and digits` }];
  const kept = withinTokens(words);
  if (kept.join() === words.join() && input.length <= MOST_READ) return { words: text, remarks: pictureRemarks };
  return {
    words: kept.join(' '),
    remarks: [
      ...pictureRemarks,
      { note: `Only the beginning of the text was searched for: at most ${MOST_WORDS} words of ${MOST_READ.toLocaleString('en')} characters` },
    ],
  };
}

/** The first words, as long as they are no more tokens: a word of a script without blanks has one for each two characters. */
function withinTokens(words: readonly string[]): string[] {
  const kept: string[] = [];
  let left = MOST_WORDS;
  for (const word of words.slice(0, MOST_WORDS)) {
    if (left <= 0) break;
    const tokens = askedWords(word).length;
    kept.push(tokens <= left ? word : [...word.normalize('NFC')].slice(0, left + 1).join(''));
    left -= tokens;
  }
  return kept;
}

/** A query in which `field:value` is text if the model has no such field: people write colons, too. */
export function withKnownFields(model: Model, fields: Fields, query: Query): { query: Query; remarks: Remark[] } {
  const remarks: Remark[] = [];
  const read = (part: Query): Query => {
    if (part.is === 'and' || part.is === 'or') return { is: part.is, of: part.of.map(read) };
    if (part.is === 'not') return { is: 'not', of: read(part.of) };
    if (part.is === 'all' || part.field === undefined) return part;
    const filter = filterOf(fields, part);
    const { unknown } = expanded(model, fields, filter);
    if (unknown.length === 0 && !(filter.is === 'or' && filter.of.length === 0)) return part;
    const text = writtenOf(part);
    const known = unknown.flatMap(({ nearest }) => nearest);
    remarks.push({
      note: `Searched for as text, because there is no such search field: ${text}${known.length > 0 ? ` (known are ${known.join(', ')})` : ''}`,
    });
    return { is: 'word', text };
  };
  return { query: read(query), remarks };
}

/** About as it was written. */
function writtenOf(part: Exclude<Query, { is: 'all' | 'and' | 'or' | 'not' }>): string {
  const field = part.field ? textOf(part.field) : '';
  switch (part.is) {
    case 'exists':
      return field;
    case 'word':
    case 'phrase':
      return `${field}:${part.text}`;
    case 'like':
      return `${field}:${textOf(part.pattern)}`;
    case 'range':
      return `${field}:${[part.from?.value, part.to?.value].filter((each) => each !== undefined).join(' ')}`;
  }
}

function textOf(pattern: Pattern): string {
  return plainText(pattern) ?? pattern.map((piece) => (typeof piece === 'string' ? piece : piece.wild)).join('');
}

const LEAST_WORDS = 3;

/** What makes a text with parentheses a query: operators, fields, phrases, wildcards. */
const OPERATORS = /(?:^|[\s(])(?:AND|OR|NOT)(?=[\s(])|[|&!"*:~^\\]|(?:^|[\s(])[-+]/;

/**
 * The text of a search without the signs that a question has as prose: question marks at its end, which the query language takes for
 * wildcards, and parentheses, of which it makes a filter.
 */
export function withoutProseSigns(text: string): string {
  if (text.trim().split(/\s+/).length < LEAST_WORDS || text.startsWith('/q ')) return text;
  const asked = text.replace(/(?<!\\)\?+(?=["')\]]*(?:\s|$)|\p{Lu}\p{Ll})/gu, ' ');
  return asked.includes('?') || OPERATORS.test(asked) ? asked : asked.replace(/[()]/g, ' ');
}
