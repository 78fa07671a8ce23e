/**
 * The names of the own machine: no network is between, so what goes there needs no TLS.
 */

/** As they stand in a URL. */
export const LOOPBACK_NAMES: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** @param host a name or an address as in a URL, perhaps with a port */
export function isLoopback(host: string): boolean {
  return LOOPBACK_NAMES.includes(host.toLowerCase().replace(/:\d+$/, ''));
}
