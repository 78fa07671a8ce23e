/**
 * Lineage: `searchAcrossLineage`, `scrollAcrossLineage`, and the field `lineage` of every entity (semantics 8.3).
 */
import type { LineageDirection, LineagePage } from '../../catalog/lineage.ts';
import { urnFrom } from '../../catalog/read.ts';
import { malformed } from '../../errors.ts';
import type { Model } from '../../model/types.ts';
import { DEGREES, degreesFrom } from '../legacy/lineage-filter.ts';
import { MOST_REACHED } from '../legacy/read-lineage.ts';
import { cursorFrom, cursorText } from '../openapi/cursor.ts';
import { type EntityRef, type GraphContext, type Part, type Resolve, refNamed } from './operation.ts';
import { filterOf, type OrFilters, typesNamed } from './search-inputs.ts';

interface Input {
  readonly urn?: string | null;
  readonly direction: LineageDirection;
  readonly types?: readonly string[] | null;
  readonly query?: string | null;
  readonly start?: number | null;
  readonly count?: number | null;
  readonly scrollId?: string | null;
  readonly orFilters?: OrFilters | null;
  readonly startTimeMillis?: number | null;
  readonly endTimeMillis?: number | null;
  readonly searchFlags?: { readonly includeSoftDeleted?: boolean | null } | null;
}

interface Walked {
  readonly page: LineagePage;
  readonly start: number;
  readonly count: number;
}

/** @param at where a scroll goes on, and the time that all its pages are of */
async function walk({ catalog }: GraphContext, input: Input, at?: { start: number; asOf: number }): Promise<Walked> {
  const query = input.query ?? '';
  if (query !== '' && query !== '*')
    throw malformed(`query: only * is served across lineage, got ${query}`, [{ pointer: '/input/query', expected: '*', got: query }]);
  if (!input.urn) throw malformed('urn: expected the URN where the lineage begins', [{ pointer: '/input/urn', expected: 'a URN' }]);
  const start = at?.start ?? Math.max(0, input.start ?? 0);
  const count = Math.min(Math.max(0, input.count ?? 10), MOST_REACHED);
  const page = await catalog.lineage({
    urn: urnFrom(catalog.model, input.urn),
    direction: input.direction,
    start,
    count,
    degrees: degreesFrom(filterOf(input.orFilters)),
    entityTypes: typesNamed(catalog.model, input.types),
    existing: true,
    includeRemoved: input.searchFlags?.includeSoftDeleted ?? false,
    from: input.startTimeMillis ?? undefined,
    to: input.endTimeMillis ?? undefined,
    asOf: at?.asOf,
  });
  return { page, start, count };
}

function results(model: Model, { page, count }: Walked) {
  const refs = (urns: readonly string[]): EntityRef[] => urns.map((urn) => refNamed(model, urn)).filter((ref) => ref !== null);
  return {
    count,
    total: page.total,
    searchResults: page.reached.map(({ urn, degree, path, relationships }) => ({
      entity: refNamed(model, urn),
      degree,
      degrees: [degree],
      paths: [{ path: refs(path) }],
      relationships,
      matchedFields: [],
    })),
    facets: [{ field: 'degree', displayName: 'Degree of Dependencies', aggregations: counted(page) }],
  };
}

function counted({ degrees }: LineagePage): { value: string; count: number }[] {
  const counts = DEGREES.map(({ label, holds }) => ({
    value: label,
    count: degrees.filter(({ degree }) => holds(degree)).reduce((sum, { count }) => sum + count, 0),
  }));
  return counts.filter(({ count }) => count > 0);
}

const search: Resolve<{ input: Input }> = async (_, { input }, context) => {
  const walked = await walk(context, input);
  return { start: walked.start, ...results(context.catalog.model, walked) };
};

/** All pages are of the time of the first one, so that none is left out or comes twice while others write. */
const scroll: Resolve<{ input: Input }> = async (_, { input }, context) => {
  const at = input.scrollId ? cursorFrom(input.scrollId, { start: 'number', asOf: 'number' }) : { start: 0, asOf: Date.now() };
  const walked = await walk(context, input, at);
  const next = walked.start + walked.page.reached.length;
  const more = walked.page.reached.length > 0 && next < walked.page.total;
  return { nextScrollId: more ? cursorText({ ...at, start: next }) : null, ...results(context.catalog.model, walked) };
};

const ofEntity: Resolve<{ input: Input }, EntityRef> = async ({ urn }, { input }, context) => {
  const { page, start } = await walk(context, { ...input, urn });
  const entity = (named: string): EntityRef | null => refNamed(context.catalog.model, named);
  const relationships = page.reached.map((each) => ({ type: each.relationships.at(-1), degree: each.degree, entity: entity(each.urn) }));
  return { start, count: relationships.length, total: page.total, filtered: page.filtered, relationships };
};

/** Field of every entity. */
export const lineageField = ofEntity;

export const lineage: Part = {
  sdl: `
enum LineageDirection { UPSTREAM DOWNSTREAM }
input LineageInput { direction: LineageDirection! start: Int count: Int startTimeMillis: Long endTimeMillis: Long orFilters: [AndFilterInput!] types: [EntityType!] }
type EntityLineageResult { start: Int! count: Int! total: Int! "Left out as soft-deleted." filtered: Int! relationships: [LineageRelationship!]! }
type LineageRelationship { type: String! degree: Int! entity: Entity }
input SearchAcrossLineageInput {
  urn: String! direction: LineageDirection! types: [EntityType!] query: String start: Int count: Int
  "By degree: 1, 2 or 3+."
  orFilters: [AndFilterInput!]
  startTimeMillis: Long endTimeMillis: Long searchFlags: SearchFlags
}
input ScrollAcrossLineageInput {
  urn: String! direction: LineageDirection! types: [EntityType!] query: String scrollId: String keepAlive: String count: Int
  orFilters: [AndFilterInput!]
  startTimeMillis: Long endTimeMillis: Long searchFlags: SearchFlags
}
type EntityPath { path: [Entity!]! }
type SearchAcrossLineageResult { entity: Entity degree: Int! degrees: [Int!]! paths: [EntityPath!]! relationships: [String!]! matchedFields: [MatchedField!]! }
type SearchAcrossLineageResults { start: Int! count: Int! total: Int! searchResults: [SearchAcrossLineageResult!]! facets: [FacetMetadata!]! }
type ScrollAcrossLineageResults {
  "Null at the end." nextScrollId: String
  count: Int! total: Int! searchResults: [SearchAcrossLineageResult!]! facets: [FacetMetadata!]!
}
extend type Query {
  searchAcrossLineage(input: SearchAcrossLineageInput!): SearchAcrossLineageResults
  scrollAcrossLineage(input: ScrollAcrossLineageInput!): ScrollAcrossLineageResults
}`,
  resolvers: { Query: { searchAcrossLineage: search, scrollAcrossLineage: scroll } },
};
