/**
 * The audit: writes one line for each request that writes, deletes or rolls back, and for each that is denied. The line says who, from
 * where, what, which entities, and with what outcome. It never contains a value or a token.
 */
import type { Log } from '../log.ts';
import type { AuditFile } from './audit-file.ts';
import { type AuditNotes, makeAuditTrail } from './audit-trail.ts';
import { apiRow } from './rows.ts';
import type { Context } from './types.ts';

/** Of requests that no row answers. */
const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Denied: no token, no right, or another host. */
const DENIED = new Set([401, 403, 421]);
const MOST_CHARACTERS = 512;
const FAILED = 'failed';

/** Middleware. It must surround everything that decides about the answer. */
export function audit(log: Log, file: AuditFile, open: boolean) {
  return async (context: Context, next: () => Promise<void>): Promise<void> => {
    // Read it now: the address is gone when the connection is closed.
    const address = context.socket.remoteAddress;
    const trail = makeAuditTrail();
    context.state.trail = trail;
    await next();
    const seen = trail.seen();
    const { decided } = context.state;
    const denied = seen.denied || DENIED.has(context.status);
    const { lookedBy } = context.state;
    if (!lookedBy && !denied && !seen.writes && (context.state.reading ?? apiRow(context)?.reads ?? READING_METHODS.has(context.method))) return;
    const line = {
      time: new Date().toISOString(),
      ...(context.state.actor === undefined ? {} : { actor: lookedBy ?? context.state.actor }),
      ...(lookedBy === undefined ? {} : { as: context.state.actor }),
      // Without tokens, nothing proves who sends a request.
      ...(open && !decided?.token ? { claimed: true } : {}),
      ...wayOf(context, open),
      address: address ?? 'unknown',
      ...forwarded(context),
      operation: operationOf(context),
      ...(seen.about === undefined ? {} : { about: seen.about }),
      outcome: outcomeOf(context.status, denied, seen),
      status: context.status,
      entities: seen.entities,
      urns: seen.urns,
      aspects: seen.aspects,
      ...(seen.policies.length > 0 && { policies: seen.policies }),
    };
    file.add(JSON.stringify(line), line.outcome === FAILED);
    log('audit', { ...line, actor: line.actor ?? 'nobody', time: undefined });
  };
}

/** With which token: one that was made at run time, or one of the operator's file, for which no policy is asked. */
function wayOf({ state: { decided, known } }: Context, open: boolean): { token?: string; operator?: true } {
  if (decided?.token) return { token: decided.token };
  return !open && known === 'token' ? { operator: true } : {};
}

/** The origin of the request according to proxies. Anybody can send this header. */
function forwarded(context: Context): { forwardedFor?: string } {
  const text = context.get('x-forwarded-for');
  return text === '' ? {} : { forwardedFor: text.slice(0, MOST_CHARACTERS) };
}

function operationOf(context: Context): string {
  const [action] = [context.query.action].flat();
  return `${context.method} ${context.path}${action === undefined ? '' : `?action=${action}`}`.slice(0, MOST_CHARACTERS);
}

/** The outcome of a request. `part`: some items were refused, the others done. */
function outcomeOf(status: number, denied: boolean, { aspects }: AuditNotes): string {
  if (denied) return 'denied';
  const { refused = 0, failed = 0, ...done } = aspects;
  if (status >= 500) return FAILED;
  if (status >= 400) return 'refused';
  if (refused + failed === 0) return 'done';
  if (Object.keys(done).length > 0) return 'part';
  return refused > 0 ? 'refused' : 'failed';
}
