/**
 * Bodies that nobody reads, because the request was refused or needs none.
 */
import type { Context } from '../types.ts';

/** So much of a body is read and thrown away, so that the connection can be used again, bytes. */
const SMALL = 64 * 1024;

/** Middleware: an answer that leaves much of a body unread is the last one of its connection, which ends (in-turn.ts). */
export async function leaveBodies(context: Context, next: () => Promise<void>): Promise<void> {
  await next();
  const { req } = context;
  if (req.complete || context.headerSent) return;
  // A body of which a part was read is not thrown away by Node.
  const small = context.get('transfer-encoding') === '' && Number(context.get('content-length')) <= SMALL && !req.readableDidRead;
  if (!small) context.set('Connection', 'close');
}
