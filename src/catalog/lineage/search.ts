/**
 * The core's search across lineage (docs/semantics.md 8.3): stored entities upstream or downstream of one, found by text and filter.
 */
import { tooMuchLineage } from '../../errors.ts';
import { type LogPlace, readHead } from '../../graph/commit-log.ts';
import type { Graph } from '../../graph/driver.ts';
import { NO_STAMPS, type ReachedEntity, readReach, type Traversal, traverse, type UnstoredReach } from '../../graph/traverse.ts';
import { columnPrefix } from '../../model/column-urn.ts';
import { SCHEMA_FIELD_TYPE } from '../../model/known-names.ts';
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import {
  asksForRemoved,
  type EntityGroup,
  EVERYTHING,
  type FacetResult,
  isEverything,
  type MatchedField,
  type PropertyFinder,
  type SearchAmongResult,
  type SearchEngine,
  type SearchRequest,
  type SearchResult,
  searchAmong,
} from '../../search/index.ts';
import type { NamingRequest } from '../properties/searched-properties.ts';
import { refuseForgotten } from '../read/as-of.ts';
import type { Facts } from '../read/kept-facts.ts';
import { withHierarchies } from '../write/hierarchy.ts';
import { byParent, type Reach, searchColumns } from './column-search.ts';
import { DEGREE, DEGREE_CLASSES, degreeOrder, filtersByDegree } from './degrees.ts';
import { type IgnoredHops, isIgnored, nearer } from './ignored-hops.ts';
import type { LineageDirection } from './lineage.ts';
import { withMakers, withSeenPath } from './seen-path.ts';
import { fromOne, type SeenAmong, stepsSeen } from './steps-seen.ts';

export interface LineageSearchRequest extends Omit<SearchRequest, 'types' | 'scroll'>, NamingRequest {
  readonly urn: Urn;
  readonly direction: LineageDirection;
  /** Most hops. If absent: no limit. */
  readonly hops?: number | undefined;
  /** The entity types in the answer. The traversal goes through other types, but leaves them out. If absent: all. */
  readonly types?: readonly EntityTypeSpec[] | undefined;
  /** From a column: answer columns, instead of what has them. */
  readonly columns?: boolean | undefined;
  /** What counts without being stored; columns if absent. */
  readonly unstored?: UnstoredReach | undefined;
  /** What is no hop: what lies behind it is as near as it is. */
  readonly ignoredHops?: readonly IgnoredHops[] | undefined;
  /** Follow only edges with a stamp in this window, epoch ms, both ends inclusive, and edges without a stamp. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** A page of a scroll begins after this hit, or at the beginning, instead of at `start`. Only in the order of degrees. */
  readonly scroll?: { readonly after: LineagePosition | undefined };
}

/** The position of a scroll: after this hit, in the lineage as of this time (epoch ms), so that degrees do not change. */
export interface LineagePosition {
  readonly asOf: number;
  readonly degree: number;
  readonly urn: string;
}

export interface LineageHit extends ReachedEntity {
  /** A column that the schema of its dataset does not have. */
  readonly missing?: true;
  /** One shortest path to it; from a column, one to each of its columns that are reached. */
  readonly paths: readonly (readonly string[])[];
  /** The same, with the queries and jobs that make the steps between what they lead from and to. */
  readonly fullPaths: readonly (readonly string[])[];
  readonly ignoredAsHop: boolean;
  /** The lengths of the paths, in ascending order. */
  readonly degrees: readonly number[];
  readonly matchedFields: readonly MatchedField[];
}

export interface LineageSearchResult {
  readonly total: number;
  /** How many soft-deleted entities were left out before text and filter were applied. */
  readonly filtered: number;
  readonly hits: readonly LineageHit[];
  /** The facets; the first one is the degree. */
  readonly facets: readonly FacetResult[];
  readonly unknown: SearchResult['unknown'];
  /** Where the scroll continues; absent at its end. */
  readonly next: LineagePosition | undefined;
}

export interface LineageSearchParts {
  readonly model: Model;
  readonly graph: Graph;
  readonly engine: SearchEngine;
  readonly properties: PropertyFinder;
  readonly facts: Facts;
  /** The newest commit when the search began. */
  readonly head: LogPlace | undefined;
  /** If absent: everything may be shown. */
  readonly seen?: SeenAmong | undefined;
}

/** Most entities to search among: their ids become a filter. */
export const MOST_SEARCHED = 100_000;

/**
 * Searches within the lineage of an entity. Without words and sort fields, hits come by degree, then URN; with words, the best come first.
 * Without text and filter the answer comes from the graph alone, so it does not lag behind. The lineage of a column is told by what has the
 * columns that are reached, unless the request wants these.
 *
 * @throws Refusal malformed for a wrong request, and if more entities are reached than can be searched
 */
export async function searchLineage(parts: LineageSearchParts, asked: LineageSearchRequest): Promise<LineageSearchResult> {
  const request = { ...asked, filter: await withHierarchies(parts.facts, asked.filter, parts.head) };
  const { scroll, count } = request;
  const order = degreeOrder(request);
  const asOf = scroll?.after?.asOf ?? (scroll ? (await readHead(parts.graph)).at : undefined);
  const { reached, filtered, steps } = await reachOf(parts, request, asOf);
  const groups = isGrouped(request) ? byParent(parts.model, reached, request.types) : undefined;
  const ascending: Reach = groups ? [...groups].map(([urn, { degree }]) => [urn, degree] as const) : reached;
  const list: Reach = order === 'DESCENDING' ? [...ascending].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)) : ascending;
  const found = await searchReached(parts, request, list, order);
  const hits = await withWays(parts, request, { asOf, steps }, new Map(reached), found.hits, (urn) => groups?.get(urn)?.urns ?? [urn]);
  const last = hits.at(-1);
  const more = scroll && asOf !== undefined && last && hits.length === count;
  return { ...found, filtered, hits, next: more ? { asOf, degree: last.degree, urn: last.urn } : undefined };
}

/** Is it the lineage of a column, told by what has the columns? */
function isGrouped({ urn, columns = false }: LineageSearchRequest): boolean {
  return urn.type.name === SCHEMA_FIELD_TYPE && !columns;
}

/** What lineage reaches, before text and filter. @throws Refusal malformed for a time before the hard delete of the start */
export async function reachOf(
  { model, graph, seen }: Pick<LineageSearchParts, 'model' | 'graph' | 'seen'>,
  request: LineageSearchRequest,
  asOf?: number,
) {
  const lifted = (request.includeRemoved ?? false) || asksForRemoved(request.filter);
  const walked = {
    urn: request.urn.text,
    columns: columnPrefix(model),
    direction: request.direction,
    hops: request.hops,
    prefixes: isGrouped(request) ? undefined : request.types?.map(({ name }) => `${model.names.urnPrefix}${name}:`),
    includeRemoved: lifted,
    from: request.from,
    to: request.to,
    asOf,
  };
  // Without hops that count a walk is as long as it can be.
  const walks = { ...walked, ...fromOne(walked.urn), hops: request.ignoredHops ? undefined : walked.hops };
  const steps = await stepsSeen(graph, walks, seen);
  const walk = { ...walked, steps };
  const unstored = request.unstored ?? 'COLUMNS';
  const { forgotten, ...found } = await readReach(graph, walk, unstored);
  refuseForgotten(request.urn.text, asOf, forgotten);
  const reached = request.ignoredHops ? await nearer(model, graph, walk, request.ignoredHops, found.reached) : found.reached;
  if (!seen) return { ...found, reached, steps };
  // Those that are left out as soft-deleted are counted, if they are shown.
  const all = found.filtered > 0 ? (await readReach(graph, { ...walk, includeRemoved: true }, unstored)).reached : found.reached;
  const shown = await seen.among([request.urn.text, ...reached.map(([urn]) => urn), ...all.map(([urn]) => urn)]);
  if (!shown.has(request.urn.text)) return { filtered: 0, reached: [], steps };
  const countOf = (list: Reach): number => list.filter(([urn]) => shown.has(urn)).length;
  return { filtered: countOf(all) - countOf(found.reached), reached: reached.filter(([urn]) => shown.has(urn)), steps };
}

/** The hits, and the facets; the first facet is the degree. */
async function searchReached(parts: LineageSearchParts, request: LineageSearchRequest, list: Reach, order: 'ASCENDING' | 'DESCENDING' | undefined) {
  const filters = filtersByDegree(request.filter);
  const classes = DEGREE_CLASSES.flatMap(({ label, holds }, at) => {
    const filter = filters[at];
    const members = list.filter(([, degree]) => holds(degree));
    // A class without members stays, so that its filter is checked even if the traversal reaches nothing.
    return filter ? [{ label, filter, members, urns: members.map(([urn]) => urn) }] : [];
  });
  if (order === 'DESCENDING') classes.reverse();
  const after = request.scroll?.after;
  const passed = after
    ? classes.flatMap(({ members }) => members).filter(([urn, degree]) => degree < after.degree || (degree === after.degree && urn <= after.urn))
    : [];
  const from = order && passed.length;
  const isWhole = !isGrouped(request) && isEverything(request.input) && from !== undefined && classes.every(({ filter }) => filter === EVERYTHING);
  const ofColumns = request.urn.type.name === SCHEMA_FIELD_TYPE && !isGrouped(request);
  const find = isWhole ? wholeLineage : ofColumns ? amongColumns : inIndex;
  const { facets: _, ...withoutFacets } = request;
  const result = await find(parts, ofColumns ? withoutFacets : request, classes, from);
  const values = classes.map(({ label }, at) => ({ value: label, count: result.counts[at] ?? 0 })).filter(({ count }) => count > 0);
  const degrees: FacetResult = { field: DEGREE, displayName: 'Degree of Dependencies', values, totalValues: values.length };
  return { total: result.total, hits: result.hits, facets: [degrees, ...result.facets], unknown: result.unknown };
}

/** Columns have no documents of their own. */
function amongColumns(parts: LineageSearchParts, asked: LineageSearchRequest, classes: readonly EntityGroup[], from = 0): Promise<SearchAmongResult> {
  const { scroll, start, count, ...request } = asked;
  return searchColumns(parts.model, classes, { start: from + (scroll ? 0 : start), count }, (datasets) =>
    inIndex(parts, { ...request, types: undefined, start: 0, count: MOST_SEARCHED }, datasets, 0),
  );
}

async function wholeLineage(
  parts: LineageSearchParts,
  request: LineageSearchRequest,
  classes: readonly EntityGroup[],
  from = 0,
): Promise<SearchAmongResult> {
  const urns = classes.flatMap((each) => each.urns);
  const start = from + (request.scroll ? 0 : request.start);
  const { facets } = request.facets === undefined ? { facets: [] } : await inIndex(parts, { ...request, count: 0 }, classes, from);
  return {
    total: urns.length,
    hits: urns.slice(start, start + request.count).map((urn) => ({ urn, matchedFields: [] })),
    facets,
    unknown: [],
    counts: classes.map((each) => each.urns.length),
  };
}

function inIndex(
  { engine, model, properties }: LineageSearchParts,
  request: LineageSearchRequest,
  classes: readonly EntityGroup[],
  from: number | undefined,
): Promise<SearchAmongResult> {
  const size = classes.reduce((sum, { urns }) => sum + urns.length, 0);
  if (size > MOST_SEARCHED) throw tooMuchLineage(request.urn.text, size, MOST_SEARCHED);
  return searchAmong(engine, model, properties, {
    ...request,
    types: request.types ?? [...model.entityTypes.values()],
    // If sorted by degree, the list already has the order.
    sort: from === undefined ? (request.sort ?? []) : [],
    start: request.scroll ? 0 : request.start,
    parts: classes,
    inOrderFrom: from,
  });
}

/**
 * Adds one shortest path to each hit, or to each of the URNs that it stands for.
 *
 * @param standsFor these URNs, the nearest first
 */
async function withWays(
  { graph, model, seen }: LineageSearchParts,
  { urn, direction, from, to, ignoredHops }: LineageSearchRequest,
  walked: Pick<Traversal, 'asOf' | 'steps'>,
  degrees: ReadonlyMap<string, number>,
  hits: SearchResult['hits'],
  standsFor: (urn: string) => readonly string[],
): Promise<LineageHit[]> {
  if (hits.length === 0) return [];
  const among = hits.flatMap((hit) => standsFor(hit.urn));
  const deepest = Math.max(...among.map((each) => degrees.get(each) ?? 1));
  // Neo4j plans each number of hops once, for up to a second: few numbers, which may reach further than what is asked for.
  const hops = ignoredHops ? undefined : 2 ** Math.ceil(Math.log2(deepest));
  const everything = {
    columns: columnPrefix(model),
    types: undefined,
    prefixes: undefined,
    degrees: undefined,
    existing: false,
    includeRemoved: true,
  };
  const page = await traverse(graph, { ...everything, urn: urn.text, direction, hops, among, from, to, ...walked, start: 0, count: among.length });
  const shown = seen && (await seen.among(page.reached.flatMap(({ path, by }) => [...path, ...by])));
  const ways = new Map(
    page.reached.map((each) => {
      const way = shown ? withSeenPath(each, shown) : each;
      // What makes steps, and when, is not told where one of the steps is not shown.
      return [each.urn, way === each ? each : { ...way, by: [], stamps: NO_STAMPS }];
    }),
  );
  return hits.map((hit) => {
    const urns = standsFor(hit.urn);
    const own = urns.flatMap((each) => ways.get(each) ?? []).map((each) => ({ ...each, degree: degrees.get(each.urn) ?? each.degree }));
    const { degree = degrees.get(urns[0] ?? '') ?? 0, path = [], relationships = [], by = [], stamps = NO_STAMPS } = own[0] ?? {};
    return {
      ...hit,
      degree,
      path,
      relationships,
      by,
      stamps,
      paths: own.length > 0 ? own.map((each) => each.path) : [[]],
      fullPaths: own.length > 0 ? own.map((each) => withMakers(model, each, shown)) : [[]],
      ignoredAsHop: ignoredHops !== undefined && isIgnored(model, ignoredHops, hit.urn),
      degrees: [...new Set(own.map((each) => each.degree))].sort((a, b) => a - b),
    };
  });
}
