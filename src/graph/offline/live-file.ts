/**
 * A file of rows that is written once from front to back, while single rows are read back or dropped. Only the places of rows are kept in
 * memory, not the rows.
 */
import { closeSync, openSync, readSync, renameSync, writeSync } from 'node:fs';

/** Bytes that are written, read and copied in one go. */
const BUFFER_BYTES = 1024 * 1024;

/** Where a row is, in bytes. */
export interface Place {
  readonly at: number;
  readonly length: number;
}

export interface LiveFile {
  append(text: string): Place;
  read(place: Place): string;
  /** The row is not part of the file any more. */
  drop(place: Place): void;
  /** The length of the longest row so far, in bytes. */
  longest(): number;
  /** Closes the file, without the dropped rows. Answers how many bytes are left. */
  finish(): number;
}

export function makeLiveFile(path: string): LiveFile {
  const file = openSync(path, 'w+', 0o600);
  let buffer = Buffer.allocUnsafe(BUFFER_BYTES);
  let filled = 0;
  let written = 0;
  let longest = 0;
  const dropped: Place[] = [];

  function flush(): void {
    writeAll(file, buffer.subarray(0, filled));
    written += filled;
    filled = 0;
  }

  return {
    append(text) {
      // A UTF-16 unit takes three bytes at most.
      const most = text.length * 3;
      if (filled + most > buffer.length) flush();
      if (most > buffer.length) buffer = Buffer.allocUnsafe(most);
      const place = { at: written + filled, length: buffer.write(text, filled) };
      filled += place.length;
      longest = Math.max(longest, place.length);
      return place;
    },
    read({ at, length }) {
      if (at >= written) return buffer.toString('utf8', at - written, at - written + length);
      const row = Buffer.allocUnsafe(length);
      readAll(file, row, at);
      return row.toString('utf8');
    },
    drop(place) {
      dropped.push(place);
    },
    longest: () => longest,
    finish() {
      flush();
      buffer = Buffer.alloc(0);
      const left = written - dropped.reduce((sum, { length }) => sum + length, 0);
      if (left > 0 && dropped.length > 0) copyWithout(file, written, dropped, `${path}.left`);
      closeSync(file);
      if (left > 0 && dropped.length > 0) renameSync(`${path}.left`, path);
      return left;
    },
  };
}

/** Copies what lies between the dropped rows. */
function copyWithout(file: number, bytes: number, dropped: readonly Place[], path: string): void {
  const copy = openSync(path, 'w', 0o600);
  let from = 0;
  for (const { at, length } of [...dropped].sort((a, b) => a.at - b.at)) {
    copyPart(file, copy, from, at);
    from = at + length;
  }
  copyPart(file, copy, from, bytes);
  closeSync(copy);
}

function copyPart(file: number, copy: number, from: number, to: number): void {
  for (let at = from; at < to; at += BUFFER_BYTES) {
    const part = Buffer.allocUnsafe(Math.min(BUFFER_BYTES, to - at));
    readAll(file, part, at);
    writeAll(copy, part);
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done);
}

function readAll(file: number, into: Buffer, at: number): void {
  for (let done = 0; done < into.length; ) {
    const read = readSync(file, into, done, into.length - done, at + done);
    if (read === 0) throw new Error(`the file ends before byte ${at + into.length}`);
    done += read;
  }
}
