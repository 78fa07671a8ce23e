/**
 * Who is refused because it has too much under way, or sends a made-up token, hears so later. Otherwise it may ask again at once, on hundreds of
 * connections: to refuse 470 polls as often as they came took all of a CPU, and small reads of others took three times as long.
 */
import type { ServerResponse } from 'node:http';
import { type Code, Refusal } from '../../errors.ts';
import { makeFairTurns } from '../../fair-turns.ts';
import type { Context } from '../types.ts';

/** By code, ms. */
const HELD_MS: Readonly<Partial<Record<Code, number>>> = { 'too-much-at-once': 1_000, 'unknown-token': 250 };

/**
 * Middleware, around what refuses.
 *
 * @param hold resolves when the refusal may be sent
 */
export function holdRefusals(hold: (answer: ServerResponse, ms: number) => Promise<void> = makeHold()) {
  return async ({ res }: Pick<Context, 'res'>, next: () => Promise<void>): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const ms = error instanceof Refusal ? HELD_MS[error.code] : undefined;
      if (ms !== undefined) await hold(res, ms);
      throw error;
    }
  };
}

function makeHold(): (answer: ServerResponse, ms: number) => Promise<void> {
  // Those who came at once are not answered at once.
  const turns = makeFairTurns();
  return async (answer, ms) => {
    await whileOpen(answer, ms);
    await new Promise<void>((resolve) => turns.later('', resolve));
  };
}

/** Resolves after a while, or when the client has gone. */
function whileOpen(answer: ServerResponse, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      answer.off('close', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    answer.once('close', end);
  });
}
