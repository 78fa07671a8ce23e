/**
 * What local engines keep under `DATA_DIR`: data, logs, secrets, and records of the running processes.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../errors.ts';
import { type Claim, claim } from './lock.ts';

export interface DataDir {
  readonly path: string;
  /** Has no engine kept anything in it yet? */
  readonly isNew: boolean;
  /** A folder below the data directory. Created if it does not exist. */
  folder(...names: string[]): string;
  /** A random secret for an engine. It is made once, and only this user can read it. */
  secret(name: string): string;
  release(): void;
}

function folderBelow(dataDir: string, names: readonly string[]): string {
  const folder = path.join(dataDir, ...names);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

function secretIn(folder: string, name: string): string {
  const file = path.join(folder, name);
  if (!existsSync(file)) {
    // If the machine stops in between, the file is either complete or absent.
    writeFileSync(`${file}.new`, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
    renameSync(`${file}.new`, file);
  }
  return readFileSync(file, 'utf8');
}

/** Two processes that start at the same moment refuse each other, so each tries a few times after random pauses. */
async function claimSoon(folder: string): Promise<Claim> {
  for (let tries = 1; ; tries++) {
    const tried = claim(folder);
    if (tried.held || tries === 5) return tried;
    await pause(20 + Math.random() * 80);
  }
}

/**
 * Claims a data directory for this process.
 *
 * @throws StartError if Cairn cannot write to it, or another running Cairn uses it
 */
export async function takeDataDir(dataDir: string): Promise<DataDir> {
  const isNew = !existsSync(path.join(dataDir, 'run'));
  try {
    const taken = await claimSoon(folderBelow(dataDir, ['lock']));
    if (!taken.held) {
      throw new StartError(`DATA_DIR=${dataDir} is used by another Cairn (process ${taken.owner}): stop that one, or set another DATA_DIR`);
    }
    return {
      path: dataDir,
      isNew,
      folder: (...names) => folderBelow(dataDir, names),
      secret: (name) => secretIn(folderBelow(dataDir, ['secrets']), name),
      release: taken.release,
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`DATA_DIR=${dataDir} cannot be written (${(error as Error).message}): correct its rights, or set another DATA_DIR`, {
      cause: error,
    });
  }
}
