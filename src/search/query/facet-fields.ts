/**
 * The facets that a request asks for: those of the model or by their names, and those of properties that are offered as filters.
 */
import { type Fields, fieldsOf, nearestFields, TYPE_FIELD } from '../../model/fields.ts';
import { type FacetField, facetOf } from '../document/asked-fields.ts';
import { isFacet } from '../document/index-fields.ts';
import type { UnknownField } from '../filter/expand.ts';
import { fieldNamed, namesProperty } from '../filter/property-fields.ts';
import type { Parameters } from './pages.ts';
import { withoutKeyword } from './resolved-query.ts';
import type { SearchRequest, WantedFacet } from './types.ts';

/**
 * Of equally frequent values Typesense picks any. So for named facets more values are read than shown. Each value costs Typesense the
 * reading of a document, which is too much for all facets of every search.
 */
const LEAST_FACET_VALUES = 250;

/** The named facets that cannot be counted. */
export function unknownFacets(facets: SearchRequest['facets'], fields: Fields): UnknownField[] {
  const names = facets === undefined || facets === 'all' ? [] : facets;
  const unknown = names.filter((name) => {
    const field = fieldNamed(fields, withoutKeyword(name));
    return !field || !isFacet(field);
  });
  return unknown.map((field) => ({ field, nearest: nearestFields(fields, field).filter((each) => each !== field) }));
}

/** The fields to count, if documents have them by now. @param shown names of property fields, as answers show them */
export async function facetFields(
  { facets, types, propertyFacets = false }: SearchRequest,
  fields: Fields,
  shown: ReadonlyMap<string, string>,
  has: (physical: string) => Promise<boolean>,
): Promise<WantedFacet[]> {
  if (facets === undefined) return [];
  const mine = [...new Set(types.flatMap((type) => [...fieldsOf(type).values()].filter(({ facet }) => facet !== undefined).map(({ name }) => name)))];
  const names = facets === 'all' ? mine.filter((name) => name !== TYPE_FIELD || types.length > 1) : facets;
  const offered = propertyFacets ? [...shown.values()] : [];
  const wanted = [...new Set([...names, ...offered])].flatMap((name) => {
    const field = fieldNamed(fields, withoutKeyword(name));
    return field && isFacet(field) ? [{ name: namesProperty(name) ? (shown.get(field.name) ?? name) : name, field: facetOf(field, fields) }] : [];
  });
  const there = await Promise.all(wanted.map(({ field }) => has(field.counted)));
  return wanted.filter((_, index) => there[index]);
}

/** The parameters that make Typesense count these fields. @param shown values of a facet at most */
export function facetParameters(counted: readonly FacetField[], named: boolean, shown: number): Parameters {
  if (counted.length === 0) return {};
  return {
    facet_by: counted.map((field) => field.counted).join(','),
    max_facet_values: named ? Math.max(shown, LEAST_FACET_VALUES) : shown,
  };
}
