/**
 * `npm run build`: makes `dist/`. The build goes into a folder of its own and is moved into place, so that servers that run from `dist/` miss
 * nothing. `--if-changed`: only if the sources are others than those of the build that is there. `--unchecked`: without checking types.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { claim } from '../engines/lock.ts';
import { digestOfSources } from './digest.ts';
import { builtFrom, DIST, place } from './place.ts';

const [ifChanged, unchecked] = ['--if-changed', '--unchecked'].map((option) => process.argv.includes(option));
const TSC = path.join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
const PARTIAL = '.build-';

function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Runs a program of Node. Ends this process with its code if it fails. */
async function run(...args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  if (code !== 0) throw new Error(`${path.basename(args.find((arg) => !arg.startsWith('-') && arg !== 'tsx') ?? '')} ended with ${code}`);
}

const step = (name: string, ...args: string[]): Promise<void> => run('--import', 'tsx', path.join(import.meta.dirname, name), ...args);

/** Waits while another process builds. */
async function lock(): Promise<() => void> {
  for (let waits = false; ; waits = true) {
    const taken = claim(path.join(DIST, '.building'));
    if (taken.held) return taken.release;
    if (!waits) say(`Another build is under way (process ${taken.owner}): waiting for it`);
    await pause(200 + Math.random() * 200);
  }
}

async function build(): Promise<void> {
  const since = Date.now();
  say('Cairn builds itself, because its sources have changed or were never built. 1 of 2: the types of its model and APIs');
  await step('generate.ts');
  const digest = digestOfSources();
  for (const name of readdirSync(DIST)) if (name.startsWith(PARTIAL)) rmSync(path.join(DIST, name), { recursive: true, force: true });
  const into = mkdtempSync(path.join(DIST, PARTIAL));
  say(`2 of 2: the server and the pages${unchecked ? '' : ', and a check of their types'}`);
  try {
    const steps = [step('server.ts', into), step('ui.ts', into), ...(unchecked ? [] : [run(TSC, '-p', 'tsconfig.json')])];
    // The others still write into the folder when one fails.
    for (const outcome of await Promise.allSettled(steps)) if (outcome.status === 'rejected') throw outcome.reason;
    place(into, digest);
  } finally {
    rmSync(into, { recursive: true, force: true });
  }
  say(`Built in ${Math.round((Date.now() - since) / 1000)} s. A start without changes builds nothing`);
}

function isNeeded(): boolean {
  return !ifChanged || builtFrom() !== digestOfSources();
}

/** Builds while no other process does, if it is still needed then. */
async function buildAlone(): Promise<void> {
  mkdirSync(DIST, { recursive: true });
  const release = await lock();
  try {
    if (isNeeded()) await build();
  } finally {
    release();
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'syscall' in error
    ? `Cairn cannot build itself (${error.message}): give it write access to ${DIST}, or remove what is in its way`
    : error.message;
}

// A look without the lock is enough for nearly every start.
if (isNeeded()) {
  await buildAlone().catch((error: unknown) => {
    say(reasonOf(error));
    process.exitCode = 1;
  });
}
