/**
 * `POST /entities?action=setWritable` (docs/semantics.md 18.6).
 */
import type { Catalog } from '../../catalog/index.ts';
import { alwaysWritable } from '../../errors.ts';
import { sendNothing } from '../answer/send.ts';
import { paramsOf } from '../request/params.ts';
import type { Context } from '../types.ts';

const read = paramsOf<{ value: boolean }>('setWritable', ['value'], { value: { type: 'boolean' } });

/**
 * Cairn is always writable, so `true` changes nothing. The answer is empty.
 *
 * @throws Refusal malformed for `false`
 */
export async function setWritable(context: Context, _catalog: Catalog, body: unknown): Promise<void> {
  if (!read(body).value) throw alwaysWritable();
  sendNothing(context);
}
