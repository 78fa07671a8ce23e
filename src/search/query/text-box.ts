/**
 * The text of a search as people type it: the query language where it is one, otherwise words. Nothing that people type is a mistake
 * (docs/semantics.md 9.2).
 */
import { tooLong } from '../../errors.ts';
import type { Fields } from '../../model/fields.ts';
import type { Model } from '../../model/types.ts';
import { withoutHeads, wordsOf } from '../document/words.ts';
import { expanded, type Remark } from '../filter/expand.ts';
import { type Pattern, plainText, type Query } from '../filter/query-ast.ts';
import { readQuery } from '../filter/query-string.ts';
import { filterOf } from './input.ts';
import { withoutProseSigns } from './prose-signs.ts';

/** A longer text is no query: the parts of one cost more than words. */
const MOST_OF_A_QUERY = 500;
/** What is read of a longer text, in characters and words. */
const MOST_READ = 10_000;
const MOST_WORDS = 100;

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
  return saysNothing(query, text) ? asWords(text) : query;
}

function asWords(text: string): Query {
  return { is: 'word', text: text.startsWith('urn:') ? wordsOf(withoutHeads(text)).join(' ') : text.trim() };
}

/** Is it a query of signs alone, such as `:`, which would find everything? */
function saysNothing(query: Query, text: string): boolean {
  if (query.is === 'phrase') return query.field === undefined && wordsOf(query.text).length === 0;
  return query.is === 'all' && text.trim() !== '' && !text.includes('*');
}

/** The first words of a text, and what to say if that is not the whole, or if it has none. */
export function firstWords(input: string, text: string): { words: string; remarks: Remark[] } {
  const words = wordsOf(text);
  if (words.length === 0 && text.trim() !== '')
    return { words: text, remarks: [{ note: 'The text has no letters and digits: only names have its signs' }] };
  if (words.length <= MOST_WORDS && input.length <= MOST_READ) return { words: text, remarks: [] };
  return {
    words: words.slice(0, MOST_WORDS).join(' '),
    remarks: [
      { note: `Only the beginning of the text was searched for: at most ${MOST_WORDS} words of ${MOST_READ.toLocaleString('en')} characters` },
    ],
  };
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
