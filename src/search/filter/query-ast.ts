/**
 * What the query language says (docs/semantics.md 9.2), as `query-string.peggy` reads it.
 */

/** A text with wildcards: `*` for any characters, `?` for one. Neighbouring texts are one piece. */
export type Pattern = readonly (string | Wild)[];

interface Wild {
  readonly wild: '*' | '?';
}

/** The name of a search field without `.keyword`. With wildcards: all fields whose names match. */
export type FieldPattern = Pattern;

/** `of` in `and` and `or` has at least two items. A text without a field is searched in all queried fields. */
export type Query =
  | { readonly is: 'all' }
  | { readonly is: 'and'; readonly of: readonly Query[] }
  | { readonly is: 'or'; readonly of: readonly Query[] }
  | { readonly is: 'not'; readonly of: Query }
  | { readonly is: 'exists'; readonly field: FieldPattern }
  | { readonly is: 'word'; readonly field?: FieldPattern; readonly text: string }
  | { readonly is: 'phrase'; readonly field?: FieldPattern; readonly text: string }
  | { readonly is: 'like'; readonly field?: FieldPattern; readonly pattern: Pattern }
  | { readonly is: 'range'; readonly field: FieldPattern; readonly from?: Bound; readonly to?: Bound };

export interface Bound {
  readonly value: string;
  readonly inclusive: boolean;
}

/** A search field of a structured property: its id with `_` for each dot; for versioned definitions also version and value type. */
interface PropertyField {
  readonly id: Pattern;
  readonly version?: Pattern;
  readonly valueType?: Pattern;
}

const PREFIX = 'structuredProperties.';
const VERSIONED = `${PREFIX}_versioned.`;

/** The text of a pattern; `undefined` if it has wildcards. */
export function plainText(pattern: Pattern): string | undefined {
  const [first = '', ...rest] = pattern;
  return rest.length === 0 && typeof first === 'string' ? first : undefined;
}

/** Reads `structuredProperties.<id>` and `structuredProperties._versioned.<id>.<version>.<type>`; `undefined` for any other field. */
export function propertyField(field: FieldPattern): PropertyField | undefined {
  const [first = '', ...rest] = field;
  if (typeof first !== 'string' || !first.startsWith(PREFIX)) return undefined;
  if (!first.startsWith(VERSIONED)) return { id: underscored([first.slice(PREFIX.length), ...rest]) };
  const read = splitAtDots([first.slice(VERSIONED.length), ...rest]);
  // A `*` at the end stands for version and type.
  const last = read.at(-1) ?? [];
  const parts = read.length === 2 && last.length === 1 && isStar(last[0]) ? [...read, last] : read;
  const [version, valueType] = parts.slice(-2);
  if (parts.length < 3 || !version || !valueType) return { id: underscored([first.slice(VERSIONED.length), ...rest]) };
  return { id: underscored(parts.slice(0, -2).flatMap((part, at) => (at === 0 ? part : ['.', ...part]))), version, valueType };
}

function underscored(pattern: Pattern): Pattern {
  return merged(pattern.map((piece) => (typeof piece === 'string' ? piece.replaceAll('.', '_') : piece)));
}

function splitAtDots(pattern: Pattern): Pattern[] {
  const parts: (string | Wild)[][] = [[]];
  for (const piece of pattern) {
    const [head = '', ...tails] = typeof piece === 'string' ? piece.split('.') : [piece];
    parts.at(-1)?.push(head);
    for (const tail of tails) parts.push([tail]);
  }
  return parts.map(merged);
}

/** Joins neighbouring texts, and removes empty ones and a `*` behind a `*`. */
export function merged(pieces: Pattern): Pattern {
  const out: (string | Wild)[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    if (piece === '' || (isStar(piece) && isStar(last))) continue;
    if (typeof piece === 'string' && typeof last === 'string') out[out.length - 1] = last + piece;
    else out.push(piece);
  }
  return out;
}

function isStar(piece: string | Wild | undefined): boolean {
  return typeof piece === 'object' && piece.wild === '*';
}
