/**
 * `GET /aspects/<urn>?aspect=<name>&version=<n>` (document 1, endpoint 9; semantics 6.3), also as of a time.
 */

import { aspectTag } from '../../catalog/index.ts';
import { urnFrom } from '../../model/named.ts';
import { objectText } from '../answer/send.ts';
import { sendTagged } from '../answer/tagged.ts';
import { asOfParam } from '../request/as-of.ts';
import { requiredText, textParam } from '../request/query.ts';
import type { Handler } from '../types.ts';
import { readDifference, readVersionRange, versionParam } from './read-versions.ts';

/** `{version, aspect: {<record name>: value}}`; version 0 is the latest. With `start` or `count` a range, with `against` a difference. */
export const readAspect: (urn: string) => Handler = (asked) => async (context, catalog) => {
  const urn = urnFrom(catalog.model, asked);
  if (textParam(context, 'start') !== undefined || textParam(context, 'count') !== undefined) return readVersionRange(urn)(context, catalog);
  if (textParam(context, 'against') !== undefined) return readDifference(urn)(context, catalog);
  const version = versionParam(context, 'version');
  const { aspect, state } = await catalog.readVersion(urn, requiredText(context, 'aspect'), version, asOfParam(context));
  const text = objectText([
    ['version', String(version)],
    ['aspect', objectText([[aspect.record, state.value.text]])],
  ]);
  sendTagged(context, text, aspectTag(state));
};
