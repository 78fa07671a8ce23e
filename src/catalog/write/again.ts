/**
 * Our own work at the start does what every client is told to do: what "can be sent again in a moment" is sent again.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../../errors.ts';
import type { Log } from '../../log.ts';

/** Beyond that an engine is not busy: it is away. */
const MOST_TRIES = 60;

/**
 * Does work that may be done twice, again as long as it is refused for now only.
 *
 * @param name tells in the log what is tried again
 * @throws Refusal, any other than unavailable at once; the reason of the signal
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
