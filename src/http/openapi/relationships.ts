/**
 * Relationships of one entity: `GET /openapi/relationships/v1/` and `GET /openapi/v3/relationship/{entityName}/{urn}`
 * (docs/semantics.md 8.4).
 */
import { type Catalog, directionFrom } from '../../catalog/index.ts';
import { entityTypeOrRefuse, ofType, urnFrom } from '../../model/named.ts';
import { warnOfRelationships } from '../answer/warn-names.ts';
import { asOfParam } from '../request/as-of.ts';
import { cursorFrom, cursorText, questionOf } from '../request/cursor.ts';
import { pageParams, scrollCount } from '../request/page.ts';
import { urnInPath } from '../request/path-params.ts';
import { namesParam, requiredUrn, textParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import { edgeJson } from './edge-json.ts';

const MOST = 10_000;
const PATH = /^\/openapi\/v3\/relationship\/([^/]+)\/.+$/;
const URN = /^\/openapi\/v3\/relationship\/[^/]+\/(.+?)\/?$/;

/** `{start, count, total, entities: [{relationshipType, urn}]}`; past the end `count` is 0, which is how clients know that it is over. */
export async function readRelationshipsV1(context: Context, catalog: Catalog): Promise<void> {
  const urn = requiredUrn(context, catalog.model);
  const direction = directionFrom(textParam(context, 'direction'));
  const { start, count } = pageParams(context, 200, MOST);
  const types = namesParam(context, 'relationshipTypes') ?? [];
  warnOfRelationships(context, catalog.model, types);
  const { total, related } = await catalog.related(urn, direction, types, start, count, await asOfParam(context, catalog));
  context.body = { start, count: related.length, total, entities: related.map((each) => ({ relationshipType: each.type, urn: each.urn })) };
}

/** `{scrollId, results: [{relationshipType, source, destination}]}`; without `scrollId` on the last page. */
export async function readEntityRelationships(context: Context, catalog: Catalog): Promise<void> {
  const name = PATH.exec(context.path)?.[1] ?? '';
  const named = urnFrom(catalog.model, urnInPath(context, catalog.model, URN));
  const urn = ofType(entityTypeOrRefuse(catalog.model, name, '/entityName'), named);
  const direction = directionFrom(textParam(context, 'direction') ?? 'OUTGOING');
  const count = scrollCount(context, MOST);
  const types = relationshipTypes(context);
  warnOfRelationships(context, catalog.model, types);
  const question = questionOf(catalog, 'relationships', urn.text, direction, types);
  const scrollId = textParam(context, 'scrollId');
  const after = scrollId === undefined ? undefined : cursorFrom(scrollId, question, { type: 'text', urn: 'text' });
  const pairs = await catalog.relatedAfter(urn, direction, types, after, count + 1);
  const page = pairs.slice(0, count);
  const last = page.at(-1);
  context.body = {
    ...(pairs.length > count && last ? { scrollId: cursorText({ type: last.type, urn: last.urn }, question) } : {}),
    results: page.map((each) =>
      edgeJson(each.type, ...(direction === 'OUTGOING' ? ([urn.text, each.urn] as const) : ([each.urn, urn.text] as const))),
    ),
  };
}

/** Clients write the parameter in three ways. */
export function relationshipTypes(context: Context): string[] {
  return ['relationshipType', 'relationshipType[]', 'relationshipTypes'].flatMap((name) => namesParam(context, name) ?? []);
}
