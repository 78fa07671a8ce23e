/**
 * Compresses answers for clients that accept it. Tokens are sent in a header that a page of another site cannot make a browser send, so that
 * the length of an answer tells such a page nothing.
 */
import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { Context } from '../types.ts';

/** Less fits into one packet of a network anyhow, bytes. */
const LEAST = 1400;
/** Up to this size, the work itself takes less time than handing it to another thread, bytes. */
const SMALL = 32 * 1024;
/** JSON is mostly repetition: a higher level takes three times as long for a tenth less. */
const LEVEL = { level: 1 };

const inAnotherThread = promisify<Buffer, { level: number }, Buffer>(gzip);

/** Middleware: compresses texts. Streams, such as events, are sent as they come. */
export async function packAnswers(context: Context, next: () => Promise<void>): Promise<void> {
  await next();
  const { body, response } = context;
  if (body === undefined || body === null || context.respond === false || context.headerSent) return;
  if (context.res.hasHeader('Content-Encoding') || !/json|text|xml|javascript/.test(response.type)) return;
  const text = isPlain(body) ? JSON.stringify(body) : body;
  if (!isLong(text)) return;
  context.vary('Accept-Encoding');
  if (context.method === 'HEAD' || context.acceptsEncodings('gzip', 'identity') !== 'gzip') return;
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const packed = bytes.length <= SMALL ? gzipSync(bytes, LEVEL) : await inAnotherThread(bytes, LEVEL);
  context.body = packed;
  context.set('Content-Encoding', 'gzip');
}

/** Is it worth the work? Long texts are not encoded for those who take them as they are: 4 MB take 5 ms. */
function isLong(body: unknown): body is string | Buffer {
  if (typeof body === 'string') return body.length >= LEAST || Buffer.byteLength(body) >= LEAST;
  return Buffer.isBuffer(body) && body.length >= LEAST;
}

/** What Koa sends as JSON. */
function isPlain(body: unknown): boolean {
  return Array.isArray(body) || (typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype);
}
