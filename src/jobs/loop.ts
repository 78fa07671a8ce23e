/**
 * A background loop: works as long as there is something to do, then waits to be woken, or for a while (work may come from another
 * server). After a failure it backs off. States: working → (nothing left) → waiting → (wake, time) → working; stop ends it after the
 * step under way.
 */
import { Refusal } from '../errors.ts';
import type { Log } from '../log.ts';

export interface Loop {
  /** There may be something to do. */
  wake(): void;
  /** Resolves when the step under way has ended; none follows. */
  stop(): Promise<void>;
}

/** Pause after a first failure, doubled with each further one, ms. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** Work waits while an engine is away: it is looked for often. */
const LONGEST_ABSENCE_MS = 1_000;

/**
 * @param step does a part of the work; says whether there may be more
 * @param idleMs how long a loop that found nothing waits unless it is woken
 */
export function startLoop(name: string, step: () => Promise<boolean>, idleMs: number, log: Log): Loop {
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
    let failures = 0;
    while (!stopped) {
      woken = false;
      try {
        const more = await step();
        failures = 0;
        if (!more && !woken && !stopped) await rest(idleMs);
      } catch (error) {
        failures++;
        // An engine that is away is told by whoever lost it; here only the first time, and what is no such thing always.
        if (!(error instanceof Refusal) || failures === 1)
          log('job.failed', { job: name, reason: error instanceof Error ? error.message : String(error) });
        backingOff = true;
        await rest(Math.min(error instanceof Refusal ? LONGEST_ABSENCE_MS : LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)));
        backingOff = false;
      }
    }
  }

  const done = run();
  return {
    wake() {
      woken = true;
      // New work does not make an engine come back sooner.
      if (!backingOff) rouse?.();
    },
    stop() {
      stopped = true;
      rouse?.();
      return done;
    },
  };
}
