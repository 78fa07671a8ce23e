/**
 * Who is refused because it has too much under way, or sends a made-up token, hears so later. Otherwise it may ask again at once, on hundreds of
 * connections: to refuse 470 polls as often as they came took all of a CPU, and small reads of others took three times as long. A caller hears of
 * one such refusal after the other, so that more connections bring no more of them.
 */
import type { ServerResponse } from 'node:http';
import { type Code, Refusal } from '../../errors.ts';
import { callerOf } from '../request/caller.ts';
import type { Context } from '../types.ts';

/** By code, ms. */
const HELD_MS: Readonly<Partial<Record<Code, number>>> = { 'too-much-at-once': 1_000, 'unknown-token': 250 };
/** The time between two refusals of one caller, ms. Each costs one or two ms of CPU. */
const APART_MS = 25;

/** From so many callers on, those are forgotten whose refusals are all told. */
const MANY = 1_000;

/** Resolves after a while, or when nobody waits for the answer any more. */
type Wait = (answer: ServerResponse, ms: number) => Promise<void>;

/**
 * Middleware, around what refuses.
 *
 * @param stopping Cairn stops: who waits hears at once
 * @param clock ms
 */
export function holdRefusals(stopping: AbortSignal, wait: Wait = whileOpen(stopping), clock: () => number = () => performance.now()) {
  /** When the last refusal of each caller is due. */
  const last = new Map<string, number>();
  const forget = (now: number): void => {
    if (last.size < MANY) return;
    for (const [caller, due] of last) if (due < now) last.delete(caller);
  };
  return async (context: Pick<Context, 'res' | 'state'>, next: () => Promise<void>): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const held = error instanceof Refusal ? HELD_MS[error.code] : undefined;
      if (held === undefined) throw error;
      const caller = callerOf(context);
      const now = clock();
      const due = Math.max(now + held, (last.get(caller) ?? -Infinity) + APART_MS);
      forget(now);
      last.set(caller, due);
      await wait(context.res, due - now);
      throw error;
    }
  };
}

function whileOpen(stopping: AbortSignal): Wait {
  return (answer, ms) =>
    new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer);
        answer.off('close', end);
        stopping.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, ms);
      answer.once('close', end);
      stopping.addEventListener('abort', end);
    });
}
