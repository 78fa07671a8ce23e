/**
 * Finds the owner of a token in AUTH_TOKENS_FILE, which is read at start and again whenever it changes.
 */
import { readFileSync, statSync } from 'node:fs';
import type { Operators } from '../catalog/index.ts';
import { messageOf, StartError } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Model } from '../model/types.ts';
import { hashOf, readTokensFile, type TokenOwner, type TokensFile } from './tokens-file.ts';

export interface Tokens extends Operators {
  /** Undefined for an unknown token. */
  ownerOf(token: string): TokenOwner | undefined;
  /** Calls back whenever the file has been read again. */
  onRead(then: () => void): void;
}

/** How often a request may check the file for changes, ms: a withdrawn token is refused after that time. */
const CHECK_EVERY_MS = 1000;
const OTHERS = 0o077;

/**
 * Opens a tokens file. If it later becomes unreadable or wrong, the log says so and the earlier tokens stay valid, so that a typing mistake
 * locks nobody out.
 *
 * @throws StartError if the file cannot be read or understood now
 */
export function openTokens(model: Model, file: string, log: Log): Tokens {
  // Take the stamp before reading the text, so that the next check sees a change in between.
  let stamp = stampOf(file);
  let { owners } = load(model, file, log);
  let looked = performance.now();
  const readers: (() => void)[] = [];
  const look = (): void => {
    if (performance.now() - looked < CHECK_EVERY_MS) return;
    looked = performance.now();
    const now = stampOf(file);
    if (now === stamp) return;
    stamp = now;
    try {
      ({ owners } = load(model, file, log));
      log('tokens.read', { file, tokens: owners.size });
      for (const each of readers) each();
    } catch (error) {
      log('tokens.kept', { tokens: owners.size, reason: messageOf(error) });
    }
  };
  return {
    ownerOf: (token) => {
      look();
      return owners.get(hashOf(token));
    },
    has: (name) => {
      look();
      return [...owners.values()].some((owner) => owner.user === name && isCurrent(owner));
    },
    names: () => {
      look();
      return [...new Set([...owners.values()].map(({ user }) => user))];
    },
    onRead: (then) => {
      readers.push(then);
    },
  };
}

export function isCurrent({ expires }: TokenOwner): boolean {
  return expires === undefined || expires > Date.now();
}

function load(model: Model, file: string, log: Log): TokensFile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new StartError(`AUTH_TOKENS_FILE ${file} cannot be read: ${messageOf(error)}`);
  }
  const read = readTokensFile(model, file, text);
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  if ((mode & OTHERS) !== 0 && process.platform !== 'win32') log('tokens.exposed', { file, mode: (mode & 0o777).toString(8).padStart(4, '0') });
  if (read.plain > 0) log('tokens.plain', { file, tokens: read.plain });
  return read;
}

/** A stamp that changes with the content, the rights or the place of the file. */
function stampOf(file: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    return `${ino} ${size} ${mtimeMs} ${ctimeMs}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
