/**
 * The URNs of columns: how the path of a column is written in one, and read from it (docs/semantics.md 2.1). Clients write paths in the same
 * way; `%` they leave as it is, and so it is here unless a reader would take it for a code.
 */
import { SCHEMA_FIELD_TYPE } from './known-names.ts';
import type { Model } from './types.ts';
import { canonicalUrn, isProblem, parseUrn } from './urn.ts';

/** Codes that a path may have in a URN: of separators, `%`, `:`, control characters, and of characters outside ASCII. */
const CODE = [
  String.raw`%(?:28|29|2C|25|3A|[01][\dA-F]|7F)`,
  String.raw`%[CD][\dA-F]%[89AB][\dA-F]`,
  String.raw`%E[\dA-F](?:%[89AB][\dA-F]){2}`,
  String.raw`%F[0-7](?:%[89AB][\dA-F]){3}`,
].join('|');
const CODES = new RegExp(CODE, 'gi');
/** A path that begins like a URN would be read as one. */
const ENCODED = new RegExp(String.raw`(?<=^urn):|[(),\p{Cc}\u241f]|(?=${CODE})%`, 'giu');

/** The beginning of the URNs of all columns. */
export function columnPrefix({ names }: Model): string {
  return `${names.urnPrefix}${SCHEMA_FIELD_TYPE}:`;
}

/** The beginning of the URNs of the columns of an entity. */
export function columnsPrefix(model: Model, parent: string): string {
  return `${columnPrefix(model)}(${parent},`;
}

/** The URN of a column. `parent`: URN of what has it. */
export function columnUrn(model: Model, parent: string, path: string): string {
  return `${columnsPrefix(model, parent)}${inUrn(path)})`;
}

/** The path of a column as its schema has it, from the part of a URN. */
export function columnPath(part: string): string {
  return part.includes('%') ? part.replaceAll(CODES, decoded) : part;
}

/** A column, by the URN of its table and its path as the URN writes it. */
interface ColumnName {
  readonly table: string;
  readonly path: string;
}

/** The column of a URN. */
export function columnOf(model: Model, text: string): ColumnName | undefined {
  if (!text.startsWith('urn:')) return undefined;
  const urn = parseUrn(model, text);
  if (isProblem(urn) || urn.type.name !== SCHEMA_FIELD_TYPE) return undefined;
  const [table, path] = urn.parts;
  return table === undefined || path === undefined ? undefined : { table: canonicalUrn(model, table), path };
}

function inUrn(path: string): string {
  return path.replaceAll(ENCODED, (char) => [...Buffer.from(char)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''));
}

function decoded(code: string): string {
  try {
    return decodeURIComponent(code);
  } catch {
    return code;
  }
}
