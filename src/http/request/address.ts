/**
 * The address that a request comes from.
 */
import { type BlockList, isIP } from 'node:net';
import type { Context } from '../types.ts';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** As some proxies write them. */
const [WITH_PORT, BRACKETED] = [/^(\d+\.\d+\.\d+\.\d+):\d+$/, /^\[([^\]]+)\](?::\d+)?$/];
const GROUPS = 8;
const GROUPS_OF_SITE = 4;

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
  const chain = [...forwarded.split(','), peer].map(plain).reverse();
  const first = chain.findIndex((each, at) => !isTrusted(proxies, each) || isIP(chain[at + 1] ?? '') === 0);
  return siteOf(chain[first] ?? '');
}

function isTrusted(proxies: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && proxies.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** Without a port, and an IPv4 address as such. */
function plain(address: string): string {
  const text = address.trim();
  const [, alone = text] = WITH_PORT.exec(text) ?? BRACKETED.exec(text) ?? [];
  return MAPPED.exec(alone)?.[1] ?? alone;
}

/** Of an IPv6 address the first half: a customer has all of the second. */
function siteOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = '', after] = (address.split('%')[0] ?? '').split('::').map((half) => (half === '' ? [] : half.split(':')));
  const groups = after === undefined ? before : [...before, ...Array(Math.max(0, GROUPS - before.length - after.length)).fill('0'), ...after];
  return `${[...groups]
    .slice(0, GROUPS_OF_SITE)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
