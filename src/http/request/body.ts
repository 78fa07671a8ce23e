/**
 * Request bodies: JSON, read whole, up to a hard limit.
 */

import { unhurried } from '../../budget.ts';
import { bodyTooLarge, notUtf8, Refusal } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';
import { parseLong, withoutNullsOf } from '../../model/read-json.ts';
import type { Context } from '../types.ts';

/** Clients cut their batches at 15 MiB; one larger aspect is sent all the same (docs/semantics.md 18.1). */
export const MOST_BYTES = 32 * 1024 * 1024;
const PER_ITEM = /"perItem"\s*:\s*true/;
/** As long as a client sends it hears nothing: what is too large is read to its end, within reason. */
const MOST_UNHEARD_BYTES = 256 * 1024 * 1024;

/**
 * @param most bytes
 * @returns the text of the body, without a byte order mark
 * @throws Refusal tooLarge; notJson for what is no UTF-8
 */
export async function readText(context: Context, most = MOST_BYTES): Promise<string> {
  const announced = Number(context.get('content-length') || 0);
  if (announced > MOST_UNHEARD_BYTES) throw bodyTooLarge(most);
  const chunks: Buffer[] = [];
  let bytes = 0;
  await unhurried(async () => {
    for await (const chunk of context.req as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > MOST_UNHEARD_BYTES) throw bodyTooLarge(most);
      if (bytes <= most) chunks.push(chunk);
      else chunks.length = 0;
    }
  });
  if (bytes > most) throw bodyTooLarge(most);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw notUtf8();
  }
}

/** @throws Refusal notJson; malformed for an integer that would be rounded; tooLarge */
export async function readBody(context: Context, most = MOST_BYTES): Promise<unknown> {
  return parseBody(await readText(context, most));
}

/** The parameters of an action: nulls are as if left out. */
export async function readParams(context: Context): Promise<unknown> {
  const text = await readText(context);
  return withoutNullsOf(text, await parseBody(text));
}

async function parseBody(text: string): Promise<unknown> {
  try {
    return await parseLong(text, 'The body');
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind !== 'malformed') throw error;
    // Each item of such a batch is refused for itself.
    const marked = PER_ITEM.test(text) ? await parseLong(text, 'The body', 'mark') : undefined;
    if (isRecord(marked) && marked.perItem === true) return marked;
    throw error;
  }
}
