/**
 * The one place that makes an answer of a refusal, for each API (docs/semantics.md 1.1, 1.2).
 */
import { clientHungUp, internalError, Refusal, reasonOf } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Names } from '../../model/names.ts';
import { hasRpcErrors } from '../rows.ts';
import type { Context } from '../types.ts';

/** Middleware: catches what handlers throw. An error that is not a refusal is a mistake in Cairn: it is logged, and the client does not see it. */
export function answerErrors(names: Names, log: Log) {
  return async (context: Context, next: () => Promise<void>): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const refusal = error instanceof Refusal ? error : hidden(context, error, log);
      answer(context, names, refusal);
    }
  };
}

const HUNG_UP = new Set(['ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE', 'ERR_STREAM_DESTROYED']);

/** Did the client close the connection? Then nobody gets the answer, and nothing is wrong. */
function hungUp(context: Context, error: unknown): boolean {
  return context.req.socket.destroyed && HUNG_UP.has((error as NodeJS.ErrnoException | undefined)?.code ?? '');
}

function hidden(context: Context, error: unknown, log: Log): Refusal {
  if (hungUp(context, error)) {
    log('request.aborted', { method: context.method, path: context.path });
    return clientHungUp();
  }
  log('request.failed', {
    method: context.method,
    path: context.path,
    reason: reasonOf(error),
  });
  return internalError();
}

function answer(context: Context, names: Names, refusal: Refusal): void {
  const rpc = hasRpcErrors(context.path);
  const status = rpc ? refusal.rpcStatus : refusal.status;
  const { code, message } = refusal;
  const details = refusal.details.length > 0 ? { details: refusal.details } : {};
  if (refusal.retryAfter !== undefined) context.set('Retry-After', String(refusal.retryAfter));
  if (rpc) context.set(names.headers.error, 'true');
  context.status = status;
  context.body = rpc
    ? { exceptionClass: names.exceptionClass, message, status, code, ...details }
    : { error: refusal.title ?? message, message, status, code, ...details };
}
