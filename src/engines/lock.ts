/**
 * A lock between processes that survives kill -9. A claim is a file whose name is the identity of its owner. Every process first writes its
 * claim and then looks for others, so two processes never hold the lock. Only claims of ended processes are removed.
 */
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type Identity, isRunning, ownIdentity } from './identity.ts';

export type Claim = { readonly held: true; release(): void } | { readonly held: false; readonly owner: number };

const nameOf = ({ pid, started, boot }: Identity): string => `${pid}_${started}_${boot}`;

function identityIn(name: string): Identity | undefined {
  const [pid, started, boot] = name.split('_');
  return pid === undefined || started === undefined || boot === undefined ? undefined : { pid: Number(pid), started, boot };
}

function otherOwner(folder: string, own: string): number | undefined {
  for (const name of readdirSync(folder)) {
    const other = name === own ? undefined : identityIn(name);
    if (other === undefined) continue;
    if (isRunning(other)) return other.pid;
    rmSync(path.join(folder, name), { force: true });
  }
  return undefined;
}

/**
 * Tries once to take the lock of a folder. Two processes that try at the same moment may both be refused; try again then.
 *
 * @returns the lock, or the process number of its owner
 */
export function claim(folder: string): Claim {
  mkdirSync(folder, { recursive: true });
  const own = nameOf(ownIdentity());
  const file = path.join(folder, own);
  try {
    closeSync(openSync(file, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return { held: false, owner: process.pid };
    throw error;
  }
  const release = (): void => rmSync(file, { force: true });
  const owner = otherOwner(folder, own);
  if (owner === undefined) return { held: true, release };
  release();
  return { held: false, owner };
}

/**
 * Notes in a folder that this process uses something together with others.
 *
 * @returns takes the note away
 */
export function join(folder: string): () => void {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, nameOf(ownIdentity()));
  closeSync(openSync(file, 'w'));
  return () => rmSync(file, { force: true });
}

/** Has a process that still runs left a note in a folder? Removes those of others. */
export function isAnyoneIn(folder: string): boolean {
  return existsSync(folder) && otherOwner(folder, '') !== undefined;
}
