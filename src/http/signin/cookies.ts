/**
 * The cookies of a session. A browser sends them by itself, so a write that comes with one needs a page of this server (auth.ts).
 */
import type { Session } from '../../catalog/index.ts';
import type { Context } from '../types.ts';

const NAME = 'cairn_session';
/** Browsers take it only over HTTPS, from this host, for all paths: no other host can set it. */
const SECURE_NAME = `__Host-${NAME}`;
/** Whom the session is of, for scripts of clients; it proves nothing. */
const ACTOR = 'actor';
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i;

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

/** Only on this machine there is no need for HTTPS. A proxy in front of it has another name, or says that it speaks HTTPS. */
function isPlain(context: Context): boolean {
  return LOOPBACK.test(context.get('host')) && context.get('x-forwarded-proto').toLowerCase() !== 'https';
}

function cookieIn(context: Context, name: string): string | undefined {
  for (const pair of context.get('cookie').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim() || undefined;
  }
  return undefined;
}
