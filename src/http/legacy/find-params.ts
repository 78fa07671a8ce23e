/**
 * Parameters that the finding actions share.
 */

import type { Catalog, Grouping, SearchRequest, Sort } from '../../catalog/index.ts';
import { badParameter, unknownEntityType } from '../../errors.ts';
import type { EntityTypeSpec, JsonSchema } from '../../model/types.ts';
import { entityTypeNamed } from '../../model/urn.ts';
import { MOST_COUNT } from '../request/page.ts';
import { listOf, MOST_NAMES, someText, text } from '../request/params.ts';

export const DEFAULT_COUNT = 5_000;

const SORT: JsonSchema = {
  type: 'object',
  required: ['field'],
  properties: { field: someText, order: { enum: ['ASCENDING', 'DESCENDING'] } },
  additionalProperties: false,
};
const whole = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };

/** Entity types: one name, several, or none for all. */
export const ENTITY: JsonSchema = { if: { type: 'array' }, then: listOf(text, MOST_NAMES), else: text };
export const FLAGS: JsonSchema = {
  type: 'object',
  properties: {
    includeSoftDeleted: { type: 'boolean' },
    skipAggregates: { type: 'boolean' },
    maxAggValues: { type: 'integer', minimum: 1, maximum: 10_000 },
    includeStructuredPropertyFacets: { type: 'boolean' },
    allWords: { type: 'boolean' },
    includeExplain: { type: 'boolean' },
    includeHiddenLifecycleStages: { type: 'boolean' },
    // Known clients send these too. Cairn does them anyway, or not at all.
    skipCache: {},
    skipHighlighting: {},
    fulltext: {},
    getSuggestions: {},
    includeRestricted: {},
    customHighlightingFields: {},
    filterNonLatestVersions: {},
    fetchExtraFields: {},
    groupingSpec: {
      type: ['object', 'null'],
      properties: {
        groupingCriteria: listOf({ type: 'object', properties: { groupingEntityType: text }, required: ['groupingEntityType'] }, MOST_NAMES),
      },
    },
    includeDraft: {},
    rewriteQuery: {},
  },
  additionalProperties: false,
};
export const PAGING = { start: whole, count: { type: 'integer' } };
export const SORTING = { sort: SORT, sortCriteria: listOf(SORT, MOST_NAMES) };
/** `readFilter` checks its shape. */
export const FILTER: JsonSchema = {};

export interface Flags {
  includeSoftDeleted?: boolean;
  skipAggregates?: boolean;
  maxAggValues?: number;
  includeStructuredPropertyFacets?: boolean;
  allWords?: boolean;
  includeExplain?: boolean;
  includeHiddenLifecycleStages?: boolean;
  /** Counts in a search across the lineage of a column. */
  groupingSpec?: Grouping | null;
}

/** What the flags of a search ask of the core. */
export function flagged({
  includeSoftDeleted = false,
  includeStructuredPropertyFacets = false,
  skipAggregates,
  maxAggValues,
  allWords = false,
  includeExplain = false,
}: Flags = {}): Pick<SearchRequest, 'includeRemoved' | 'propertyFacets' | 'facets' | 'facetValues' | 'allWords' | 'explain'> {
  return {
    includeRemoved: includeSoftDeleted,
    propertyFacets: includeStructuredPropertyFacets,
    allWords,
    explain: includeExplain,
    ...(skipAggregates ? {} : { facets: 'all' }),
    ...(maxAggValues === undefined ? {} : { facetValues: maxAggValues }),
  };
}

export interface Sorting {
  sort?: { field: string; order?: Sort['order'] };
  sortCriteria?: { field: string; order?: Sort['order'] }[];
}

export function sortsOf({ sort, sortCriteria }: Sorting): Sort[] {
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
