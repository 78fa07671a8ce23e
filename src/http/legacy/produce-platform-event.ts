/**
 * `POST /platform?action=producePlatformEvent` (semantics 18).
 */
import { type Handler, sendNothing } from '../context.ts';
import { paramsOf, someText, text, time } from '../params.ts';

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

/** Takes an event. Nobody is told of it: Cairn has no consumers of events. The answer is empty. */
export const producePlatformEvent: (body: unknown) => Handler = (body) => async (context) => {
  read(body);
  sendNothing(context);
};
