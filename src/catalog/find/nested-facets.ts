/**
 * Facets that count with a domain, a container or a group what is below it, as the condition `DESCENDANTS_INCL` finds it: each entity once, however many
 * ways lead to it (docs/semantics.md 9.5).
 */
import { nestingTypes } from '../../model/nesting.ts';
import type { Model } from '../../model/types.ts';
import { isProblem, parseUrn } from '../../model/urn.ts';
import { both, criterion, type FacetResult, type SearchRequest, type SearchResult } from '../../search/index.ts';
import type { Hierarchy } from '../read/kept-facts.ts';

export interface NestedFacets {
  readonly nestedFacets?: boolean | undefined;
}

/** Values of a facet that are counted anew: each is a search. The most frequent ones, with what is above them, are. */
export const MOST_RECOUNTED = 40;

interface NestedParts {
  readonly model: Model;
  readonly hierarchy: Hierarchy;
  readonly search: (request: SearchRequest) => Promise<SearchResult>;
}

/** The result, with the facets counted so. What is hidden above an entity is not named. */
export async function withNestedFacets(parts: NestedParts, request: SearchRequest, result: SearchResult): Promise<SearchResult> {
  const nesting = nestingTypes(parts.model.entityTypes.values());
  const typeOf = (value: string): string | undefined => {
    const urn = value.startsWith(parts.model.names.urnPrefix) ? parseUrn(parts.model, value) : undefined;
    return urn && !isProblem(urn) && nesting.has(urn.type.name) ? urn.type.name : undefined;
  };
  const facets = await Promise.all(
    result.facets.map(async (facet) => {
      const types = new Set(facet.values.map(({ value }) => typeOf(value)).filter((type) => type !== undefined));
      return types.size === 0 ? facet : nested(parts, request, facet, (value) => types.has(typeOf(value) ?? ''));
    }),
  );
  return { ...result, facets };
}

async function nested(
  { hierarchy, search }: NestedParts,
  request: SearchRequest,
  facet: FacetResult,
  isOne: (value: string) => boolean,
): Promise<FacetResult> {
  const own = new Map(facet.values.map(({ value, count }) => [value, count]));
  const above = new Map<string, readonly string[]>();
  for (const { value } of facet.values) if (isOne(value)) above.set(value, await hierarchy([value], 'above'));
  const wholes = [...new Set([...above.values()].flat())].filter(isOne);
  const seen = request.seen ? await request.seen.among(wholes) : new Set(wholes);
  // Nothing is below the others.
  const recounted = wholes.filter((value) => seen.has(value)).slice(0, MOST_RECOUNTED);
  const counts = await Promise.all(recounted.map((value) => countBelow(search, request, facet.field, value)));
  for (const [at, value] of recounted.entries()) own.set(value, counts[at] ?? 0);
  const most = request.facetValues ?? own.size;
  const values = [...own].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
  return { ...facet, values: values.slice(0, most), totalValues: facet.totalValues + own.size - facet.values.length };
}

async function countBelow(search: NestedParts['search'], request: SearchRequest, field: string, value: string): Promise<number> {
  const { facets: _, scroll: __, ...rest } = request;
  const filter = both(request.filter, criterion(field, 'DESCENDANTS_INCL', value));
  return (await search({ ...rest, filter, start: 0, count: 0, matches: false })).total;
}
