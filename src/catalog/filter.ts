/**
 * What faces need to ask the finding calls: the filter as clients write it, and the nouns of a search.
 */
export type { Facet } from '../search/facets.ts';
export type { UnknownField } from '../search/filter/expand.ts';
export { readFilter } from '../search/filter/legacy.ts';
export { both, EVERYTHING, type Filter } from '../search/filter/tree.ts';
export { isEverything } from '../search/input.ts';
export type { SearchRequest, SearchResult, Sort } from '../search/query.ts';
export type { Place } from '../search/scroll.ts';
