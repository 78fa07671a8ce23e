/**
 * `GET /openapi/timeline/v1/{urn}?categories=TAG,OWNERSHIP`, also below `/openapi/v2` (docs/semantics.md 18.4): the history of an entity as clients
 * print it.
 */
import type { Catalog } from '../../catalog/index.ts';
import { urnFrom } from '../../model/named.ts';
import { urnInPath } from '../request/path-params.ts';
import { flagParam, namesParam, wholeParam } from '../request/query.ts';
import type { Context } from '../types.ts';

const PATH = /^\/openapi(?:\/v2)?\/timeline\/v1\/(.+?)\/?$/;

/**
 * `[{timestamp, actor, semVer, semVerChange, changeEvents}]`, oldest first, from `startTime` to `endTime` (epoch ms; clients write -1 and 0 for
 * the beginning and for now); with `raw` also `rawDiff`, the JSON Patches from version to version.
 */
export async function readTimeline(context: Context, catalog: Catalog): Promise<void> {
  const urn = urnFrom(catalog.model, urnInPath(context, catalog.model, PATH));
  const categories = (namesParam(context, 'categories') ?? []).map((name) => name.toUpperCase());
  const from = wholeParam(context, 'startTime', -1, -1, Number.MAX_SAFE_INTEGER);
  const to = wholeParam(context, 'endTime', 0, -1, Number.MAX_SAFE_INTEGER);
  const raw = flagParam(context, 'raw', false);
  const asked = [urn, [...new Set(categories)], from, to > 0 ? to : Number.MAX_SAFE_INTEGER] as const;
  const ofAll = flagParam(context, 'includeVersionSet', false);
  const transactions = ofAll ? (await catalog.timelineOfVersions(...asked)).transactions : await catalog.timeline(...asked);
  context.body = transactions.map(({ patches, ...each }) => (raw ? { ...each, rawDiff: patches } : each));
}
