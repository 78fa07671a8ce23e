/**
 * The cache of downloaded engines, one for each user. An engine in the cache is complete.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../errors.ts';
import { claim } from './lock.ts';
import type { StartProgress } from './progress.ts';

/** Reports the current step and its progress. */
export type ReportStep = (text: string, detail?: string) => void;

interface Download {
  readonly engine: string;
  readonly version: string;
  /** Its folder in the cache. */
  readonly folder: string;
  /** Downloads everything into an empty folder. */
  fill(folder: string, step: ReportStep): Promise<void>;
}

/** Waits while another process downloads the same engine. */
async function lockToFetch(folder: string, step: ReportStep, signal: AbortSignal): Promise<() => void> {
  for (;;) {
    signal.throwIfAborted();
    const taken = claim(folder);
    if (taken.held) return taken.release;
    step(`waiting for another Cairn (process ${taken.owner}) that downloads it`);
    await pause(200 + Math.random() * 200, undefined, { signal });
  }
}

/**
 * Fills a folder beside the target, then moves it there in one step. The folder is new each time, because a tool may outlive a killed Cairn
 * and still write into the old folder.
 */
async function fillBeside(target: string, wanted: Download, step: ReportStep): Promise<void> {
  const cacheDir = path.dirname(target);
  const partials = `${wanted.folder}.partial-`;
  for (const name of readdirSync(cacheDir)) if (name.startsWith(partials)) rmSync(path.join(cacheDir, name), { recursive: true, force: true });
  const partial = mkdtempSync(path.join(cacheDir, partials));
  try {
    await wanted.fill(partial, step);
    renameSync(partial, target);
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
}

async function fetchInto(target: string, wanted: Download, progress: StartProgress, signal: AbortSignal): Promise<void> {
  const { engine, version } = wanted;
  const step: ReportStep = (text, detail) => progress.report(engine, version, text, detail);
  const release = await lockToFetch(`${target}.lock`, step, signal);
  const since = Date.now();
  try {
    if (existsSync(target)) return;
    await fillBeside(target, wanted, step);
    progress.log('engine.fetched', { engine, version, path: target, seconds: Math.round((Date.now() - since) / 1000) });
  } finally {
    release();
    progress.over(engine);
  }
}

/**
 * The folder of an engine in the cache. Downloads the engine first if it is not there.
 *
 * @throws StartError if the download fails or Cairn cannot write to the cache
 */
export async function cached(cacheDir: string, wanted: Download, progress: StartProgress, signal: AbortSignal): Promise<string> {
  const target = path.join(cacheDir, wanted.folder);
  if (!existsSync(target)) {
    try {
      mkdirSync(cacheDir, { recursive: true });
      await fetchInto(target, wanted, progress, signal);
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
