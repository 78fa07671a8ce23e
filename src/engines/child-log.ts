/**
 * The file for the output of an engine. Cairn keeps it small: the current file and the one before it.
 */
import { closeSync, copyFileSync, existsSync, openSync, readFileSync, renameSync, statSync, truncateSync } from 'node:fs';

const LARGEST = 20_000_000;

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

/** Whether the engine wrote that another program listens on one of its ports, in the words of Neo4j or of Typesense. */
export function saysPortTaken(file: string): boolean {
  return existsSync(file) && /address already in use|fail to listen/i.test(readFileSync(file, 'utf8'));
}
