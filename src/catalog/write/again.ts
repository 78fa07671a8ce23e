/**
 * Repeats work of the server itself while an engine is busy or away, as clients do after a 503.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../errors.ts';
import type { Log } from '../../log.ts';

/** After so many tries the engine is not just busy. */
const MOST_TRIES = 60;

/**
 * Runs `work` until it succeeds. Repeats it only after a refusal with the code unavailable, so it must be safe to run twice.
 *
 * @param name names the work in the log
 * @throws Refusal with any other code, at once; the reason of the signal
 */
export async function again<Result>(name: string, work: () => Promise<Result>, log: Log, signal: AbortSignal): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal) || error.retryAfter === undefined || tries >= MOST_TRIES) throw error;
      log('job.failed', { job: name, reason: error.message });
      await pause(error.retryAfter * 1_000, undefined, { signal });
    }
  }
}
