/**
 * The file for the output of an engine. Cairn keeps it small: the current file and the one before it.
 */
import { closeSync, copyFileSync, existsSync, openSync, readFileSync, readSync, renameSync, statSync, truncateSync } from 'node:fs';
import { excerpt } from '../errors.ts';

const LARGEST = 20_000_000;
/** So much of the end of a log is searched for the cause of a failure. */
const END = 200_000;
const MOST_OF_A_CAUSE = 500;

const previous = (file: string): string => file.replace(/\.log$/, '.previous.log');

/** Opens the file for an engine. `fresh` first moves the existing file aside. */
export function openLog(file: string, fresh: boolean): { readonly fd: number; close(): void } {
  if (fresh && existsSync(file)) renameSync(file, previous(file));
  const fd = openSync(file, 'a', 0o600);
  return { fd, close: () => closeSync(fd) };
}

/** Moves the output of a long-running engine aside once it is larger than 20 MB. The engine continues to append to the emptied file. */
export function trimLog(file: string): void {
  if (!existsSync(file) || statSync(file).size < LARGEST) return;
  copyFileSync(file, previous(file));
  truncateSync(file);
}

/** The last lines of the file, for a message. */
export function lastLines(file: string): string {
  if (!existsSync(file)) return '';
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-12).join('\n');
}

/**
 * The last cause of a failure in a log of an engine, in the words of Neo4j (`Caused by:` with the deepest one last, or `ERROR`) or of
 * Typesense (`E20261123 …]`).
 */
export function causeIn(text: string): string | undefined {
  const lines = text.split('\n');
  const at = lines.findLastIndex((line) => /^Caused by: /.test(line) || /^\S+ \S+ ERROR |^E\d{8}[^\]]*\] /.test(line));
  const found = lines[at]?.replace(/^Caused by: |^\S+ \S+ ERROR +|^E\d{8}[^\]]*\] /, '').trim();
  return found === undefined || found === '' ? undefined : excerpt(found, MOST_OF_A_CAUSE);
}

/** As `causeIn`, of the first of these files that has one. Undefined if none can be read. */
export function causeOf(files: readonly string[]): string | undefined {
  for (const file of files) {
    const cause = causeIn(endOf(file));
    if (cause !== undefined) return cause;
  }
  return undefined;
}

function endOf(file: string): string {
  if (!existsSync(file)) return '';
  const fd = openSync(file, 'r');
  try {
    const end = Buffer.alloc(Math.min(END, statSync(file).size));
    const read = readSync(fd, end, 0, end.length, statSync(file).size - end.length);
    return end.toString('utf8', 0, read);
  } finally {
    closeSync(fd);
  }
}

/** Whether the engine wrote that another program listens on one of its ports, in the words of Neo4j or of Typesense. */
export function saysPortTaken(file: string): boolean {
  return existsSync(file) && /address already in use|fail to listen/i.test(readFileSync(file, 'utf8'));
}
