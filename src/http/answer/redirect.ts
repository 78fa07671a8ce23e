/**
 * Leads the browser to another address.
 */
import type { Context } from '../types.ts';
import { sendNothing } from './send.ts';

/** @param where any text; a path of this server, or an address */
export function redirect(context: Context, where: string): void {
  sendNothing(context, 302);
  context.set('Location', safeAddress(where));
  context.set('Cache-Control', 'no-store');
}

/** Percent-encodes what an address cannot contain. What is encoded already stays. Half of a surrogate pair cannot be encoded. */
export function safeAddress(address: string): string {
  return address.replace(/\p{Surrogate}/gu, '\ufffd').replace(/[^!-~]|["<>\\^`{|}]/gu, encodeURIComponent);
}
