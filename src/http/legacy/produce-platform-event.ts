/**
 * `POST /platform?action=producePlatformEvent` (docs/semantics.md 17).
 */
import type { Catalog } from '../../catalog/index.ts';
import { eventsNotTaken } from '../../errors.ts';
import { paramsOf, someText, text, time } from '../request/params.ts';
import type { Context } from '../types.ts';

const read = paramsOf<object>('producePlatformEvent', ['name', 'event'], {
  name: someText,
  key: text,
  event: {
    type: 'object',
    required: ['payload'],
    properties: {
      header: { type: 'object', required: ['timestampMillis'], properties: { timestampMillis: time } },
      name: someText,
      payload: { type: 'object', required: ['value', 'contentType'], properties: { value: text, contentType: someText } },
    },
  },
});

/**
 * Checks an event, and says that it goes nowhere: Cairn has no consumers of events.
 *
 * @throws Refusal notImplemented
 */
export async function producePlatformEvent(_context: Context, _catalog: Catalog, body: unknown): Promise<void> {
  read(body);
  throw eventsNotTaken();
}
