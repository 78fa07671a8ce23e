/**
 * Which addresses a webhook may call. Private, loopback, link-local, multicast and unspecified addresses are refused: a webhook must not reach
 * what only this machine or its network can reach. A name is checked when the webhook is registered, and again by the lookup of each
 * connection, because a name may lead elsewhere later.
 */
import { type LookupAddress, lookup as lookUpName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What the special-purpose registry of IANA (RFC 6890) does not call globally reachable, with multicast and the anycast relays of 6to4. */
const SPECIAL_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
];
/** The addresses of version 6 that IANA gives out to be reached from everywhere. All others are refused, also those that contain one of version 4. */
const GLOBAL_V6 = ['2000::/3'];
/** Exceptions: protocol assignments with Teredo, documentation, 6to4. */
const SPECIAL_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'];

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): (address: string) => boolean {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, family);
}
const isSpecialV4 = listOf(SPECIAL_V4, 'ipv4');
const isGlobalV6 = listOf(GLOBAL_V6, 'ipv6');
const isSpecialV6 = listOf(SPECIAL_V6, 'ipv6');

/** Is it an address that only this machine or its network can reach, or no address of one machine at all? */
export function isPrivateAddress(address: string): boolean {
  const version = isIP(address);
  return version === 4 ? isSpecialV4(address) : version !== 6 || !isGlobalV6(address) || isSpecialV6(address);
}

/** The address in the host of a URL; `undefined` if the host is a name. */
export function addressIn(hostname: string): string | undefined {
  const plain = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(plain) === 0 ? undefined : plain;
}

export class PrivateTarget extends Error {}

/** The lookup for connections to targets. It fails if one of the addresses of the name is private. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookUpName(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
    const [first] = addresses ?? [];
    if (error || !first) return done(error ?? new Error(`${hostname} has no address`), '', 0);
    const bad = addresses.find(({ address }) => isPrivateAddress(address));
    if (bad) return done(new PrivateTarget(`${hostname} leads to the private address ${bad.address}`), '', 0);
    if (options.all) return done(null, addresses);
    done(null, first.address, first.family);
  });
};

/** The private address to which a URL leads now. Absent for a public one, and for a name that has no address at present. */
export function privateAddressOf({ hostname }: URL): Promise<string | undefined> {
  const address = addressIn(hostname);
  if (address !== undefined) return Promise.resolve(isPrivateAddress(address) ? address : undefined);
  return new Promise((resolve) => {
    lookUpName(hostname, { all: true }, (_, addresses) => resolve((addresses ?? []).find((each) => isPrivateAddress(each.address))?.address));
  });
}
