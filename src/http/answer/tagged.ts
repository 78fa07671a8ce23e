/**
 * Answers with an `ETag` (RFC 9110, 8.8): the tag of the aspect or entity, which `If-Match` of a write takes, and behind it a digest of
 * the answer, so that 304 is given only for the very same text.
 */
import { meets, tags } from '../../catalog/index.ts';
import { conditionFailed } from '../../errors.ts';
import type { Context } from '../types.ts';
import { digestOf, encoded } from './encode.ts';
import { sendJson } from './send.ts';

/**
 * Answers with JSON text, which comes in parts, or with 304 if the client has it already (`If-None-Match`).
 *
 * @throws Refusal precondition if `If-Match` has another tag; malformed for headers without tags
 */
export async function sendTagged(context: Context, parts: readonly string[], tag: string): Promise<void> {
  const wanted = tags(context.get('if-match') || undefined, 'If-Match');
  if (wanted && !meets(wanted, tag)) throw conditionFailed('If-Match', `Expected ${wanted.join(', ')}`, `the current tag is ${tag}`);
  // The bytes are hashed and sent: otherwise the text would be encoded three times.
  const bytes = await encoded(parts);
  const whole = `${tag.slice(0, -1)}-${(await digestOf(bytes)).slice(0, 8)}"`;
  context.set('ETag', whole);
  const had = tags(context.get('if-none-match') || undefined, 'If-None-Match') ?? [];
  if (had.some((each) => each === '*' || each.replace('W/', '') === whole)) {
    context.body = null;
    context.status = 304;
  } else sendJson(context, bytes);
}
