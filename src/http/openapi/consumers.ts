/**
 * Offsets of the consumers of a message queue (docs/semantics.md 18.6): Cairn has none, because a write is committed before it is answered.
 */
import type { Catalog } from '../../catalog/index.ts';
import { badParameter } from '../../errors.ts';
import { decodePart } from '../request/path-params.ts';
import type { Context } from '../types.ts';

/** What clients ask about: of proposals, of changes, and of changes of timeseries. */
const CONSUMERS = ['mcp', 'mcl', 'mcl-timeseries'];

/**
 * `GET /openapi/operations/kafka/{consumer}/consumer/offsets`: by consumer group, of which there is none.
 *
 * @throws Refusal malformed for a consumer that clients do not know either
 */
export async function readConsumerOffsets(context: Context, _catalog: Catalog): Promise<void> {
  const name = decodePart(context.path.split('/consumer/')[0]?.split('/').at(-1) ?? '');
  if (!CONSUMERS.includes(name)) throw badParameter('/consumer', `one of ${CONSUMERS.join(', ')}`, name);
  context.body = {};
}
