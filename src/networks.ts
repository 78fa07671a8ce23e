/**
 * Networks as settings name them.
 */
import { BlockList, isIP } from 'node:net';

/** @param networks addresses, or networks such as `10.0.0.0/8` @throws Error for what is neither */
export function readNetworks(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const each of networks) {
    const [address = '', bits] = each.split('/');
    const version = isIP(address);
    if (version === 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) throw new Error(`${each} is no address`);
    list.addSubnet(address, bits === undefined ? (version === 4 ? 32 : 128) : Number(bits), version === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
