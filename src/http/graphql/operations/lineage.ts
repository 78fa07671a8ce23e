/**
 * Lineage: `searchAcrossLineage`, `scrollAcrossLineage`, and the field `lineage` of every entity (docs/semantics.md 8.3).
 */
import { type LineageHit, type LineageSearchRequest, type LineageSearchResult, wantsColumns } from '../../../catalog/index.ts';
import { badParameter } from '../../../errors.ts';
import type { Arguments, LineageFlags, ScrollAcrossLineageInput, SearchAcrossLineageInput } from '../../../generated/arguments.ts';
import { urnFrom } from '../../../model/named.ts';
import { isRecord } from '../../../model/path.ts';
import type { Model } from '../../../model/types.ts';
import { cursorText, lineagePosition, lineageQuestion } from '../../request/cursor.ts';
import { SEARCH_PLACES } from '../budget.ts';
import { costing, WALK } from '../cost.ts';
import { type EntityRef, type GraphContext, type Resolve, type Resolvers, refNamed } from '../operation.ts';
import { filterIn, typesNamed } from '../types/search-inputs.ts';
import { facetsOf } from '../types/search-results.ts';
import { inView } from '../types/views.ts';
import { requestOf } from './search.ts';

type LineageInput = SearchAcrossLineageInput & Pick<ScrollAcrossLineageInput, 'scrollId'>;
type Window = Pick<LineageFlags, 'startTimeMillis' | 'endTimeMillis'>;

/**
 * @param columns from a column: answer columns themselves
 * @param scrollId where a scroll continues, null at its beginning; absent if this is not a scroll
 */
async function walked(context: GraphContext, input: LineageInput, scrollId?: string | null, columns = wantsColumns(input.searchFlags?.groupingSpec)) {
  const { catalog, budget, notes } = context;
  if (!input.urn) throw badParameter('/input/urn', 'the URN where the lineage begins');
  const { scroll: _, ...asked } = requestOf(context, input);
  const whole: LineageSearchRequest = await inView(context, input.viewUrn, {
    ...asked,
    types: typesNamed(catalog.model, input.types),
    urn: urnFrom(catalog.model, input.urn, '/input/urn'),
    direction: input.direction,
    columns,
    ...windowOf(input.lineageFlags, input),
    ignoredHops: ignoredIn(catalog.model, input.lineageFlags),
  });
  const question = lineageQuestion(catalog, whole);
  const request = scrollId === undefined ? whole : { ...whole, scroll: lineagePosition(scrollId, question) };
  const result = await budget.list(() => catalog.searchLineage(request), WALK, SEARCH_PLACES);
  notes.searched = true;
  notes.unknown.push(...result.unknown);
  budget.spend(result.hits.length);
  return { request, result, next: result.next ? cursorText(result.next, question) : null };
}

/** The window of the flags; where they name none, that of the input itself. */
function windowOf(flags: Window | null | undefined, input: Window = {}): { from: number | undefined; to: number | undefined } {
  return {
    from: flags?.startTimeMillis ?? input.startTimeMillis ?? undefined,
    to: flags?.endTimeMillis ?? input.endTimeMillis ?? undefined,
  };
}

/** Without platforms: all of the type. */
function ignoredIn(model: Model, flags: LineageFlags | null | undefined): LineageSearchRequest['ignoredHops'] {
  const named = flags?.ignoreAsHops ?? [];
  if (named.length === 0) return undefined;
  return named.flatMap(({ entityType, platforms }) =>
    (typesNamed(model, [entityType]) ?? []).map((type) => ({
      type,
      platforms: platforms?.length ? platforms.map((urn) => urnFrom(model, urn, '/input/lineageFlags/ignoreAsHops').text) : undefined,
    })),
  );
}

function pathsOf(model: Model, { fullPaths }: Pick<LineageHit, 'fullPaths'>): object[] {
  return fullPaths.map((path) => ({ path: path.map((each) => refNamed(model, each)).filter((ref) => ref !== null) }));
}

function answer(context: GraphContext, { count }: LineageSearchRequest, { total, hits, facets }: LineageSearchResult) {
  const { model } = context.catalog;
  return {
    count,
    total,
    searchResults: hits.map(({ urn, degree, degrees, fullPaths, relationships, matchedFields, ignoredAsHop, missing = false }) => ({
      entity: refNamed(model, urn),
      degree,
      degrees,
      paths: pathsOf(model, { fullPaths }),
      relationships,
      missing,
      explored: true,
      ignoredAsHop,
      truncatedChildren: false,
      matchedFields: matchedFields.map((each) => ({ ...each, entity: refNamed(model, each.value) })),
    })),
    facets: facetsOf({ facets }, context),
  };
}

const search: Resolve<{ input: LineageInput }> = async (_, { input }, context) => {
  const { request, result } = await walked(context, input);
  return { start: request.start, ...answer(context, request, result) };
};

/** All pages show the lineage at the time of the first one, so that no entity is missing or comes twice while others write. */
const scroll: Resolve<{ input: LineageInput }> = async (_, { input }, context) => {
  const { request, result, next } = await walked(context, input, input.scrollId ?? null);
  return { nextScrollId: next, ...answer(context, request, result) };
};

const count: Resolve<Arguments['searchAcrossLineageCounts']> = async (_, { input }, { catalog, notes }) => {
  const total = await catalog.countLineage({
    urn: urnFrom(catalog.model, input.urn, '/input/urn'),
    direction: input.direction,
    types: typesNamed(catalog.model, input.types),
    input: '',
    filter: filterIn(input),
    start: 0,
    count: 0,
    includeRemoved: input.includeSoftDeleted ?? false,
    ...windowOf(input.lineageFlags),
    ignoredHops: ignoredIn(catalog.model, input.lineageFlags),
    ghosts: input.includeGhostEntities ?? false,
    declared: input.validateSchemaFields !== 'NONE',
  });
  notes.searched = true;
  return { total };
};

/** Without facets: only the entities, by degree. */
const ofEntity: Resolve<{ input: LineageInput }, EntityRef> = async ({ urn }, { input }, context) => {
  const flags = { skipAggregates: true, skipHighlighting: true };
  const { request, result } = await walked(context, { ...input, urn, searchFlags: flags }, undefined, true);
  const entity = (named: string): EntityRef | null => refNamed(context.catalog.model, named);
  const relationships = result.hits.map((each) => ({
    type: each.relationships.at(-1),
    degree: each.degree,
    entity: entity(each.urn),
    missing: each.missing ?? false,
    ...each.stamps,
    createdActor: entity(each.stamps.createdActor ?? ''),
    updatedActor: entity(each.stamps.updatedActor ?? ''),
    isManual: isManual(each.stamps.properties),
    paths: pathsOf(context.catalog.model, each),
  }));
  return { start: request.start, count: relationships.length, total: result.total, filtered: result.filtered, relationships };
};

/** Edges that people make in a client say so. */
function isManual(properties: string | null): boolean {
  const stated: unknown = properties === null ? undefined : JSON.parse(properties);
  return isRecord(stated) && stated.source === 'UI';
}

/** The field `lineage` of every entity. */
export const lineageField = costing(WALK, ofEntity);

export const lineage: Resolvers = {
  Query: {
    searchAcrossLineage: costing(WALK, search),
    scrollAcrossLineage: costing(WALK, scroll),
    searchAcrossLineageCounts: costing(WALK, count),
  },
};
