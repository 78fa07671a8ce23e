/**
 * Request bodies: JSON, read whole, up to a hard limit.
 */
import { createGunzip } from 'node:zlib';
import { unhurried } from '../../budget.ts';
import { badHeader, bodyTooLarge, notUtf8, Refusal } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import { parseLong, withoutNullsOf } from '../../model/read-json.ts';
import { makeSlices, yieldIfDue } from '../../slices.ts';
import { BYTES_OF_ONE, type Share } from '../shares.ts';
import type { Context } from '../types.ts';

/** Clients cut their batches at 15 MiB; one larger aspect is sent all the same (docs/semantics.md 18.1). */
const MOST_BYTES = 32 * 1024 * 1024;
/** The most values of a request that loads nothing: arguments of an operation. */
export const MOST_ARGUMENTS = 50_000;
/** Bytes that are decoded in one step: at most a millisecond. */
const PIECE = 128 * 1024;
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;
const PER_ITEM = /"perItem"\s*:\s*true/;

export function isJsonType(contentType: string): boolean {
  return JSON_TYPE.test(contentType);
}

/**
 * @param most bytes, also of what a compressed body contains
 * @returns the text of the body, without a byte order mark
 * @throws Refusal tooLarge; notJson for what is no UTF-8; malformed for a compression that Cairn does not know
 */
export async function readText(context: Context, most = MOST_BYTES): Promise<string> {
  const announced = Number(context.get('content-length') || 0);
  if (announced > most) throw bodyTooLarge(most);
  const { share } = context.state;
  const packed = isPacked(context.get('content-encoding').trim().toLowerCase());
  // Who is refused before hears so instead, and keeps the body.
  if (context.req.httpVersion === '1.1' && /100-continue/i.test(context.get('expect'))) context.res.writeContinue();
  // Otherwise the end of the loop would cut the request from its connection.
  const sent = context.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  const body = await unhurried(() => gathered(sent, share, most));
  await share.begin(weightOf(body));
  if (!packed) return decoded(body);
  const plain = await unpacked(body, share, most);
  // A few bytes may have been much.
  await share.begin(weightOf(plain));
  return decoded(plain);
}

/** All of a body. Its bytes are held as they come. @throws Refusal tooLarge beyond `most` bytes, tooMuchAtOnce */
async function gathered(pieces: AsyncIterable<Buffer>, { receive }: Pick<Share, 'receive'>, most: number): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of pieces) {
    bytes += chunk.length;
    if (bytes > most) throw bodyTooLarge(most);
    await receive(chunk.length);
    chunks.push(chunk);
  }
  return chunks;
}

function weightOf(chunks: readonly Buffer[]): number {
  return Math.floor(chunks.reduce((sum, { length }) => sum + length, 0) / BYTES_OF_ONE);
}

/** In slices: 32 MB at once take 25 ms, those of letters beyond ASCII 430. */
async function decoded(chunks: readonly Buffer[]): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const slices = makeSlices();
  const texts: string[] = [];
  try {
    for (const chunk of chunks)
      for (let at = 0; at < chunk.length; at += PIECE) {
        texts.push(decoder.decode(chunk.subarray(at, at + PIECE), { stream: true }));
        await yieldIfDue(slices);
      }
    texts.push(decoder.decode());
  } catch {
    throw notUtf8();
  }
  return texts.join('');
}

/** @throws Refusal malformed for a compression that Cairn does not know */
function isPacked(encoding: string): boolean {
  if (encoding === '' || encoding === 'identity') return false;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw badHeader('Content-Encoding', 'gzip or identity', encoding);
  return true;
}

/** Stops at `most` bytes, because a few bytes may unpack to gigabytes. */
async function unpacked(body: readonly Buffer[], share: Pick<Share, 'receive'>, most: number): Promise<readonly Buffer[]> {
  const unpack = createGunzip({ chunkSize: PIECE });
  try {
    unpack.end(Buffer.concat(body));
    return await gathered(unpack, share, most);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw badHeader('Content-Encoding', 'a body that is compressed with gzip', 'gzip');
  }
}

/**
 * @param most bytes
 * @param values the most values; without it, those of a load
 * @throws Refusal notJson; malformed for an integer that would be rounded; tooLarge
 */
export async function readBody(context: Context, most = MOST_BYTES, values?: number): Promise<unknown> {
  return parseBody(await readText(context, most), values);
}

/** The parameters of an action: nulls are as if left out. */
export async function readParams(context: Context, most = MOST_BYTES): Promise<unknown> {
  const text = await readText(context, most);
  return withoutNullsOf(text, await parseBody(text));
}

async function parseBody(text: string, values?: number): Promise<unknown> {
  try {
    return await parseLong(text, 'The body', 'refuse', values);
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'malformed') throw error;
    // Each item of such a batch is refused for itself.
    const marked = PER_ITEM.test(text) ? await parseLong(text, 'The body', 'mark') : undefined;
    if (isRecord(marked) && marked.perItem === true) return marked;
    throw error;
  }
}
