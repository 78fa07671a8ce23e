/**
 * `POST /openapi/v3/lineage/scroll` (docs/semantics.md 8.4): lineage edges, all of them, or those at some entities.
 */
import { type Catalog, lineageDirection, lineageEnds, lineageNames } from '../../catalog/index.ts';
import { unknownLineageType } from '../../errors.ts';
import { urnsFrom } from '../../model/named.ts';
import { ANY_NUMBER, cursorFrom, cursorText, questionOf } from '../request/cursor.ts';
import { scrollCount } from '../request/page.ts';
import { type Param, paramsOf, someText } from '../request/params.ts';
import { flagParam, textParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import { readJsonBody } from './body.ts';
import { edgeJson } from './edge-json.ts';
import { relationshipTypes } from './relationships.ts';

const MOST = 10_000;
const MOST_URNS = 1_000;

const urns: Param<string[]> = { type: 'array', items: someText, maxItems: MOST_URNS };
const read = paramsOf('lineage/scroll', {}, { urns });

/**
 * `{scrollId?, results: [{relationshipType, source, destination, upstream, downstream}]}`. A direction is seen from the given entities:
 * edges that lead the other way are left out, so that a page may have fewer results than were asked for.
 */
export async function scrollLineage(context: Context, catalog: Catalog): Promise<void> {
  const { urns: texts = [] } = read((await readJsonBody(context)).json);
  const urns = [...new Set(urnsFrom(catalog.model, texts).map(({ text }) => text))];
  const count = scrollCount(context, MOST);
  const direction = textParam(context, 'direction');
  const anchor = direction === undefined ? undefined : lineageDirection(direction) === 'UPSTREAM' ? 'downstream' : 'upstream';
  const scrollId = textParam(context, 'scrollId');
  const types = lineageTypes(catalog, relationshipTypes(context));
  const includeRemoved = flagParam(context, 'includeSoftDelete', true);
  const question = questionOf(catalog, 'lineage edges', urns, anchor, types, includeRemoved);
  const request = {
    types,
    sourceTypes: undefined,
    targetTypes: undefined,
    includeRemoved,
    after: scrollId === undefined ? undefined : cursorFrom(scrollId, question, { id: ANY_NUMBER }).id,
    count: count + 1,
  };
  const ends =
    urns.length === 0
      ? [{ sources: undefined, targets: undefined }]
      : [
          { sources: urns, targets: undefined },
          { sources: undefined, targets: urns },
        ];
  const found = (await Promise.all(ends.map((end) => catalog.edges({ ...request, ...end })))).flat();
  const edges = [...new Map(found.map((edge) => [edge.id, edge])).values()].sort((a, b) => a.id - b.id);
  const page = edges.slice(0, count);
  const last = page.at(-1);
  context.body = {
    ...(edges.length > count && last ? { scrollId: cursorText({ id: last.id }, question) } : {}),
    results: page.flatMap((edge) => {
      const lineage = lineageEnds(catalog.model, edge);
      if (!lineage || (anchor && urns.length > 0 && !urns.includes(lineage[anchor]))) return [];
      return [{ ...edgeJson(edge.type, edge.source, edge.target), ...lineage }];
    }),
  };
}

/** @throws Refusal malformed for a relationship that is no lineage */
function lineageTypes({ model }: Catalog, asked: readonly string[]): string[] {
  const known = lineageNames(model);
  const other = asked.find((name) => !known.includes(name));
  if (other !== undefined) throw unknownLineageType('/relationshipTypes', other, known);
  return asked.length === 0 ? known : [...asked];
}
