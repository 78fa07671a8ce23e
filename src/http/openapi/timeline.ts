/**
 * `GET /openapi/v2/timeline/v1/{urn}?categories=TAG,OWNERSHIP` (docs/semantics.md 18.4): the history of an entity as clients print it.
 */
import type { Catalog } from '../../catalog/index.ts';
import { urnFrom } from '../../model/named.ts';
import { urnInPath } from '../request/path-params.ts';
import { flagParam, namesParam, wholeParam } from '../request/query.ts';
import type { Context } from '../types.ts';

const PATH = /^\/openapi\/v2\/timeline\/v1\/(.+?)\/?$/;

/**
 * `[{timestamp, semVer, semVerChange, changeEvents}]`, oldest first, from `startTime` to `endTime` (epoch ms); with `raw` also
 * `rawDiff`, the JSON Patches from version to version.
 */
export async function readTimeline(context: Context, catalog: Catalog): Promise<void> {
  const urn = urnFrom(catalog.model, urnInPath(context, catalog.model, PATH));
  const categories = (namesParam(context, 'categories') ?? []).map((name) => name.toUpperCase());
  const from = wholeParam(context, 'startTime', 0, 0, Number.MAX_SAFE_INTEGER);
  const to = wholeParam(context, 'endTime', Number.MAX_SAFE_INTEGER, 0, Number.MAX_SAFE_INTEGER);
  const raw = flagParam(context, 'raw', false);
  const transactions = await catalog.timeline(urn, [...new Set(categories)], from, to);
  context.body = transactions.map(({ patches, ...each }) => (raw ? { ...each, rawDiff: patches } : each));
}
