/**
 * Who shares the server (../shares.ts): a user, however many tokens and sessions it has and however it sends them; else an address. What proves
 * nobody, such as a refused token or the name that a client gives itself, makes no caller.
 */
import type { Context } from '../types.ts';

/** `user <urn>` or `address <address>`. */
export function callerOf({ state, socket }: Pick<Context, 'state' | 'socket'>): string {
  const { known, actor, lookedBy } = state;
  return known === 'token' ? `user ${lookedBy ?? actor}` : `address ${addressOf(socket.remoteAddress ?? '')}`;
}

const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i;
const GROUPS = 8;
const OWN_GROUPS = 4;

/** The address of one machine or home: an IPv4 address, also where IPv6 stands for it; of IPv6 the 64 bits that a provider gives to one customer. */
export function addressOf(remote: string): string {
  const address = remote.replace(MAPPED, '').replace(/%.*$/, '');
  if (!address.includes(':')) return address;
  const [head = [], tail = []] = address.split('::').map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: GROUPS - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, OWN_GROUPS).join(':')}::/64`;
}
