/**
 * Whose an address is: a customer has all of the second half of IPv6 addresses.
 */
import { isIP } from 'node:net';

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** As some proxies write them. */
const [WITH_PORT, BRACKETED] = [/^(\d+\.\d+\.\d+\.\d+):\d+$/, /^\[([^\]]+)\](?::\d+)?$/];
const GROUPS = 8;
const GROUPS_OF_SITE = 4;

/** Without a port, and an IPv4 address as such. */
export function plainAddress(address: string): string {
  const text = address.trim();
  const [, alone = text] = WITH_PORT.exec(text) ?? BRACKETED.exec(text) ?? [];
  return MAPPED.exec(alone)?.[1] ?? alone;
}

/** Of an IPv6 address the first half. */
export function siteOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [before = '', after] = (address.split('%')[0] ?? '').split('::').map((half) => (half === '' ? [] : half.split(':')));
  const groups = after === undefined ? before : [...before, ...Array(Math.max(0, GROUPS - before.length - after.length)).fill('0'), ...after];
  return `${[...groups]
    .slice(0, GROUPS_OF_SITE)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
