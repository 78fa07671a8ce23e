/**
 * A text that is the same for every request until Cairn starts anew: sent compressed, and only if the browser does not have it yet.
 */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Context } from '../types.ts';

export interface Asset {
  readonly type: string;
  /** A hash of the content. */
  readonly etag: string;
  readonly plain: Buffer;
  readonly packed: PackedBodies;
}

type PackedBodies = Readonly<{ br?: Buffer; gzip: Buffer }>;

/** @param packed its compressed forms, if they are at hand */
export function asset(type: string, plain: string | Buffer, packed: PackedBodies = { gzip: gzipSync(plain) }): Asset {
  return { type, etag: createHash('sha256').update(plain).digest('hex').slice(0, 16), plain: Buffer.from(plain), packed };
}

/** @param how `forever`: the address contains a hash of the content, so that browsers need not ask again */
export function sendAsset(context: Context, { type, etag, plain, packed }: Asset, { forever = false, status = 200 } = {}): void {
  context.set('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache');
  context.type = type;
  context.etag = etag;
  context.vary('Accept-Encoding');
  context.status = status;
  if (context.fresh) {
    context.status = 304;
    return;
  }
  // Of several at once, the first that the browser names would be taken, and browsers name gzip first.
  const encoding = (['br', 'gzip'] as const).find((each) => packed[each] !== undefined && context.acceptsEncodings(each) === each);
  if (encoding !== undefined) context.set('Content-Encoding', encoding);
  context.body = encoding === undefined ? plain : packed[encoding];
}
