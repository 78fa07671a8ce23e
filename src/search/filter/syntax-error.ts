/**
 * Messages for mistakes in a query, with their place.
 */
import { badQuery, type Refusal } from '../../errors.ts';

/** A place as the generated parser gives it: offsets from 0, lines and columns from 1; `end` is behind the last character. */
export interface TextRange {
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
export function syntaxError(text: string, name: string, { start, end }: TextRange, what: string): Refusal {
  const last = end.line === start.line ? `${end.column - 1}` : `line ${end.line}, column ${end.column - 1}`;
  const place = `${start.line === 1 ? '' : `line ${start.line}, `}column ${start.column}${end.offset > start.offset + 1 ? ` to ${last}` : ''}`;
  const from = Math.max(0, start.offset - EXCERPT);
  const shown = text.slice(from, start.offset + EXCERPT).replace(/\s/g, ' ');
  const marked = Math.min(end.offset, text.length, start.offset + EXCERPT) - start.offset;
  const mark = `${' '.repeat(start.offset - from)}${'^'.repeat(Math.max(1, marked))}`;
  return badQuery(name, place, what, `${shown}\n${mark}`, text.slice(start.offset, end.offset));
}

/** The place of one character. */
export function rangeAt(text: string, offset: number): TextRange {
  const lines = text.slice(0, offset).split('\n');
  const column = (lines.at(-1) ?? '').length + 1;
  return { start: { offset, line: lines.length, column }, end: { offset: offset + 1, line: lines.length, column: column + 1 } };
}
