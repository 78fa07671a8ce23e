/**
 * Waits for a condition: repeats the assertion until it holds, or throws its last failure.
 */
import { setTimeout as pause } from 'node:timers/promises';

/** The pauses grow: what takes seconds is not asked for hundreds of times, because that would slow it down. */
const FIRST_MS = 20;
const MOST_MS = 200;

export async function eventually<Result>(assertion: () => Promise<Result>, withinMs = 60_000): Promise<Result> {
  const until = Date.now() + withinMs;
  for (let ms = FIRST_MS; ; ms = Math.min(MOST_MS, ms * 1.5)) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(ms);
    }
  }
}
