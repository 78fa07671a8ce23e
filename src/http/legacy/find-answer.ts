/**
 * What the answers of searches have in common (docs/semantics.md 9.5, 9.6).
 */
import type { BestOf, Catalog, FacetResult, Hit, SearchResult } from '../../catalog/index.ts';

/** `metadata`: URNs, matched fields in their order, and facets; of a ranked list also what it is, and what each hit lacks. */
export function metadataOf(catalog: Catalog, hits: SearchResult['hits'], facets: readonly FacetResult[], bestOf?: BestOf) {
  return {
    urns: hits.map(({ urn }) => urn),
    matches: hits.map(({ matchedFields, ...rest }) => ({ matchedFields, ...rankedIn(rest) })),
    ...(bestOf && { bestOf }),
    searchResultMetadatas: facets.map(({ field, values, totalValues }) => ({
      name: field,
      aggregations: counts(values),
      ...more(values, totalValues),
    })),
    ...(catalog.model.names.objectsInSearch ? { aggregations: facets.map(aggregation) } : {}),
  };
}

/** What a hit of a ranked list has beside the matched fields. */
export function rankedIn({ unmet, folded, explanation }: Omit<Hit, 'urn' | 'matchedFields'>) {
  return { ...(unmet && { unmetWords: unmet }), ...(folded && { folded }), ...(explanation && { explanation }) };
}

/** How many values a facet has, where more than are given. */
function more(values: FacetResult['values'], totalValues: number): { totalValues?: number } {
  return totalValues > values.length ? { totalValues } : {};
}

function counts(values: FacetResult['values']): Record<string, number> {
  return Object.fromEntries(values.map(({ value, count }) => [value, count]));
}

function aggregation({ field, displayName, values, totalValues }: FacetResult) {
  const filterValues = values.map(({ value, count }) => ({ value, facetCount: count }));
  return { name: field, displayName, aggregations: counts(values), filterValues, ...more(values, totalValues) };
}
