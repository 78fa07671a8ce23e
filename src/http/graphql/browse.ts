/**
 * Queries `browse` and `browsePaths` (semantics 11, 15).
 */

import { readFilter } from '../../catalog/filter.ts';
import { urnFrom } from '../../catalog/read.ts';
import { type Part, type Resolve, refNamed } from './operation.ts';
import { filterOf, type OrFilters, typesNamed } from './search-inputs.ts';

interface Input {
  readonly type: string;
  readonly path?: readonly string[] | null;
  readonly start?: number | null;
  readonly count?: number | null;
  readonly filters?: NonNullable<OrFilters[number]['and']> | null;
  readonly orFilters?: OrFilters | null;
}

const MOST = 10_000;

/** Groups first, then entities; `start` and `count` run over both. */
const browsed: Resolve<{ input: Input }> = async (_, { input }, { catalog, notes }) => {
  const type = typesNamed(catalog.model, [input.type])?.[0];
  const path = input.path ?? [];
  const start = Math.max(0, input.start ?? 0);
  const count = Math.min(Math.max(0, input.count ?? 10), MOST);
  const filter = readFilter(filterOf([...(input.orFilters ?? []), ...(input.filters?.length ? [{ and: input.filters }] : [])]), '/input/orFilters');
  const page = type
    ? await catalog.browse(type, path.map((segment) => `/${segment}`).join(''), filter, start, count)
    : { groups: [], entities: [], totalGroups: 0, totalEntities: 0, unknown: [] };
  notes.searched = true;
  notes.unknown.push(...page.unknown);
  return {
    start,
    count,
    total: page.totalEntities,
    entities: page.entities.map(({ urn }) => refNamed(catalog.model, urn)).filter((ref) => ref !== null),
    groups: page.groups,
    metadata: { path, totalNumEntities: page.totalEntities, totalGroups: page.totalGroups },
  };
};

const paths: Resolve<{ input: { urn: string } }> = async (_, { input }, { catalog }) => {
  const found = await catalog.browsePaths(urnFrom(catalog.model, input.urn));
  return found.map((path) => ({ path: path.split('/').filter((segment) => segment !== '') }));
};

export const browse: Part = {
  sdl: `
input BrowseInput { type: EntityType! path: [String!] start: Int count: Int filters: [FacetFilterInput!] orFilters: [AndFilterInput!] }
input BrowsePathsInput { urn: String! type: EntityType }
type BrowseResultGroup { name: String! count: Long! }
type BrowseResultMetadata { path: [String!]! totalNumEntities: Long! totalGroups: Int! }
type BrowseResults {
  start: Int! count: Int! total: Long! entities: [Entity!]! groups: [BrowseResultGroup!]! metadata: BrowseResultMetadata!
}
type BrowsePath { path: [String!]! }
extend type Query {
  browse(input: BrowseInput!): BrowseResults
  browsePaths(input: BrowsePathsInput!): [BrowsePath!]!
}`,
  resolvers: { Query: { browse: browsed, browsePaths: paths } },
};
