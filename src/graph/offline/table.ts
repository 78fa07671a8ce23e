/**
 * The rows of one kind of node or edge, in the files that the importer reads: a header, the rows, and apart from them the rows with line
 * breaks in a field.
 */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type Field, fieldsOf, rowOf } from './csv.ts';
import { type LiveFile, makeLiveFile, type Place } from './live-file.ts';

export interface RowPlace extends Place {
  /** Is it among the rows with line breaks? */
  readonly broken: boolean;
}

export interface Table {
  add(fields: readonly Field[]): RowPlace;
  /** Adds rows that are read and dropped together. Rows with line breaks get a place of their own each. */
  addAll(rows: readonly (readonly Field[])[]): RowPlace[];
  read(place: RowPlace): (string | undefined)[];
  readAll(place: RowPlace): (string | undefined)[][];
  drop(place: RowPlace): void;
  finish(): FinishedTable;
}

export interface FinishedTable {
  /** For the importer, the header first; empty: there is no row. */
  readonly files: readonly string[];
  /** Those of them whose rows have line breaks. */
  readonly broken: readonly string[];
  /** Bytes of all rows, and of the longest one. */
  readonly bytes: number;
  readonly longest: number;
}

/** @param header the names of the columns with their types, as the importer reads them */
export function makeTable(folder: string, name: string, header: readonly string[]): Table {
  const headerFile = path.join(folder, `${name}-header.csv`);
  const plainFile = path.join(folder, `${name}.csv`);
  const brokenFile = path.join(folder, `${name}-with-line-breaks.csv`);
  const plain = makeLiveFile(plainFile);
  let withBreaks: LiveFile | undefined;
  const fileOf = (broken: boolean): LiveFile => {
    if (!broken) return plain;
    withBreaks ??= makeLiveFile(brokenFile);
    return withBreaks;
  };
  const add = (fields: readonly Field[]): RowPlace => {
    const { text, broken } = rowOf(fields);
    const { at, length } = fileOf(broken).append(text);
    return { at, length, broken };
  };
  const textAt = (place: RowPlace): string => fileOf(place.broken).read(place);
  return {
    add,
    addAll(rows) {
      const made = rows.map((fields) => ({ fields, ...rowOf(fields) }));
      const together = made.filter(({ broken }) => !broken).map(({ text }) => text);
      const places = made.filter(({ broken }) => broken).map(({ fields }) => add(fields));
      if (together.length > 0) places.push({ ...plain.append(together.join('')), broken: false });
      return places;
    },
    read: (place) => fieldsOf(textAt(place)),
    readAll: (place) => (place.broken ? [fieldsOf(textAt(place))] : textAt(place).slice(0, -1).split('\n').map(fieldsOf)),
    drop: (place) => fileOf(place.broken).drop(place),
    finish() {
      writeFileSync(headerFile, rowOf(header).text);
      const [plainBytes, brokenBytes] = [plain.finish(), withBreaks?.finish() ?? 0];
      const broken = brokenBytes > 0 ? [brokenFile] : [];
      const bytes = plainBytes + brokenBytes;
      const files = bytes > 0 ? [headerFile, ...(plainBytes > 0 ? [plainFile] : []), ...broken] : [];
      return { files, broken, bytes, longest: Math.max(plain.longest(), withBreaks?.longest() ?? 0) };
    },
  };
}
