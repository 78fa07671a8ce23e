/**
 * `POST /entities?action=applyRetention` (docs/semantics.md 18.6).
 */

import type { Catalog } from '../../catalog/index.ts';
import { unknownAspect } from '../../errors.ts';
import { findAspect, urnFrom } from '../../model/named.ts';
import { sendNothing } from '../answer/send.ts';
import { paramsOf, someText } from '../request/params.ts';
import type { Context } from '../types.ts';

const whole = { type: 'integer', minimum: 0 };
const read = paramsOf<{ urn?: string; aspectName?: string }>('applyRetention', [], {
  start: whole,
  count: whole,
  attemptWithVersion: whole,
  urn: someText,
  aspectName: someText,
});

/** Every write applies retention to the aspect that it writes; here nothing is done. The answer is empty. */
export async function applyRetention(context: Context, { model }: Catalog, body: unknown): Promise<void> {
  const { urn, aspectName } = read(body);
  const types = urn === undefined ? [...model.entityTypes.values()] : [urnFrom(model, urn).type];
  if (aspectName !== undefined && !types.some((type) => findAspect(type, aspectName))) throw unknownAspect(aspectName, '/aspectName');
  sendNothing(context);
}
