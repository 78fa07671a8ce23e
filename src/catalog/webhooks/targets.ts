/**
 * Which addresses a webhook may call. Private, loopback, link-local, multicast and unspecified addresses are refused: a webhook must not reach
 * what only this machine or its network can reach. A name is checked when the webhook is registered, and again by the lookup of each
 * connection, because a name may lead elsewhere later.
 */
import { type LookupAddress, lookup as lookUpName } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

const V4 = [
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
/** With those that contain an address of version 4: mapped, compatible, translated (RFC 6052, RFC 8215), 6to4, Teredo. */
const V6 = [
  '::/96',
  '::ffff:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

const PRIVATE = [new BlockList(), new BlockList()] as const;
for (const [list, family, subnets] of [
  [PRIVATE[0], 'ipv4', V4],
  [PRIVATE[1], 'ipv6', V6],
] as const) {
  for (const subnet of subnets) {
    const [address = '', bits] = subnet.split('/');
    list.addSubnet(address, Number(bits), family);
  }
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Is it an address that only this machine or its network can reach, or no address of one machine at all? */
export function isPrivateAddress(address: string): boolean {
  const [plain = ''] = address.split('%');
  const mapped = MAPPED.exec(plain)?.[1];
  if (mapped !== undefined) return isPrivateAddress(mapped);
  const version = isIP(plain);
  return version === 4 ? PRIVATE[0].check(plain, 'ipv4') : version === 6 ? PRIVATE[1].check(plain, 'ipv6') : true;
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
