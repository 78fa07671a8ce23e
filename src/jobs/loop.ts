/**
 * A background loop. It works as long as there is something to do, then waits until somebody wakes it or a time has passed (another server
 * may have left work). After a failure it waits longer each time. States: working → (nothing left) → waiting → (wake, time) → working.
 * `stop` ends it after the present step.
 */
import { Refusal, reasonOf } from '../errors.ts';
import type { Log } from '../log.ts';

export interface Loop {
  /** Tells the loop that there may be something to do. */
  wake(): void;
  /** Stops the loop. Resolves when the present step has ended. */
  stop(): Promise<void>;
}

/** Pause after the first failure, ms. It doubles with each further failure. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** Longest pause while an engine is away, ms: work is waiting for it. */
const LONGEST_ABSENCE_MS = 1_000;

/**
 * @param step does a part of the work and answers whether there may be more
 * @param idleMs how long the loop waits when there is nothing to do, unless somebody wakes it
 */
export function startLoop(name: string, step: () => Promise<boolean>, idleMs: number | (() => number), log: Log): Loop {
  let stopped = false;
  let woken = false;
  let rouse: (() => void) | undefined;
  let backingOff = false;

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      rouse = () => {
        clearTimeout(timer);
        resolve();
      };
      if (stopped) rouse();
    });
  }

  async function run(): Promise<void> {
    let absences = 0;
    let failures = 0;
    while (!stopped) {
      woken = false;
      try {
        const more = await step();
        [absences, failures] = [0, 0];
        if (!more && !woken && !stopped) await rest(typeof idleMs === 'number' ? idleMs : idleMs());
      } catch (error) {
        const away = error instanceof Refusal;
        // An engine that was away for long says nothing about an error after it, so each kind has its own number.
        const times = away ? ++absences : ++failures;
        // The connection itself logs that an engine is away. Here it is logged only the first time; other errors are always logged.
        if (!away || times === 1) log('job.failed', { job: name, reason: reasonOf(error) });
        backingOff = true;
        await rest(Math.min(away ? LONGEST_ABSENCE_MS : LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (times - 1)));
        backingOff = false;
      }
    }
  }

  const done = run();
  return {
    wake() {
      woken = true;
      // While an engine is away, new work does not shorten the pause.
      if (!backingOff) rouse?.();
    },
    stop() {
      stopped = true;
      rouse?.();
      return done;
    },
  };
}
