/**
 * `GET /aspects/<urn>?aspect=<name>&version=<n>` (document 1, endpoint 9; semantics 6.3).
 */
import { urnFrom } from '../../catalog/read.ts';
import { type Handler, objectText, sendJson } from '../context.ts';
import { requiredText, wholeParam } from '../query.ts';

/** `{version, aspect: {<record name>: value}}`; version 0 is the latest. */
export const readAspect: (urn: string) => Handler = (asked) => async (context, catalog) => {
  const urn = urnFrom(catalog.model, asked);
  const version = wholeParam(context, 'version', 0, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  const { aspect, state } = await catalog.readVersion(urn, requiredText(context, 'aspect'), version);
  sendJson(context, objectText([['version', String(version)], ['aspect', objectText([[aspect.record, state.value.text]])]]));
};
