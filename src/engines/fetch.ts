/**
 * The cache of fetched engines: once per user, whole or not there at all.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../errors.ts';
import { claim } from './lock.ts';
import type { Progress } from './progress.ts';

export interface Wanted {
  readonly engine: string;
  readonly version: string;
  /** Its folder in the cache. */
  readonly folder: string;
  /** Puts everything into an empty folder. */
  fill(folder: string, step: (text: string) => void): Promise<void>;
}

/** Waits until no other process fetches the same. */
async function lockToFetch(folder: string, step: (text: string) => void, signal: AbortSignal): Promise<() => void> {
  for (;;) {
    signal.throwIfAborted();
    const taken = claim(folder);
    if (taken.held) return taken.release;
    step(`waits for another Cairn (process ${taken.owner}) that fetches it`);
    await pause(200 + Math.random() * 200, undefined, { signal });
  }
}

/** Fills a folder beside its place in the cache, then moves it there in one step. */
async function fillBeside(target: string, wanted: Wanted, step: (text: string) => void): Promise<void> {
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial);
  try {
    await wanted.fill(partial, step);
    renameSync(partial, target);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

async function fetchInto(cacheDir: string, target: string, wanted: Wanted, progress: Progress, signal: AbortSignal): Promise<void> {
  const step = (text: string): void => progress.report(wanted.engine, wanted.version, text);
  const release = await lockToFetch(`${target}.lock`, step, signal);
  try {
    if (!existsSync(target)) await fillBeside(target, wanted, step);
  } finally {
    release();
    progress.report(wanted.engine, wanted.version, undefined);
  }
}

/**
 * The folder of an engine in the cache; fetched first when it is not there.
 *
 * @throws StartError when it cannot be fetched or the cache cannot be written
 */
export async function cached(cacheDir: string, wanted: Wanted, progress: Progress, signal: AbortSignal): Promise<string> {
  const target = path.join(cacheDir, wanted.folder);
  if (!existsSync(target)) {
    try {
      mkdirSync(cacheDir, { recursive: true });
      await fetchInto(cacheDir, target, wanted, progress, signal);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (signal.aborted || error instanceof StartError || code === undefined) throw error;
      throw new StartError(`CACHE_DIR=${cacheDir} cannot be written (${(error as Error).message}): correct its rights, or set another CACHE_DIR`, {
        cause: error,
      });
    }
  }
  progress.log('engine.cached', { engine: wanted.engine, version: wanted.version, path: target });
  return target;
}
