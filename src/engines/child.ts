/**
 * One process of an engine: starts it, records it, waits until it is ready, and ends it.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { StartError } from '../errors.ts';
import type { Log } from '../log.ts';
import { causeOf, lastLines, openLog } from './child-log.ts';
import { type Identity, isRunning } from './identity.ts';
import { endOrphan, forget, orphanOf, record, STOP_LIMIT, signal } from './records.ts';

/** What to run, and how to find out whether it is ready. */
export interface Program {
  readonly engine: string;
  readonly version: string;
  readonly command: string;
  readonly args: readonly string[];
  /** Arguments before these that change nothing but the speed: a process with others is taken over. */
  readonly faster?: readonly string[];
  /** The folder in which it runs; if undefined, that of Cairn. */
  readonly cwd?: string;
  /** The whole environment of the process. If undefined, it has Cairn's environment. */
  readonly env?: Record<string, string>;
  /** What else decides how it runs: the content of its configuration. */
  readonly configuration?: string;
  /** Clients use the first port. */
  readonly ports: readonly number[];
  readonly logFile: string;
  /** Another file in which it writes why it failed. */
  readonly detailsFile?: string;
  /** How long the first start may take, in ms, while the process runs. If undefined, there is no limit. */
  readonly startLimit?: number;
  /** May Cairn serve before it is ready? */
  readonly mayBeLate?: boolean;
  /** Checks the port. Returns false while the engine is not ready; throws a StartError if it can never become ready. */
  ready(): Promise<boolean>;
  /** Why it refuses all work until it is started again, though it answers. Undefined if it works, or does not answer. */
  fault(): Promise<string | undefined>;
  /** How long it may take to end before Cairn kills it, ms, if that is longer than usual. */
  readonly endLimit?: number;
  /** Called before Cairn stops it. */
  ending?(): void;
  /** Called when the engine has stopped for good. */
  ended?(): Promise<void>;
}

export interface Child {
  readonly pid: number | undefined;
  isRunning(): boolean;
  /** Resolves when the process ends, with the reason. */
  readonly ended: Promise<string>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): void;
}

const ASK_EVERY = 100;
/** How long an engine that was left running may take to be ready, ms. */
const TAKE_OVER_MS = 10_000;
const LOG_EVERY = 10_000;
/** Node encodes file names in UTF-8 whatever the locale is; Java uses the locale. */
const WAIT_THEN_RUN = 'read -r go && export LC_ALL=C.UTF-8 && exec "$@"';

/**
 * Starts the engine in a separate session, so that Ctrl-C reaches Cairn alone. A shell waits for a line of input and then becomes the
 * engine. If Cairn is killed before it has recorded the process, the shell's input ends and the shell stops.
 *
 * @param records folder that holds a record of the process while it runs
 * @param fresh starts a new log file
 */
export function startChild(program: Program, records: string, fresh: boolean): Child {
  const output = openLog(program.logFile, fresh);
  const child = spawn('/bin/sh', ['-c', WAIT_THEN_RUN, 'sh', program.command, ...(program.faster ?? []), ...program.args], {
    stdio: ['pipe', output.fd, output.fd],
    detached: true,
    ...(program.cwd !== undefined && { cwd: program.cwd }),
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
    if (child.pid !== undefined) record(records, program.engine, child.pid, launchOf(program));
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  // The process may end before it reads the line; `ended` reports that.
  child.stdin?.on('error', () => {});
  child.stdin?.end('go\n');
  return { pid: child.pid, isRunning: () => running, ended, kill: (signal) => child.kill(signal) };
}

/** How a program is started, as a digest: its environment may have keys. */
function launchOf({ version, command, args, env, configuration }: Program): string {
  return createHash('sha256')
    .update(JSON.stringify([version, command, args, env, configuration]))
    .digest('hex');
}

/**
 * Takes over an engine that an earlier Cairn left running, so that its clients need not wait for a start. It must have been started in the
 * same way and be ready; otherwise it is ended first.
 */
export async function takeOver(program: Program, records: string, log: Log, over: AbortSignal): Promise<Child | undefined> {
  const { engine } = program;
  const orphan = orphanOf(records, engine);
  if (!orphan) return undefined;
  const until = Date.now() + TAKE_OVER_MS;
  while (orphan.launch === launchOf(program) && Date.now() < until && !over.aborted && isRunning(orphan)) {
    if (await program.ready().catch(() => false)) {
      log('engine.taken-over', { engine, pid: orphan.pid });
      return watched(orphan, records, engine);
    }
    await pause(ASK_EVERY);
  }
  await endOrphan(records, engine, orphan, log);
  return undefined;
}

/** A process that is not a child of this one: its end must be looked for. */
function watched(identity: Identity, records: string, engine: string): Child {
  const end = async (): Promise<string> => {
    while (isRunning(identity)) await pause(ASK_EVERY);
    forget(records, engine);
    return 'an earlier Cairn started it, so its exit code is unknown';
  };
  return { pid: identity.pid, isRunning: () => isRunning(identity), ended: end(), kill: (name) => signal(identity, name) };
}

/** Where an engine may have written why it fails. */
/** @param limit how long it may take to end before it is killed, ms */
export async function endChild(child: Child, engine: string, log: Log, limit = STOP_LIMIT): Promise<void> {
  log('engine.stopping', { engine });
  child.kill('SIGTERM');
  const killing = setTimeout(() => {
    log('engine.killed', { engine, ms: limit });
    child.kill('SIGKILL');
  }, limit);
  await child.ended;
  clearTimeout(killing);
  log('engine.stopped', { engine });
}

export function logsOf({ detailsFile, logFile }: Program): string[] {
  return detailsFile === undefined ? [logFile] : [detailsFile, logFile];
}

/** The error for a failed start, with the last lines of the engine's own log. */
export function startFailed({ engine, version, logFile }: Program, what: string): StartError {
  return new StartError(`${engine} ${version} ${what}; its own log is ${logFile}, which ends with:\n${lastLines(logFile)}`);
}

/**
 * Waits until the engine is ready (true), has ended, or is no longer wanted (false).
 *
 * @throws StartError if it is not ready within its limit, or can never become ready
 */
export async function becomesReady(program: Program, child: Child, log: Log, over: AbortSignal): Promise<boolean> {
  const since = Date.now();
  let loggedAt = since;
  // What listens on the port need not be the engine, and may never answer.
  const ended = child.ended.then(() => false);
  while (child.isRunning() && !over.aborted) {
    if (await Promise.race([program.ready(), ended])) return true;
    const seconds = Math.round((Date.now() - since) / 1000);
    if (program.startLimit !== undefined && seconds * 1000 > program.startLimit) throw startFailed(program, `is not ready after ${seconds} s`);
    if (Date.now() - loggedAt > LOG_EVERY) {
      loggedAt = Date.now();
      log('engine.waiting', { engine: program.engine, seconds, cause: causeOf(logsOf(program)), logFile: program.logFile });
    }
    await pause(ASK_EVERY);
  }
  return false;
}
