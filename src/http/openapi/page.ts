/**
 * One page of a list or a scroll (semantics 13.2): from the graph in the order of URNs.
 */
import type { Catalog } from '../../catalog/index.ts';
import { malformed } from '../../errors.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { type Context, sendJson } from '../context.ts';
import { flagParam, textParam, wholeParam } from '../query.ts';
import { badCursor, cursorFrom, cursorText } from './cursor.ts';
import { pageText } from './envelope.ts';
import { shownEntity } from './shown-aspects.ts';
import { versionOf } from './target.ts';

/** Entities on a page at most; a larger `count` gives this many, and the answer says so. */
const MOST = 5_000;
const DEFAULT = 10;

export interface Sort {
  readonly field: string;
  readonly order: 'ASCENDING' | 'DESCENDING';
}

export interface Listing {
  readonly types: readonly EntityTypeSpec[];
  readonly sorts: readonly Sort[];
  readonly filter: unknown;
  /** Undefined: all aspects. */
  readonly names: readonly string[] | undefined;
}

/** Answers with a page, as the parameters of the URL have it. */
export async function sendPage(context: Context, catalog: Catalog, { types, sorts, filter, names }: Listing): Promise<void> {
  const asked = wholeParam(context, 'count', DEFAULT, 0, Number.MAX_SAFE_INTEGER);
  const count = Math.min(asked, MOST);
  const includeRemoved = flagParam(context, 'includeSoftDelete', false);
  refuseSearch(textParam(context, 'query'), sorts, filter);
  const scrollId = textParam(context, 'scrollId');
  const cursor = scrollId === undefined ? undefined : cursorFrom(scrollId, { urn: 'string', total: 'number' });
  if (cursor && scrollId !== undefined) checkType(catalog, types, cursor.urn, scrollId);
  const { urns, more } = await catalog.list({
    types,
    after: cursor?.urn,
    count,
    order: sorts[0]?.order ?? 'ASCENDING',
    includeRemoved,
    slice: sliceOf(context),
  });
  const total = cursor?.total ?? (await catalog.count(types, includeRemoved));
  const withMetadata = flagParam(context, 'systemMetadata', false);
  const entities =
    names?.length === 0
      ? urns.map((urn) => ({ urn: urn.text, aspects: [] }))
      : (await catalog.read(urns, names)).map((view) => shownEntity(view, names, withMetadata));
  const last = urns.at(-1);
  const next = more && last ? cursorText({ urn: last.text, total }) : undefined;
  sendJson(context, pageText(versionOf(context), entities, next, total, asked > MOST ? MOST : undefined));
}

/** Part `sliceId` of `sliceMax` parts that several clients scroll at once. */
function sliceOf(context: Context): { id: number; of: number } | undefined {
  const of = wholeParam(context, 'sliceMax', 1, 1, 1024);
  return of === 1 ? undefined : { id: wholeParam(context, 'sliceId', 0, 0, of - 1), of };
}

function checkType(catalog: Catalog, types: readonly EntityTypeSpec[], text: string, scrollId: string): void {
  const urn = parseUrn(catalog.model, text);
  if (isProblem(urn) || !types.includes(urn.type)) throw badCursor(scrollId);
}

/** What only the search index could answer. */
function refuseSearch(query: string | undefined, sorts: readonly Sort[], filter: unknown): void {
  const refuse = (pointer: string, expected: string, got: unknown): never => {
    throw malformed(`${pointer.slice(1)}: entities are listed by their URNs only; expected ${expected}`, [{ pointer, expected, got }]);
  };
  if (query !== undefined && query !== '*') refuse('/query', '*', query);
  const sort = sorts.find(({ field }) => field !== 'urn');
  if (sort) refuse('/sortCriteria', 'urn', sort.field);
  if (filter !== undefined) refuse('/filter', 'no filter', filter);
}
