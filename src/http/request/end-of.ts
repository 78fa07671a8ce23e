/**
 * The end of an answer that goes on.
 */
import type { Context } from '../types.ts';

/** Aborts when the client is gone, or Cairn stops. */
export function endOf({ res }: Pick<Context, 'res'>, stopping: AbortSignal): AbortSignal {
  const over = new AbortController();
  const end = (): void => {
    stopping.removeEventListener('abort', end);
    over.abort();
  };
  stopping.addEventListener('abort', end);
  res.once('close', end);
  return over.signal;
}
