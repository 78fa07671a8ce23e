/**
 * One process of an engine: started on record, asked until it is ready, ended.
 */
import { spawn } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { lastLines, openLog } from './child-log.ts';
import { forget, record } from './records.ts';

/** What runs, and how to ask it whether it is ready. */
export interface Program {
  readonly engine: string;
  readonly version: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Its whole environment; undefined: Cairn's own. */
  readonly env?: Record<string, string>;
  /** The first is the one that clients use. */
  readonly ports: readonly number[];
  readonly logFile: string;
  /** How long its first start may take while it lives, ms; undefined: as long as it needs. */
  readonly startLimit?: number;
  /** Asks its port: false while it is not ready; throws a StartError when it never will be. */
  ready(): Promise<boolean>;
  /** Called when it has ended for good. */
  ended?(): Promise<void>;
}

export interface Child {
  readonly pid: number | undefined;
  isRunning(): boolean;
  /** Why it ended. */
  readonly ended: Promise<string>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

const ASK_EVERY = 100;
const TELL_EVERY = 10_000;
/** File names are UTF-8 to Node whatever the locale; Java would look at the locale. */
const WAIT_THEN_RUN = 'read -r go && export LC_ALL=C.UTF-8 && exec "$@"';

/**
 * Starts it in a session of its own, so that Ctrl-C reaches Cairn alone. A shell waits for a line and then becomes the
 * engine: were Cairn killed before the process is on record, the shell would meet the end of its input and stop.
 *
 * @param records folder where the process is written down as long as it runs
 * @param fresh starts a new log file
 */
export function startChild(program: Program, records: string, fresh: boolean): Child {
  const output = openLog(program.logFile, fresh);
  const child = spawn('/bin/sh', ['-c', WAIT_THEN_RUN, 'sh', program.command, ...program.args], {
    stdio: ['pipe', output.fd, output.fd],
    detached: true,
    ...(program.env && { env: program.env }),
  });
  output.close();
  let running = true;
  const ended = new Promise<string>((resolve) => {
    const end = (reason: string): void => {
      running = false;
      forget(records, program.engine);
      resolve(reason);
    };
    child.once('error', (error) => end(error.message));
    child.once('exit', (code, signal) => end(signal === null ? `exit code ${code}` : `signal ${signal}`));
  });
  try {
    if (child.pid !== undefined) record(records, program.engine, child.pid);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  // It may have ended before it read the line: `ended` tells.
  child.stdin?.on('error', () => {});
  child.stdin?.end('go\n');
  return { pid: child.pid, isRunning: () => running, ended, kill: (signal) => child.kill(signal) };
}

/** A start that failed, with what the engine itself says. */
export function startFailed({ engine, version, logFile }: Program, what: string): StartError {
  return new StartError(`${engine} ${version} ${what}; its own log is ${logFile}, which ends with:\n${lastLines(logFile)}`);
}

/**
 * Asks until it is ready (true), or has ended or is no longer wanted (false).
 *
 * @throws StartError when it is not ready within its limit, or never will be
 */
export async function becomesReady(program: Program, child: Child, log: Log, over: AbortSignal): Promise<boolean> {
  const since = Date.now();
  let told = since;
  while (child.isRunning() && !over.aborted) {
    if (await program.ready()) return true;
    const seconds = Math.round((Date.now() - since) / 1000);
    if (program.startLimit !== undefined && seconds * 1000 > program.startLimit) throw startFailed(program, `is not ready after ${seconds} s`);
    if (Date.now() - told > TELL_EVERY) {
      told = Date.now();
      log('engine.waiting', { engine: program.engine, seconds, logFile: program.logFile });
    }
    await pause(ASK_EVERY);
  }
  return false;
}
