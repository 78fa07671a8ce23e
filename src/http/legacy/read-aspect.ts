/**
 * `GET /aspects/<urn>?aspect=<name>&version=<n>` (docs/semantics.md 6.3), also as of a time.
 */

import { aspectTag, type Catalog } from '../../catalog/index.ts';
import { urnFrom } from '../../model/named.ts';
import { objectText } from '../answer/send.ts';
import { sendTagged } from '../answer/tagged.ts';
import { asOfParam } from '../request/as-of.ts';
import { requiredText, textParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import { readDifference, readVersionRange, versionParam } from './read-versions.ts';

/** `{version, aspect: {<record name>: value}}`; version 0 is the latest. With `start` or `count` a range, with `against` a difference. */
export async function readAspect(context: Context, catalog: Catalog, asked: string): Promise<void> {
  const urn = urnFrom(catalog.model, asked);
  if (textParam(context, 'start') !== undefined || textParam(context, 'count') !== undefined) return readVersionRange(context, catalog, urn);
  if (textParam(context, 'against') !== undefined) return readDifference(context, catalog, urn);
  const version = versionParam(context, 'version');
  const { aspect, state } = await catalog.readVersion(urn, requiredText(context, 'aspect'), version, asOfParam(context));
  const text = objectText([
    ['version', String(version)],
    ['aspect', objectText([[aspect.record, state.value.text]])],
  ]);
  sendTagged(context, text, aspectTag(state));
}
