/**
 * Who is refused because it has too much under way hears so a second later. Otherwise it may ask again at once, on hundreds of connections: to refuse
 * 470 polls as often as they came took all of a CPU, and small reads of others took three times as long.
 */
import type { ServerResponse } from 'node:http';
import { Refusal } from '../../errors.ts';
import { makeFairTurns } from '../../fair-turns.ts';
import type { Context } from '../types.ts';

const HELD_MS = 1_000;

/**
 * Middleware, around what refuses.
 *
 * @param hold resolves when the refusal may be sent
 */
export function holdRefusals(hold: (answer: ServerResponse) => Promise<void> = makeHold()) {
  return async ({ res }: Pick<Context, 'res'>, next: () => Promise<void>): Promise<void> => {
    try {
      await next();
    } catch (error) {
      if (error instanceof Refusal && error.code === 'too-much-at-once') await hold(res);
      throw error;
    }
  };
}

function makeHold(): (answer: ServerResponse) => Promise<void> {
  // Those who came at once are not answered at once.
  const turns = makeFairTurns();
  return async (answer) => {
    await whileOpen(answer);
    await new Promise<void>((resolve) => turns.later('', resolve));
  };
}

/** Resolves after a while, or when the client has gone. */
function whileOpen(answer: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      answer.off('close', end);
      resolve();
    };
    const timer = setTimeout(end, HELD_MS);
    answer.once('close', end);
  });
}
