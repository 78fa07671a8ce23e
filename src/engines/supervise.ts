/**
 * Keeps an engine running: starts it or takes it over, restarts it when it dies, stops it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../log.ts';
import { becomesReady, type Child, logsOf, type Program, startChild, startFailed, takeOver } from './child.ts';
import { causeOf, trimLog } from './child-log.ts';
import type { Disk } from './disk.ts';
import { isFree } from './ports.ts';
import { lastStart, noteStart, STOP_LIMIT } from './records.ts';

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

async function endChild(child: Child, engine: string, log: Log, limit = STOP_LIMIT): Promise<void> {
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

/**
 * Starts an engine and keeps it running, on the same ports, until `stop()`.
 *
 * @param records folder that holds a record of its process
 * @param disk the disk of its data
 */
export function supervise(program: Program, records: string, disk: Disk, log: Log): Supervised {
  const { engine, version, logFile, ports } = program;
  const over = new AbortController();
  let state: State = 'starting';
  let why: string | undefined;
  let downSince = Date.now();
  let lastMs = lastStart(records, engine);
  let comeback: Comeback | undefined;
  /** Does the start of Cairn wait for it? */
  let awaited = true;
  let goOn = (): void => {};
  let answers = (): void => {};
  const up = new Promise<void>((resolve) => {
    answers = resolve;
  });
  let child: Child | undefined;
  let stopped: Promise<void> | undefined;
  let taking: Promise<unknown> | undefined;

  /** The process that an earlier Cairn left running. `stop` waits for the answer, and then ends it too. */
  function takenOver(): Promise<Child | undefined> {
    const found = takeOver(program, records, log, over.signal).then((left) => {
      child = left;
      return left;
    });
    taking = found;
    return found;
  }

  /** From now on it is not up, unless that was so before. */
  function down(): void {
    if (state === 'up') {
      downSince = Date.now();
      comeback = { endedAt: downSince };
    }
    state = 'restarting';
  }

  async function life(as: Program, fresh: boolean, onReady = () => {}): Promise<Life> {
    const since = Date.now();
    const left = fresh ? await takenOver() : undefined;
    over.signal.throwIfAborted();
    if (!left) log('engine.starting', { engine, version, port: ports[0] });
    const now = left ?? startChild(as, records, fresh);
    child = now;
    if (comeback) comeback = { endedAt: comeback.endedAt, startedAt: since };
    const ended = new AbortController();
    const refused = watchForFaults(now, ended.signal);
    const ready = await becomesReady(as, now, log, over.signal);
    const readyAt = Date.now();
    if (ready) {
      if (comeback) comeback = { ...comeback, readyAt };
      state = 'up';
      awaited = false;
      why = undefined;
      if (!left) lastMs = noteStart(records, engine, readyAt - since);
      log('engine.ready', { engine, pid: now.pid, ms: readyAt - since });
      onReady();
      answers();
    }
    const reason = await now.ended;
    ended.abort();
    return { pid: now.pid, reason, upFor: ready ? Date.now() - readyAt : 0, refused: await refused };
  }

  /** Ends an engine that answers, but refuses all work until it is started again. Answers whether it did so, when the engine has ended. */
  async function watchForFaults(now: Child, ended: AbortSignal): Promise<boolean> {
    for (let faults = 0; !ended.aborted && !over.signal.aborted; ) {
      const calm = state === 'up' && faults === 0 && disk.space() === 'enough';
      await pause(calm ? ASK_EVERY : FAULT_EVERY, undefined, { signal: ended, ref: false }).catch(() => undefined);
      const fault = ended.aborted ? undefined : await program.fault();
      faults = fault === undefined ? 0 : faults + 1;
      if (fault === undefined || faults < (state === 'up' ? FAULTS : FAULTS_AT_START) || ended.aborted || over.signal.aborted) continue;
      why = fault.replace(/\.$/, '');
      down();
      log('engine.refuses', { engine, pid: now.pid, reason: why, cause: causeOf(logsOf(program)), logFile });
      await endChild(now, engine, log, REFUSING_LIMIT);
      return true;
    }
    return false;
  }

  /** Restarts the engine until it is stopped. Its data and settings have worked once, so Cairn never gives it up. */
  async function liveOn(first: Life, onReady: () => void): Promise<void> {
    const again: Program = { ...program, startLimit: Number.POSITIVE_INFINITY, ready: () => program.ready().catch(() => false) };
    let delayMs = FIRST_DELAY;
    for (let last = first; ; ) {
      over.signal.throwIfAborted();
      if (last.upFor > STEADY) delayMs = FIRST_DELAY;
      down();
      if (!last.refused) {
        why = last.reason;
        const cause = causeOf(logsOf(program));
        log(last.pid === undefined ? 'engine.restart-failed' : 'engine.died', {
          engine,
          pid: last.pid,
          reason: last.reason,
          cause,
          delayMs,
          logFile,
        });
      }
      delayMs = await waitToRestart(program, delayMs, disk, log, over.signal);
      last = await life(again, false, onReady).catch(failedLife);
    }
  }

  async function live(onReady: () => void): Promise<void> {
    /** With a disk that became full meanwhile, the start goes on when there is space. */
    const givesUp = (): boolean => awaited && disk.space() === 'enough';
    const first = await life(program, true, onReady).catch((error: Error) => {
      if (givesUp()) throw error;
      return failedLife(error);
    });
    over.signal.throwIfAborted();
    if (givesUp()) throw startFailed(program, first.refused ? `refuses all work (${why})` : `ended while it started (${first.reason})`);
    await liveOn(first, onReady);
  }

  const endWithCairn = (): void => child?.kill('SIGTERM');
  process.on('exit', endWithCairn);
  const trimming = setInterval(() => trimLog(logFile), TRIM_EVERY).unref();

  async function end(): Promise<void> {
    over.abort(new Error(`${engine} is stopped`));
    clearInterval(trimming);
    process.off('exit', endWithCairn);
    await taking?.catch(() => undefined);
    if (child?.isRunning()) {
      program.ending?.();
      await endChild(child, engine, log, program.endLimit);
    }
    state = 'down';
    await program.ended?.();
  }

  return {
    started: new Promise((resolve, reject) => {
      goOn = resolve;
      live(resolve).catch(reject);
    }),
    up,
    waitNoLonger: () => {
      if (!program.mayBeLate || state !== 'starting') return;
      awaited = false;
      goOn();
    },
    status: () => ({
      state,
      ...(child?.isRunning() && child.pid !== undefined && { pid: child.pid }),
      ...(state !== 'up' && why !== undefined && { reason: why }),
      ...(state !== 'up' && { start: { forMs: Date.now() - downSince, lastMs } }),
      ...(comeback && { comeback }),
    }),
    stop: () => {
      stopped ??= end();
      return stopped;
    },
  };
}
