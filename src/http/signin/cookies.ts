/**
 * The cookies of a session, and of a sign-in that has begun elsewhere. A browser sends them by itself, so a write that comes with one needs a page of this server (auth.ts).
 */

import type { Session } from '../../catalog/index.ts';
import { isLoopback } from '../../loopback.ts';
import { isRecord } from '../../model/path.ts';
import type { Context } from '../types.ts';
import type { Started } from './provider.ts';

const NAME = 'cairn_session';
/** Browsers take it only over HTTPS, from this host, for all paths: no other host can set it. */
const SECURE_NAME = `__Host-${NAME}`;
const STARTED = 'cairn_sign_in';
/** So long people may take at a provider. */
const STARTED_S = 600;
/** Whom the session is of, for scripts of clients; it proves nothing. */
const ACTOR = 'actor';

/** The secret of the session that a request has. */
export function sessionIn(context: Context): string | undefined {
  return cookieIn(context, SECURE_NAME) ?? cookieIn(context, NAME);
}

export function setSession(context: Context, { secret, user, ms }: Session): void {
  const age = `Max-Age=${Math.floor(ms / 1_000)}`;
  const [name, secure] = isPlain(context) ? [NAME, ''] : [SECURE_NAME, '; Secure'];
  context.append('Set-Cookie', [
    `${name}=${secret}; Path=/; ${age}; HttpOnly; SameSite=Lax${secure}`,
    `${ACTOR}=${encodeURIComponent(user)}; Path=/; ${age}; SameSite=Lax${secure}`,
  ]);
}

export function clearSession(context: Context): void {
  const gone = 'Path=/; Max-Age=0; SameSite=Lax';
  context.append('Set-Cookie', [`${NAME}=; ${gone}; HttpOnly`, `${SECURE_NAME}=; ${gone}; HttpOnly; Secure`, `${ACTOR}=; ${gone}`]);
}

/** Keeps in the browser what it needs when it comes back from the provider. */
export function setStarted(context: Context, started: Started): void {
  const [name, secure] = isPlain(context) ? [STARTED, ''] : [`__Host-${STARTED}`, '; Secure'];
  const value = Buffer.from(JSON.stringify(started)).toString('base64url');
  context.append('Set-Cookie', `${name}=${value}; Path=/; Max-Age=${STARTED_S}; HttpOnly; SameSite=Lax${secure}`);
}

/** What the browser has kept, which it forgets now: it counts once. */
export function takeStarted(context: Context): Started | undefined {
  const kept = cookieIn(context, `__Host-${STARTED}`) ?? cookieIn(context, STARTED);
  if (kept === undefined) return undefined;
  const gone = 'Path=/; Max-Age=0; SameSite=Lax; HttpOnly';
  context.append('Set-Cookie', [`${STARTED}=; ${gone}`, `__Host-${STARTED}=; ${gone}; Secure`]);
  try {
    const read: unknown = JSON.parse(Buffer.from(kept, 'base64url').toString('utf8'));
    const isStarted = isRecord(read) && ['provider', 'state', 'nonce', 'verifier', 'to'].every((field) => typeof read[field] === 'string');
    return isStarted ? (read as unknown as Started) : undefined;
  } catch {
    return undefined;
  }
}

/** Only on this machine there is no need for HTTPS. A proxy in front of it has another name, or says that it speaks HTTPS. */
function isPlain(context: Context): boolean {
  return isLoopback(context.get('host')) && context.get('x-forwarded-proto').toLowerCase() !== 'https';
}

function cookieIn(context: Context, name: string): string | undefined {
  for (const pair of context.get('cookie').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined;
  }
  return undefined;
}
