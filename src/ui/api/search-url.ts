/**
 * Converts a search to its URL and back: `/search?query=orders&type=DATASET&is.platform=…&from.structuredProperties.x=5&sort=…&page=2`.
 */
import type { FieldFilter, SearchAsk } from './search.ts';

export const PAGE_SIZE = 20;

export const SORTS = [
  { id: 'relevance', title: 'Relevance', sort: undefined },
  { id: 'name', title: 'Name, A to Z', sort: { field: '_entityName', order: 'ASCENDING' } },
  { id: 'name-down', title: 'Name, Z to A', sort: { field: '_entityName', order: 'DESCENDING' } },
  { id: 'used', title: 'Most used', sort: { field: 'totalSqlQueries', order: 'DESCENDING' } },
  { id: 'large', title: 'Largest', sort: { field: 'sizeInBytes', order: 'DESCENDING' } },
  { id: 'fresh', title: 'Freshest data', sort: { field: 'lastOperationTime', order: 'DESCENDING' } },
  { id: 'changed', title: 'Last changed', sort: { field: 'lastModifiedAt', order: 'DESCENDING' } },
] as const;

export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? '1');
  return Number.isSafeInteger(page) && page > 0 ? page : 1;
}

/** The words of a search. A star alone is what other catalogs write for everything. */
function wordsIn(query: URLSearchParams): string {
  const text = query.get('query') ?? '';
  return text.trim() === '*' ? '' : text;
}

/** The request to the server. The page adds the facets of properties. */
export function askOf(query: URLSearchParams, propertyFacets: readonly string[]): SearchAsk {
  return {
    query: wordsIn(query),
    types: query.getAll('type'),
    filters: filtersOf(query),
    sort: SORTS.find(({ id }) => id === query.get('sort'))?.sort,
    start: (pageOf(query) - 1) * PAGE_SIZE,
    count: PAGE_SIZE,
    propertyFacets,
    removed: query.get('removed') === 'true',
    allWords: query.get('all') === 'true',
  };
}

/** What narrows a search besides its types. */
export function filtersOf(query: URLSearchParams): FieldFilter[] {
  const fields = new Map<string, { values: string[]; from?: string; to?: string }>();
  for (const [name, value] of query) {
    const [, kind, field] = /^(is|from|to)\.(.+)$/.exec(name) ?? [];
    if (field === undefined || value === '') continue;
    const entry = fields.get(field) ?? { values: [] };
    if (kind === 'is') entry.values.push(value);
    else if (kind === 'from') entry.from = value;
    else entry.to = value;
    fields.set(field, entry);
  }
  return [...fields].map(([field, entry]) => ({ field, ...entry }));
}
