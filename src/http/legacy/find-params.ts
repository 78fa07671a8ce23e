/**
 * Parameters that the finding actions share.
 */
import type { Catalog, Grouping, GroupingSpec, SearchRequest, Sort } from '../../catalog/index.ts';
import { badParameter, unknownEntityType } from '../../errors.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import { entityTypeNamed } from '../../model/urn.ts';
import { MOST_COUNT } from '../request/page.ts';
import { boolean, integer, listOf, MOST_NAMES, members, oneOf, type Param, someText, start, text, type ValueOf } from '../request/params.ts';

export const DEFAULT_COUNT = 5_000;

const SORT = members({ field: someText }, { order: oneOf(['ASCENDING', 'DESCENDING']) });

/** Entity types: one name, several, or none for all. */
export const ENTITY: Param<string | string[]> = { if: { type: 'array' }, then: listOf(text, MOST_NAMES), else: text };
/** Counts in a search across the lineage of a column. */
const GROUPING: Param<GroupingSpec | null> = {
  type: ['object', 'null'],
  properties: {
    groupingCriteria: listOf({ type: 'object', properties: { groupingEntityType: text }, required: ['groupingEntityType'] }, MOST_NAMES),
  },
};
export const FLAGS = members(
  {},
  {
    includeSoftDeleted: boolean,
    skipAggregates: boolean,
    maxAggValues: integer({ minimum: 1, maximum: 10_000 }),
    includeStructuredPropertyFacets: boolean,
    allWords: boolean,
    groupSiblings: boolean,
    includeExplain: boolean,
    includeHiddenLifecycleStages: boolean,
    groupingSpec: GROUPING,
    // Known clients send these too. Cairn does them anyway, or not at all.
    skipCache: {},
    skipHighlighting: {},
    fulltext: {},
    getSuggestions: {},
    includeRestricted: {},
    customHighlightingFields: {},
    filterNonLatestVersions: {},
    fetchExtraFields: {},
    includeDraft: {},
    rewriteQuery: {},
  },
);
export const PAGING = { start, count: integer() };
export const SORTING = { sort: SORT, sortCriteria: listOf(SORT, MOST_NAMES) };
/** `readFilter` checks its shape. */
export const FILTER: Param<unknown> = {};

type Flags = ValueOf<typeof FLAGS>;

/** What the flags of a search ask of the core. */
export function flagged({
  includeSoftDeleted = false,
  includeStructuredPropertyFacets = false,
  skipAggregates,
  maxAggValues,
  allWords = false,
  groupSiblings = false,
  includeExplain = false,
}: Flags = {}): Pick<SearchRequest, 'includeRemoved' | 'propertyFacets' | 'facets' | 'facetValues' | 'allWords' | 'explain'> & Grouping {
  return {
    includeRemoved: includeSoftDeleted,
    propertyFacets: includeStructuredPropertyFacets,
    allWords,
    groupSiblings,
    explain: includeExplain,
    ...(skipAggregates ? {} : { facets: 'all' }),
    ...(maxAggValues === undefined ? {} : { facetValues: maxAggValues }),
  };
}

export function sortsOf({ sort, sortCriteria }: { [Name in keyof typeof SORTING]?: ValueOf<(typeof SORTING)[Name]> }): Sort[] {
  return (sortCriteria ?? (sort ? [sort] : [])).map(({ field, order = 'ASCENDING' }) => ({ field, order }));
}

/**
 * The types of a call that must name some: `search`, `autocomplete`, `list`, `filter`.
 *
 * @throws Refusal malformed where none is named; unknownName
 */
export function someTypes(catalog: Catalog, entity: string | readonly string[] | undefined): readonly EntityTypeSpec[] {
  const names = [entity ?? []].flat();
  if (names.length === 0 || names.some((name) => name === '' || name === '*')) {
    throw badParameter('/entity', 'an entity type such as dataset, or a list of them; searchAcrossEntities searches all types', entity);
  }
  return typesNamed(catalog, names);
}

/** Without a name, with an empty one or `*`: all types that are searched when none is named. */
export function typesNamed(catalog: Catalog, entity: string | readonly string[] | undefined, pointer = '/entity'): readonly EntityTypeSpec[] {
  const names = [entity ?? []].flat().filter((name) => name !== '' && name !== '*');
  if (names.length === 0) return catalog.searchable;
  return [...new Set(names)].map((name) => {
    const type = entityTypeNamed(catalog.model, name) ?? [...catalog.model.entityTypes.values()].find(({ graphql }) => graphql === name);
    if (!type) throw unknownEntityType(name, pointer);
    return type;
  });
}

/** `limit` of browse and autocomplete. */
export function appliedLimit(limit: number | undefined, fallback: number): number {
  if (limit !== undefined && limit < 0) throw badParameter('/limit', '0 or more', limit);
  return Math.min(limit ?? fallback, MOST_COUNT);
}
