/**
 * Records the engine processes that Cairn has started, so that the next Cairn finds them after a kill -9.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { type Identity, identityOf, isRunning } from './identity.ts';

/** How long an engine may take to write its data to disk before Cairn kills it, ms. */
export const STOP_LIMIT = 30_000;
const KILL_LIMIT = 10_000;
const STEP = 50;

/** A process of an engine, and how it was started. */
interface ProcessRecord extends Identity {
  /** A digest of the program, its arguments and its settings. */
  readonly launch?: string;
}

/** Records the process of an engine. `folder` is the `run` folder of the data directory. */
export function record(folder: string, engine: string, pid: number, launch: string): void {
  const identity = identityOf(pid);
  if (identity !== undefined) writeFileSync(path.join(folder, `${engine}.json`), JSON.stringify({ ...identity, launch }), { flush: true });
}

/** Removes the record of an engine's process, once the process has ended. */
export function forget(folder: string, engine: string): void {
  rmSync(path.join(folder, `${engine}.json`), { force: true });
}

const startFile = (folder: string, engine: string): string => path.join(folder, `${engine}.start`);

/** Keeps how long an engine took to start, ms: the next start tells people how long they may have to wait. */
export function noteStart(folder: string, engine: string, ms: number): number {
  try {
    writeFileSync(startFile(folder, engine), String(ms));
  } catch {
    // On a full disk nobody is told.
  }
  return ms;
}

/** How long the last start took, ms. */
export function lastStart(folder: string, engine: string): number | undefined {
  try {
    return Number(readFileSync(startFile(folder, engine), 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

async function endsWithin(identity: Identity, limit: number): Promise<boolean> {
  for (let waited = 0; waited < limit; waited += STEP) {
    if (!isRunning(identity)) return true;
    await pause(STEP);
  }
  return !isRunning(identity);
}

export function signal(identity: Identity, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (isRunning(identity)) process.kill(identity.pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Ends an engine that an earlier Cairn left running, and waits until it has released its data. */
export async function endOrphan(folder: string, engine: string, identity: Identity, log: Log): Promise<void> {
  await end(engine, identity, log);
  forget(folder, engine);
}

async function end(engine: string, identity: Identity, log: Log): Promise<void> {
  log('engine.orphan', { engine, pid: identity.pid });
  signal(identity, 'SIGTERM');
  if (await endsWithin(identity, STOP_LIMIT)) return;
  log('engine.killed', { engine, ms: STOP_LIMIT });
  signal(identity, 'SIGKILL');
  if (!(await endsWithin(identity, KILL_LIMIT))) {
    throw new StartError(
      `Cairn cannot end process ${identity.pid} (${engine}), which an earlier Cairn left running: end it by hand and start Cairn again`,
    );
  }
}

function recorded(file: string): ProcessRecord | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessRecord;
  } catch {
    // A power loss cut this record short. The process did not survive it either.
    return undefined;
  }
}

/** The process of this engine that an earlier Cairn left running. */
export function orphanOf(folder: string, engine: string): ProcessRecord | undefined {
  const identity = recorded(path.join(folder, `${engine}.json`));
  return identity !== undefined && isRunning(identity) ? identity : undefined;
}

/** Ends the engines that an earlier Cairn left running, except those that this one needs (`kept`). Removes records of ended processes. */
export async function endOrphans(folder: string, kept: readonly string[], log: Log): Promise<void> {
  const engines = readdirSync(folder).flatMap((name) => (name.endsWith('.json') ? [path.basename(name, '.json')] : []));
  await Promise.all(
    engines.map(async (engine) => {
      const orphan = orphanOf(folder, engine);
      if (orphan === undefined) forget(folder, engine);
      else if (!kept.includes(engine)) await endOrphan(folder, engine, orphan, log);
    }),
  );
}
