/**
 * An engine as a child process: started, watched, started again when it dies, stopped.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { lastLines, openLog, trimLog } from './child-log.ts';
import { isFree } from './ports.ts';
import { forget, record, STOP_LIMIT } from './records.ts';

/** What runs, and how to ask it whether it is ready. */
export interface Program {
  readonly engine: string;
  readonly version: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Its whole environment; undefined: Cairn's own. */
  readonly env?: Record<string, string>;
  /** The first is the one that clients use. */
  readonly ports: readonly [number, ...number[]];
  readonly logFile: string;
  /** How long its first start may take while it lives, ms; undefined: as long as it needs. */
  readonly startLimit?: number;
  /** Asks its port: false while it is not ready; throws a StartError when it never will be. */
  ready(): Promise<boolean>;
  /** Called when it has ended for good. */
  ended?(): Promise<void>;
}

export type State = 'starting' | 'up' | 'restarting' | 'down';

export interface Child {
  /** Resolves when it answers for the first time; rejects with a StartError when it ends before that. */
  readonly started: Promise<void>;
  status(): { readonly state: State; readonly pid?: number };
  /** Lets it write out its data, then ends it. May be called again, and while it starts. */
  stop(): Promise<void>;
}

const ASK_EVERY = 100;
const TELL_EVERY = 10_000;
const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;
/** After so long it counts as healthy again, and the next restart waits for the first delay only. */
const STEADY = 60_000;
const TRIM_EVERY = 600_000;

interface Process {
  readonly pid: number | undefined;
  running: boolean;
  /** Why it ended. */
  readonly ended: Promise<string>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

/**
 * Starts it in a session of its own, so that Ctrl-C reaches Cairn alone. A shell waits for a line and then becomes the
 * engine: were Cairn killed before the process is on record, the shell would meet the end of its input and stop.
 */
function spawnRecorded(program: Program, records: string, fresh: boolean): Process {
  const output = openLog(program.logFile, fresh);
  const child: ChildProcess = spawn('/bin/sh', ['-c', 'read -r go && exec "$@"', 'sh', program.command, ...program.args], {
    stdio: ['pipe', output.fd, output.fd],
    detached: true,
    ...(program.env && { env: program.env }),
  });
  output.close();
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  const one: Process = { pid: child.pid, running: true, ended, kill: (signal) => child.kill(signal) };
  ended.then(() => {
    one.running = false;
    forget(records, program.engine);
  });
  if (child.pid !== undefined) record(records, program.engine, child.pid);
  child.stdin?.on('error', () => {});
  child.stdin?.end('go\n');
  return one;
}

/** Asks until it is ready (true), or has ended or is no longer wanted (false). */
async function becomesReady(program: Program, one: Process, first: boolean, log: Log, over: AbortSignal): Promise<boolean> {
  const since = Date.now();
  let told = since;
  while (one.running && !over.aborted) {
    if (await program.ready()) return true;
    const waited = Date.now() - since;
    if (first && program.startLimit !== undefined && waited > program.startLimit) throw failure(program, `is not ready after ${waited / 1000} s`);
    if (Date.now() - told > TELL_EVERY) {
      told = Date.now();
      log('engine.waiting', { engine: program.engine, seconds: Math.round(waited / 1000), logFile: program.logFile });
    }
    await pause(ASK_EVERY);
  }
  return false;
}

function failure({ engine, version, logFile }: Program, what: string): StartError {
  return new StartError(`${engine} ${version} ${what}; its own log is ${logFile}, which ends with:\n${lastLines(logFile)}`);
}

async function takenPort(ports: readonly number[]): Promise<number | undefined> {
  for (const port of ports) if (!(await isFree(port))) return port;
  return undefined;
}

/**
 * Starts an engine and keeps it running until `stop()`.
 *
 * @param records folder where its process is written down
 */
export function supervise(program: Program, records: string, log: Log): Child {
  const { engine, version, logFile, ports } = program;
  const over = new AbortController();
  let state: State = 'starting';
  let now: Process | undefined;
  let stopped: Promise<void> | undefined;

  /** One life: from its start to its end; how long it was up (ms; undefined: never), and why it ended. */
  async function life(first: boolean, onReady: () => void): Promise<{ up: number | undefined; pid: number | undefined; reason: string }> {
    const since = Date.now();
    log('engine.starting', { engine, version, port: ports[0] });
    const one = spawnRecorded(program, records, first);
    now = one;
    const ready = await becomesReady(program, one, first, log, over.signal);
    const readyAt = Date.now();
    if (ready) {
      state = 'up';
      log('engine.ready', { engine, pid: one.pid, ms: readyAt - since });
      onReady();
    }
    const reason = await one.ended;
    return { up: ready ? Date.now() - readyAt : undefined, pid: one.pid, reason };
  }

  /** Waits, the longer the more often, until it may be started again: its ports must be free. */
  async function breathe(delay: number): Promise<number> {
    for (let delayMs = delay; ; delayMs = Math.min(delayMs * 2, LONGEST_DELAY)) {
      await pause(delayMs, undefined, { signal: over.signal });
      const port = await takenPort(ports);
      if (port === undefined) return Math.min(delayMs * 2, LONGEST_DELAY);
      log('engine.restart-failed', {
        engine,
        reason: `port ${port} is taken by another program`,
        delayMs: Math.min(delayMs * 2, LONGEST_DELAY),
        logFile,
      });
    }
  }

  async function live(onReady: () => void): Promise<void> {
    let delayMs = FIRST_DELAY;
    for (let first = true; ; first = false) {
      const { up, pid, reason } = await life(first, onReady);
      if (over.signal.aborted) return;
      if (first && up === undefined) throw failure(program, `ended while it started (${reason})`);
      if (up !== undefined && up > STEADY) delayMs = FIRST_DELAY;
      state = 'restarting';
      log('engine.died', { engine, pid, reason, delayMs, logFile });
      delayMs = await breathe(delayMs);
    }
  }

  async function end(): Promise<void> {
    over.abort(new Error(`${engine} is stopped`));
    clearInterval(trimming);
    process.off('exit', endWithCairn);
    if (now?.running) {
      log('engine.stopping', { engine });
      now.kill('SIGTERM');
      const killing = setTimeout(() => {
        log('engine.killed', { engine, ms: STOP_LIMIT });
        now?.kill('SIGKILL');
      }, STOP_LIMIT);
      await now.ended;
      clearTimeout(killing);
      log('engine.stopped', { engine });
    }
    state = 'down';
    await program.ended?.();
  }

  const endWithCairn = (): void => now?.kill('SIGTERM');
  process.on('exit', endWithCairn);
  const trimming = setInterval(() => trimLog(logFile), TRIM_EVERY).unref();
  const started = new Promise<void>((resolve, reject) => {
    live(resolve).then(() => reject(over.signal.reason), reject);
  });
  return {
    started,
    status: () => ({ state, ...(now?.running && now.pid !== undefined && { pid: now.pid }) }),
    stop: () => {
      stopped ??= end();
      return stopped;
    },
  };
}
