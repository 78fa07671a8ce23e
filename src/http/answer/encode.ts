/**
 * Encodes long answers in slices, and sends them in pieces. An answer of 8 MB takes 25 ms of the event loop if it is encoded, hashed and handed to
 * the system at once, and 64 of them came one after the other: a small read of somebody else waited for 1.5 s.
 */
import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import type { Context } from '../types.ts';

/** Shorter answers are encoded and sent at once, characters or bytes: less than a millisecond. */
export const SHORT_ANSWER = 256 * 1024;
/** Characters that are encoded in one step, and bytes that are handed to the system in one step. */
const [PIECE, SENT] = [128 * 1024, 256 * 1024];
const HIGH_SURROGATE = /[\ud800-\udbff]/;

/** The bytes of a text that comes in parts: long ones are not joined first, because that copies them once more. */
export async function encoded(parts: readonly string[]): Promise<Buffer> {
  if (parts.reduce((sum, { length }) => sum + length, 0) < SHORT_ANSWER) return Buffer.from(parts.join(''));
  const slices = makeSlices();
  // Others may have just done long work in this turn of the event loop.
  await yieldIfDue(slices);
  let length = 0;
  for (const piece of piecesOf(parts)) {
    length += Buffer.byteLength(piece);
    await yieldIfDue(slices);
  }
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  for (const piece of piecesOf(parts)) {
    at += bytes.write(piece, at);
    await yieldIfDue(slices);
  }
  return bytes;
}

/** In the middle of a character that takes two places nothing is cut. */
function* piecesOf(parts: readonly string[]): Generator<string> {
  for (const part of parts)
    for (let at = 0; at < part.length; ) {
      const end = at + PIECE;
      const to = end < part.length && HIGH_SURROGATE.test(part.charAt(end - 1)) ? end - 1 : end;
      yield part.slice(at, to);
      at = to;
    }
}

/** The SHA-256 of an answer. */
export async function digestOf(bytes: Buffer): Promise<string> {
  if (bytes.length < SHORT_ANSWER) return hash('sha256', bytes, 'base64url');
  const slices = makeSlices();
  const digest = createHash('sha256');
  for (let at = 0; at < bytes.length; at += PIECE) {
    digest.update(bytes.subarray(at, at + PIECE));
    await yieldIfDue(slices);
  }
  return digest.digest('base64url');
}

/** Middleware, around all that makes the body: hands a long one to the system piece by piece, as the client takes it. */
export async function sendInPieces(context: Context, next: () => Promise<void>): Promise<void> {
  await next();
  const { body, type } = context;
  if (!Buffer.isBuffer(body) || body.length < SHORT_ANSWER) return;
  context.body = Readable.from(sentPieces(body), { objectMode: false, highWaterMark: SENT });
  context.type = type;
  context.length = body.length;
}

/** To hand a piece over is work, too: a thousand clients who take a long answer at the same time would otherwise take a second of a turn. */
async function* sentPieces(body: Buffer): AsyncGenerator<Buffer> {
  const slices = makeSlices();
  for (let at = 0; at < body.length; at += SENT) {
    yield body.subarray(at, at + SENT);
    await yieldIfDue(slices);
  }
}
