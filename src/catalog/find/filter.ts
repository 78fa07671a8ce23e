/**
 * What faces need to ask the finding calls: the filter as clients write it, and the nouns of a search.
 */

export type { UnknownField } from '../../search/filter/expand.ts';
export { readFilter } from '../../search/filter/legacy.ts';
export { both, EVERYTHING, type Filter } from '../../search/filter/tree.ts';
export type { Facet } from '../../search/query/facets.ts';
export { isEverything } from '../../search/query/input.ts';
export type { Place } from '../../search/query/scroll.ts';
export type { SearchRequest, SearchResult, Sort } from '../../search/query/search.ts';
