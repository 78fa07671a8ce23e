/**
 * The address that a request comes from.
 */
import { type BlockList, isIP } from 'node:net';
import { plainAddress, siteOf } from '../../address-site.ts';
import type { Context } from '../types.ts';

export interface Connection {
  /** The address of the other end. */
  readonly peer: string;
  /** What the request says of whom it is sent for: addresses, the last one by the peer. */
  readonly forwarded: string;
}

/** Middleware: names where a request comes from in `state.address`. */
export function nameAddress(proxies: BlockList) {
  return (context: Context, next: () => Promise<void>): Promise<void> => {
    context.state.address = whereFrom(proxies, { peer: context.socket.remoteAddress ?? '', forwarded: context.get('x-forwarded-for') });
    return next();
  };
}

/** The first that is no trusted proxy: what others say of whom they serve counts nothing. */
export function whereFrom(proxies: BlockList, { peer, forwarded }: Connection): string {
  const chain = [...forwarded.split(','), peer].map(plainAddress).reverse();
  const first = chain.findIndex((each, at) => !isTrusted(proxies, each) || isIP(chain[at + 1] ?? '') === 0);
  return siteOf(chain[first] ?? '');
}

function isTrusted(proxies: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 4 ? 'ipv4' : 'ipv6');
}
