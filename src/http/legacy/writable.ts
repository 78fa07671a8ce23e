/**
 * `POST /entities?action=setWritable` (semantics 18).
 */
import { malformed } from '../../errors.ts';
import { sendNothing } from '../answer/send.ts';
import { paramsOf } from '../request/params.ts';
import type { Handler } from '../types.ts';

const read = paramsOf<{ value: boolean }>('setWritable', ['value'], { value: { type: 'boolean' } });

/**
 * Cairn is always writable: to say so changes nothing. The answer is empty.
 *
 * @throws Refusal malformed where writes are to be refused from now on
 */
export const setWritable: (body: unknown) => Handler = (body) => async (context) => {
  if (!read(body).value)
    throw malformed('value: this server is always writable; give clients tokens that may only read, or stop it', [
      { pointer: '/value', expected: 'true', got: false },
    ]);
  sendNothing(context);
};
