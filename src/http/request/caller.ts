/**
 * Who shares the server (../shares.ts): a user, however many tokens and sessions it has and however it sends them; else an address. What proves
 * nobody, such as a refused token or the name that a client gives itself, makes no caller.
 */
import type { Context } from '../types.ts';

/** `user <urn>` or `address <address>`. */
export function callerOf({ state }: Pick<Context, 'state'>): string {
  const { known, actor, lookedBy, address } = state;
  return known === 'token' ? `user ${lookedBy ?? actor}` : `address ${address}`;
}
