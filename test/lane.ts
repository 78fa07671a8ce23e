/**
 * One run of mocha, in a process group of its own: a signal that a test sends to its group by mistake does not reach the other runs.
 */
import { execFileSync, spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';

const MOCHA = path.join(import.meta.dirname, '../node_modules/mocha/bin/mocha.js');
const REPORTER = path.join(import.meta.dirname, 'support/reporter.ts');
/** The longest time-out of a test is 20 min. A run that says nothing for longer has stopped, and mocha with it. */
const SILENT_MS = 25 * 60_000;

export interface Outcome {
  readonly code: number;
  readonly output: string;
}

const groups = new Set<number>();

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended by itself.
  }
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    for (const pid of groups) endGroup(pid, signal);
    process.exit(1);
  });
}

/** Runs mocha. Passes its output on when the run before has ended. `niceness`: as of `nice`. */
export async function runMocha(args: readonly string[], env: NodeJS.ProcessEnv, before: Promise<unknown>, niceness = 0): Promise<Outcome> {
  const child = spawn(process.execPath, [MOCHA, '--reporter', REPORTER, ...args], { stdio: ['ignore', 'pipe', 'inherit'], env, detached: true });
  const { pid } = child;
  if (pid === undefined) throw new Error('mocha cannot be started');
  groups.add(pid);
  if (niceness > 0) os.setPriority(pid, niceness);
  let output = '';
  let shown = 0;
  let turn = false;
  const show = (): void => {
    if (!turn) return;
    process.stdout.write(output.slice(shown));
    shown = output.length;
  };
  const silence = setTimeout(() => {
    const processes = execFileSync('ps', ['-eo', 'pid,pgid,stat,etime,args'], { encoding: 'utf8' });
    output += `\nSilent for ${SILENT_MS / 60_000} minutes, so it is killed. The processes were:\n${processes}`;
    show();
    endGroup(pid, 'SIGKILL');
  }, SILENT_MS);
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    silence.refresh();
    output += text;
    show();
  });
  const code = new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? 1)));
  void before.then(() => {
    turn = true;
    show();
  });
  const status = await code;
  clearTimeout(silence);
  groups.delete(pid);
  return { code: status, output };
}
