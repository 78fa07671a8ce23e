/**
 * Reads the query language (docs/semantics.md 9.2); the grammar is `query-string.peggy`.
 */
import { badQuery, type Refusal, tooLong } from '../../errors.ts';
import { parse } from '../../generated/query-string.ts';
import { type Bound, type FieldPattern, merged, type Pattern, plainText, type Query } from './query-ast.ts';

const MOST_CHARACTERS = 10_000;
const MOST_NESTED = 50;

/** The result of the grammar. A range is a `span` until it is known whether it belongs to a field. */
type Raw =
  | Exclude<Query, { is: 'and' } | { is: 'or' } | { is: 'not' }>
  | { is: 'and'; of: Raw[] }
  | { is: 'or'; of: Raw[] }
  | { is: 'not'; of: Raw }
  | Span;

interface Span {
  readonly is: 'span';
  readonly field?: FieldPattern;
  readonly from: Bound | undefined;
  readonly to: Bound | undefined;
  /** Its text and place, in case it belongs to no field. */
  readonly source: string;
  readonly at: TextRange;
  readonly brackets: boolean;
}

/**
 * Reads a query, in a time that is linear in its length.
 *
 * @param name of the parameter with the query
 * @throws Refusal malformed, with the place of the mistake
 */
export function readQuery(text: string, name = 'query'): Query {
  refuseOversize(text, name);
  try {
    return finished(parse(text, { merged, isPlain: (pattern: Pattern) => plainText(pattern) !== undefined, inField }) as Raw, text, name);
  } catch (error) {
    if (!isPegError(error)) throw error;
    throw syntaxError(text, name, error.location, error.expected === null ? error.message : expectation(error));
  }
}

interface PegError {
  readonly message: string;
  readonly location: TextRange;
  /** Null if the grammar itself raised the error. */
  readonly expected: readonly { readonly type: string; readonly description?: string; readonly text?: string }[] | null;
  readonly found: string | null;
}

function isPegError(error: unknown): error is PegError {
  return error instanceof SyntaxError && 'location' in error;
}

/** What may begin a term; a message says this in one word. */
const TERM_STARTS = new Set(['(', '+', '<', '<=', '>', '>=', 'NOT', '_exists_:', 'a URN', 'a field', 'a quoted text', 'a word', 'a value']);

function expectation({ expected, found }: PegError): string {
  const tokens = (expected ?? [])
    .filter(({ type }) => type !== 'class')
    .map(({ type, description, text }) => (type === 'end' ? 'the end' : (description ?? text ?? type)));
  const names = new Set(tokens.map((each) => (TERM_STARTS.has(each) ? 'a term' : each)));
  if (names.size > 1) names.delete('white space');
  return `expected ${[...names].sort().join(', ')}; found ${found === null ? 'the end' : JSON.stringify(found)}`;
}

/** Sets the field of everything behind `field:`. An inner field has priority. `field:*` matches any value. */
function inField(field: Pattern, of: Raw): Raw {
  const name = withoutKeyword(field);
  if (of.is !== 'like' || !isAny(of.pattern)) return within(name, of);
  return isAny(name) ? { is: 'all' } : { is: 'exists', field: name };
}

function within(field: FieldPattern, of: Raw): Raw {
  if (of.is === 'and' || of.is === 'or') return { is: of.is, of: of.of.map((each) => within(field, each)) };
  if (of.is === 'not') return { is: 'not', of: within(field, of.of) };
  if (of.is === 'all' || of.is === 'exists' || of.field !== undefined) return of;
  return { ...of, field };
}

function isAny(pattern: Pattern): boolean {
  return pattern.length > 0 && pattern.every((piece) => typeof piece === 'object' && piece.wild === '*');
}

/** `.keyword` says no more than the name without it (docs/semantics.md 9.4). */
function withoutKeyword(field: Pattern): FieldPattern {
  const last = field.at(-1);
  return typeof last === 'string' && last.endsWith('.keyword') ? merged([...field.slice(0, -1), last.slice(0, -'.keyword'.length)]) : field;
}

function finished(raw: Raw, text: string, name: string): Query {
  if (raw.is === 'and' || raw.is === 'or') return { is: raw.is, of: raw.of.map((each) => finished(each, text, name)) };
  if (raw.is === 'not') return { is: 'not', of: finished(raw.of, text, name) };
  if (raw.is === 'exists') return { is: 'exists', field: withoutKeyword(raw.field) };
  if (raw.is === 'like' && isAny(raw.pattern)) return raw.field ? { is: 'exists', field: raw.field } : { is: 'all' };
  return raw.is === 'span' ? range(raw, text, name) : raw;
}

/** Outside a field, a comparison is a plain word, and a range is a mistake. */
function range({ field, from, to, source, at, brackets }: Span, text: string, name: string): Query {
  if (field && !from && !to) return { is: 'exists', field };
  if (field) return { is: 'range', field, ...(from && { from }), ...(to && { to }) };
  if (brackets) throw syntaxError(text, name, at, 'a range needs a field: field:[a TO b]');
  return { is: 'word', text: source };
}

/** Refuses a text that would cost the parser too much, before parsing. */
function refuseOversize(text: string, name: string): void {
  if (text.length > MOST_CHARACTERS) throw tooLong(name, MOST_CHARACTERS, text.length);
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at] as string;
    if (char < ' ' && !'\t\n\r'.includes(char)) throw syntaxError(text, name, rangeAt(text, at), 'a control character');
    if (char === '\\') at++;
    else if (char === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (char === ')') depth--;
    else if (char === '(' && ++depth > MOST_NESTED)
      throw syntaxError(text, name, rangeAt(text, at), `more than ${MOST_NESTED} parentheses within each other`);
  }
}

/** A place as the generated parser gives it: offsets from 0, lines and columns from 1; `end` is behind the last character. */
interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

interface TextPosition {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/** How many characters of a long query are shown on each side of the place. */
const EXCERPT = 40;

/**
 * The refusal of a text: where, what, and below it the text with a mark.
 *
 * @param name of the parameter with the text
 */
function syntaxError(text: string, name: string, { start, end }: TextRange, what: string): Refusal {
  const last = end.line === start.line ? `${end.column - 1}` : `line ${end.line}, column ${end.column - 1}`;
  const place = `${start.line === 1 ? '' : `line ${start.line}, `}column ${start.column}${end.offset > start.offset + 1 ? ` to ${last}` : ''}`;
  const from = Math.max(0, start.offset - EXCERPT);
  const shown = text.slice(from, start.offset + EXCERPT).replace(/\s/g, ' ');
  const marked = Math.min(end.offset, text.length, start.offset + EXCERPT) - start.offset;
  const mark = `${' '.repeat(start.offset - from)}${'^'.repeat(Math.max(1, marked))}`;
  return badQuery(name, place, what, `${shown}\n${mark}`, text.slice(start.offset, end.offset));
}

/** The place of one character. */
function rangeAt(text: string, offset: number): TextRange {
  const lines = text.slice(0, offset).split('\n');
  const column = (lines.at(-1) ?? '').length + 1;
  return { start: { offset, line: lines.length, column }, end: { offset: offset + 1, line: lines.length, column: column + 1 } };
}
