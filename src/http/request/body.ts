/**
 * Request bodies: JSON, read whole, up to a hard limit.
 */

import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { unhurried } from '../../budget.ts';
import { badHeader, bodyTooLarge, notUtf8, Refusal } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import { parseLong, withoutNullsOf } from '../../model/read-json.ts';
import type { Context } from '../types.ts';
import { BYTES_OF_ONE } from './share.ts';

/** Clients cut their batches at 15 MiB; one larger aspect is sent all the same (docs/semantics.md 18.1). */
const MOST_BYTES = 32 * 1024 * 1024;
/** The most values of a request that loads nothing: arguments of an operation. */
export const MOST_ARGUMENTS = 50_000;
const JSON_TYPE = /^application\/([\w.-]+\+)?json\s*(;|$)/i;
const PER_ITEM = /"perItem"\s*:\s*true/;

const unzip = promisify(gunzip);

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
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Who is refused before hears so instead, and keeps the body.
  if (context.req.httpVersion === '1.1' && /100-continue/i.test(context.get('expect'))) context.res.writeContinue();
  await unhurried(async () => {
    // Otherwise the end of the loop would cut the request from its connection.
    for await (const chunk of context.req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > most) throw bodyTooLarge(most);
      context.state.share.receive(chunk.length);
      chunks.push(chunk);
    }
  });
  await context.state.share.begin(Math.floor(bytes / BYTES_OF_ONE));
  const plain = await decompressed(context.get('content-encoding').trim().toLowerCase(), Buffer.concat(chunks), most);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch {
    throw notUtf8();
  }
}

/** Stops at `most` bytes, because a few bytes may unpack to gigabytes. */
async function decompressed(encoding: string, body: Buffer, most: number): Promise<Buffer> {
  if (encoding === '' || encoding === 'identity') return body;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw badHeader('Content-Encoding', 'gzip or identity', encoding);
  try {
    return await unzip(body, { maxOutputLength: most });
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE') throw bodyTooLarge(most);
    throw badHeader('Content-Encoding', 'a body that is compressed with gzip', encoding);
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
