/**
 * Keeps an engine running: starts it or takes it over, restarts it when it dies, stops it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { becomesReady, type Child, endChild, logsOf, type Program, startChild, startFailed, takeOver } from './child.ts';
import { causeOf, trimLog } from './child-log.ts';
import type { Disk } from './disk.ts';
import { isFree } from './ports.ts';
import { lastStart, noteStart } from './records.ts';

export type State = 'starting' | 'up' | 'restarting' | 'down';

export interface Status {
  readonly state: State;
  readonly pid?: number;
  readonly reason?: string;
  /** While it is not up: since when it has not been, and how long its last start took, ms. */
  readonly start?: { readonly forMs: number; readonly lastMs?: number | undefined };
  /** How it came back when it ended last, or comes back now. */
  readonly comeback?: Comeback;
}

/** When an engine ended, was started again, and was ready, epoch ms. */
export interface Comeback {
  readonly endedAt: number;
  readonly startedAt?: number;
  readonly readyAt?: number;
}

export interface Supervised {
  /** Resolves when the engine answers for the first time, or Cairn waits no longer; rejects with a StartError if it cannot start. */
  readonly started: Promise<void>;
  /** Resolves when the engine answers for the first time. */
  readonly up: Promise<void>;
  /** Lets Cairn start without an engine that may be late. It is expected later, and restarted like one that was up. */
  waitNoLonger(): void;
  /** `reason`: why it is restarted. */
  status(): Status;
  /** Waits until the engine has written its data to disk, then ends it. May be called again, and while the engine starts. */
  stop(): Promise<void>;
}

/** What is known of a process that has ended. */
interface Life {
  readonly pid: number | undefined;
  readonly reason: string;
  /** How long it was ready, ms. */
  readonly upFor: number;
  /** Did Cairn end it, because it lived but refused all work? Then the log has the reason. */
  readonly refused?: boolean;
}

/** What is known of the engine now. */
interface EngineCondition {
  state: State;
  /** Why it is not up. */
  why: string | undefined;
  /** Since when it is not up, epoch ms. */
  downSince: number;
  /** How long its last start took, ms. */
  lastMs: number | undefined;
  comeback?: Comeback;
  /** Does the start of Cairn wait for it? */
  awaited: boolean;
  child?: Child | undefined;
  /** Settles when it is known whether an earlier Cairn left it running. */
  taking?: Promise<unknown>;
}

interface Supervision {
  readonly program: Program;
  readonly records: string;
  readonly disk: Disk;
  readonly log: Log;
  readonly now: EngineCondition;
  /** The engine is stopped. */
  readonly over: AbortSignal;
  /** Is called each time when the engine is ready. */
  readonly onReady: () => void;
}

const FIRST_DELAY = 500;
const LONGEST_DELAY = 30_000;
/**
 * After this time the engine counts as healthy again: the next restart waits only for the first delay. One that ends sooner each time is
 * restarted less and less often. With a minute, an engine that was killed every 20 s was down for 16 s the sixth time.
 */
const STEADY = 5_000;
const TRIM_EVERY = 600_000;
/** How often a running engine is asked whether it works, ms: to answer it must write. More often while it starts, says no, or lacks space. */
const ASK_EVERY = 30_000;
const FAULT_EVERY = 3_000;
/** How often in a row it must say no before Cairn ends it. */
const FAULTS = 2;
/** As FAULTS, while it is not ready: what it says then may be over soon. */
const FAULTS_AT_START = 10;
/** How long such an engine may take to end, ms: with a broken log, Typesense waits for its last write for ever. */
const REFUSING_LIMIT = 10_000;

const longer = (delayMs: number): number => Math.min(delayMs * 2, LONGEST_DELAY);

async function takenPort(ports: readonly number[]): Promise<number | undefined> {
  for (const port of ports) if (!(await isFree(port))) return port;
  return undefined;
}

/** Waits until the disk has room and the ports of the engine are free again, each time twice as long. Returns the delay for the next restart. */
async function waitToRestart({ engine, ports, logFile }: Program, first: number, disk: Disk, log: Log, over: AbortSignal): Promise<number> {
  for (let delayMs = first; ; delayMs = longer(delayMs)) {
    await pause(delayMs, undefined, { signal: over });
    await disk.room(engine, over);
    const port = await takenPort(ports);
    if (port === undefined) return longer(delayMs);
    log('engine.restart-failed', { engine, reason: `port ${port} is in use by another program`, delayMs: longer(delayMs), logFile });
  }
}

function failedLife({ message }: Error): Life {
  return { pid: undefined, reason: message, upFor: 0 };
}

/**
 * Starts an engine and keeps it running, on the same ports, until `stop()`.
 *
 * @param records folder that holds a record of its process
 * @param disk the disk of its data
 */
export function supervise(program: Program, records: string, disk: Disk, log: Log): Supervised {
  const { engine, logFile } = program;
  const over = new AbortController();
  const now: EngineCondition = { state: 'starting', why: undefined, downSince: Date.now(), lastMs: lastStart(records, engine), awaited: true };
  let goOn = (): void => {};
  let answers = (): void => {};
  const up = new Promise<void>((resolve) => {
    answers = resolve;
  });
  const onReady = (): void => {
    goOn();
    answers();
  };
  let stopped: Promise<void> | undefined;

  const endWithCairn = (): void => now.child?.kill('SIGTERM');
  process.on('exit', endWithCairn);
  const trimming = setInterval(() => trimLog(logFile), TRIM_EVERY).unref();

  async function end(): Promise<void> {
    over.abort(new Error(`${engine} is stopped`));
    clearInterval(trimming);
    process.off('exit', endWithCairn);
    await now.taking?.catch(() => undefined);
    if (now.child?.isRunning()) {
      program.ending?.();
      await endChild(now.child, engine, log, program.endLimit);
    }
    now.state = 'down';
    await program.ended?.();
  }

  return {
    started: new Promise((resolve, reject) => {
      goOn = resolve;
      live({ program, records, disk, log, now, over: over.signal, onReady }).catch(reject);
    }),
    up,
    waitNoLonger: () => {
      if (!program.mayBeLate || now.state !== 'starting') return;
      now.awaited = false;
      goOn();
    },
    status: () => statusOf(now),
    stop: () => {
      stopped ??= end();
      return stopped;
    },
  };
}

/** @throws StartError if the engine ends before it was ready, while the start of Cairn waits for it */
async function live(supervision: Supervision): Promise<void> {
  const { program, disk, now, over } = supervision;
  /** With a disk that became full meanwhile, the start goes on when there is space. */
  const givesUp = (): boolean => now.awaited && disk.space() === 'enough';
  const first = await life(supervision, program, true).catch((error: Error) => {
    if (givesUp()) throw error;
    return failedLife(error);
  });
  over.throwIfAborted();
  if (givesUp()) throw startFailed(program, first.refused ? `refuses all work (${now.why})` : `ended while it started (${first.reason})`);
  await liveOn(supervision, first);
}

/** Restarts the engine until it is stopped. Its data and settings have worked once, so Cairn never gives it up. */
async function liveOn(supervision: Supervision, first: Life): Promise<void> {
  const { program, disk, log, now, over } = supervision;
  const again: Program = { ...program, startLimit: Number.POSITIVE_INFINITY, ready: () => program.ready().catch(() => false) };
  let delayMs = FIRST_DELAY;
  for (let last = first; ; ) {
    over.throwIfAborted();
    if (last.upFor > STEADY) delayMs = FIRST_DELAY;
    noteDown(now);
    if (!last.refused) {
      now.why = last.reason;
      logEnd(program, log, last, delayMs);
    }
    delayMs = await waitToRestart(program, delayMs, disk, log, over);
    last = await life(supervision, again, false).catch(failedLife);
  }
}

/** One process of the engine, from its start to its end. */
async function life(supervision: Supervision, program: Program, fresh: boolean): Promise<Life> {
  const { records, log, now, over } = supervision;
  const { engine, version, ports } = program;
  const since = Date.now();
  const left = fresh ? await takenOver(supervision) : undefined;
  over.throwIfAborted();
  if (!left) log('engine.starting', { engine, version, port: ports[0] });
  const child = left ?? startChild(program, records, fresh);
  now.child = child;
  if (now.comeback) now.comeback = { endedAt: now.comeback.endedAt, startedAt: since };
  const ended = new AbortController();
  const refused = watchForFaults(supervision, child, ended.signal);
  const ready = await becomesReady(program, child, log, over);
  const readyAt = Date.now();
  if (ready) {
    noteReady(now, readyAt);
    if (!left) now.lastMs = noteStart(records, engine, readyAt - since);
    log('engine.ready', { engine, pid: child.pid, ms: readyAt - since });
    supervision.onReady();
  }
  const reason = await child.ended;
  ended.abort();
  return { pid: child.pid, reason, upFor: ready ? Date.now() - readyAt : 0, refused: await refused };
}

/** The process that an earlier Cairn left running. `stop` waits for the answer, and then ends it too. */
function takenOver({ program, records, log, now, over }: Supervision): Promise<Child | undefined> {
  const found = takeOver(program, records, log, over).then((left) => {
    now.child = left;
    return left;
  });
  now.taking = found;
  return found;
}

/** Ends an engine that answers, but refuses all work until it is started again. Answers whether it did so, when the engine has ended. */
async function watchForFaults({ program, disk, log, now, over }: Supervision, child: Child, ended: AbortSignal): Promise<boolean> {
  const { engine, logFile } = program;
  for (let faults = 0; !ended.aborted && !over.aborted; ) {
    const calm = now.state === 'up' && faults === 0 && disk.space() === 'enough';
    await pause(calm ? ASK_EVERY : FAULT_EVERY, undefined, { signal: ended, ref: false }).catch(() => undefined);
    const fault = ended.aborted ? undefined : await program.fault();
    faults = fault === undefined ? 0 : faults + 1;
    if (fault === undefined || faults < (now.state === 'up' ? FAULTS : FAULTS_AT_START) || ended.aborted || over.aborted) continue;
    now.why = fault.replace(/\.$/, '');
    noteDown(now);
    log('engine.refuses', { engine, pid: child.pid, reason: now.why, cause: causeOf(logsOf(program)), logFile });
    await endChild(child, engine, log, REFUSING_LIMIT);
    return true;
  }
  return false;
}

function logEnd(program: Program, log: Log, { pid, reason }: Life, delayMs: number): void {
  const { engine, logFile } = program;
  log(pid === undefined ? 'engine.restart-failed' : 'engine.died', { engine, pid, reason, cause: causeOf(logsOf(program)), delayMs, logFile });
}

/** From now on it is not up, unless that was so before. */
function noteDown(now: EngineCondition): void {
  if (now.state === 'up') {
    now.downSince = Date.now();
    now.comeback = { endedAt: now.downSince };
  }
  now.state = 'restarting';
}

function noteReady(now: EngineCondition, readyAt: number): void {
  if (now.comeback) now.comeback = { ...now.comeback, readyAt };
  now.state = 'up';
  now.awaited = false;
  now.why = undefined;
}

function statusOf({ state, why, downSince, lastMs, comeback, child }: EngineCondition): Status {
  return {
    state,
    ...(child?.isRunning() && child.pid !== undefined && { pid: child.pid }),
    ...(state !== 'up' && why !== undefined && { reason: why }),
    ...(state !== 'up' && { start: { forMs: Date.now() - downSince, lastMs } }),
    ...(comeback && { comeback }),
  };
}
