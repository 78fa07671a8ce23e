/**
 * Whether Cairn is starting. It then refuses every request before it does anything, so the pages wait, and send what was refused again.
 */
import { pause } from '../data/pause.ts';

/** Where the answer does not say when to come back, ms. */
const USUAL_MS = 2000;

const listeners = new Set<(is: boolean) => void>();
let starting = false;

/** Does this answer say that Cairn is starting? */
export function isStart(status: number, text: string): boolean {
  return status === 503 && /"code":\s*"starting"/.test(text);
}

/** Waits until the server may have started. @param seconds as `Retry-After` has them */
export async function waitForStart(seconds: string | null): Promise<void> {
  noteStarting(true);
  await pause(Number(seconds) * 1000 || USUAL_MS);
}

export function noteStarting(is: boolean): void {
  if (is === starting) return;
  starting = is;
  for (const listener of listeners) listener(is);
}

/**
 * Calls the listener when Cairn is found to be starting, and when it has started.
 *
 * @returns a function that removes the listener
 */
export function onStarting(listener: (is: boolean) => void): () => void {
  listeners.add(listener);
  listener(starting);
  return () => {
    listeners.delete(listener);
  };
}
