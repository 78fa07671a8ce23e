/**
 * Waits for a condition: repeats the assertion until it holds, or throws its last failure.
 */
import { setTimeout as pause } from 'node:timers/promises';

const STEP_MS = 25;

export async function eventually<Result>(assertion: () => Promise<Result>, withinMs = 60_000): Promise<Result> {
  const until = Date.now() + withinMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() > until) throw error;
      await pause(STEP_MS);
    }
  }
}
