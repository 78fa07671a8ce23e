/**
 * The cookies of a session, and of a sign-in that has begun elsewhere. A browser sends them by itself, so a write that comes with one needs a page of this server (auth.ts).
 */
import type { Session } from '../../catalog/index.ts';
import { isLoopback } from '../../loopback.ts';
import { isRecord } from '../../model/path.ts';
import type { Context } from '../types.ts';
import type { StartedSignIn } from './provider.ts';

const NAME = 'cairn_session';
/** Browsers take a cookie with this prefix only over HTTPS, from this host, for all paths: no other host can set it. */
const SECURE = '__Host-';
const STARTED = 'cairn_sign_in';
/** So long people may take at a provider. */
const STARTED_S = 600;
/** Whom the session is of, for scripts of clients; it proves nothing. */
const ACTOR = 'actor';

/** Longer cookies are ignored by browsers. Bytes, with the name and what is said of it. */
const MOST_BYTES = 4_096;

/** The secret of the session that a request has. */
export function sessionIn(context: Context): string | undefined {
  return ownCookieIn(context, NAME);
}

export function setSession(context: Context, { secret, user, ms }: Session): void {
  const age = `Max-Age=${Math.floor(ms / 1_000)}`;
  const [name, secure] = isPlain(context) ? [NAME, ''] : [SECURE + NAME, '; Secure'];
  const session = `${name}=${secret}; Path=/; ${age}; HttpOnly; SameSite=Lax${secure}`;
  const actor = `${ACTOR}=${encodeURIComponent(user)}; Path=/; ${age}; SameSite=Lax${secure}`;
  context.append('Set-Cookie', [session, ...(actor.length <= MOST_BYTES ? [actor] : [])]);
}

export function clearSession(context: Context): void {
  const gone = 'Path=/; Max-Age=0; SameSite=Lax';
  context.append('Set-Cookie', [`${NAME}=; ${gone}; HttpOnly`, `${SECURE}${NAME}=; ${gone}; HttpOnly; Secure`, `${ACTOR}=; ${gone}`]);
}

/** Keeps in the browser what it needs when it comes back from the provider. */
export function setStarted(context: Context, started: StartedSignIn): void {
  const [name, secure] = isPlain(context) ? [STARTED, ''] : [SECURE + STARTED, '; Secure'];
  const value = Buffer.from(JSON.stringify(started)).toString('base64url');
  context.append('Set-Cookie', `${name}=${value}; Path=/; Max-Age=${STARTED_S}; HttpOnly; SameSite=Lax${secure}`);
}

/** What the browser has kept, which it forgets now: it counts once. */
export function takeStarted(context: Context): StartedSignIn | undefined {
  const kept = ownCookieIn(context, STARTED);
  if (kept === undefined) return undefined;
  const gone = 'Path=/; Max-Age=0; SameSite=Lax; HttpOnly';
  context.append('Set-Cookie', [`${STARTED}=; ${gone}`, `${SECURE}${STARTED}=; ${gone}; Secure`]);
  try {
    const read: unknown = JSON.parse(Buffer.from(kept, 'base64url').toString('utf8'));
    const isStarted = isRecord(read) && ['provider', 'state', 'nonce', 'verifier', 'to'].every((field) => typeof read[field] === 'string');
    return isStarted ? (read as unknown as StartedSignIn) : undefined;
  } catch {
    return undefined;
  }
}

/** Only on this machine there is no need for HTTPS. A proxy in front of it has another name, or says that it speaks HTTPS. */
function isPlain(context: Context): boolean {
  return isLoopback(context.get('host')) && !/\bhttps\b/i.test(`${context.get('x-forwarded-proto')} ${context.get('forwarded')}`);
}

/** A cookie that this server has set. Without the prefix, another host of the domain could have set it, unless the browser is on this machine. */
function ownCookieIn(context: Context, name: string): string | undefined {
  return cookieIn(context, SECURE + name) ?? (isPlain(context) ? cookieIn(context, name) : undefined);
}

/** Of two values, for example of two paths, nobody knows which is ours: then there is none. */
function cookieIn(context: Context, name: string): string | undefined {
  const values = new Set<string>();
  for (const pair of context.get('cookie').split(';')) {
    const at = pair.indexOf('=');
    if (at > 0 && withoutBlanks(pair.slice(0, at)) === name) values.add(withoutBlanks(pair.slice(at + 1)));
  }
  const [value, ...others] = values;
  return others.length === 0 ? value || undefined : undefined;
}

/** As browsers do, which send other white space as a part of the name. */
function withoutBlanks(text: string): string {
  return text.replace(/^[ \t]+|[ \t]+$/g, '');
}
