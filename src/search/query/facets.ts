/**
 * Facets: how often each value occurs in the whole result (docs/semantics.md 9.5).
 */
import { doubleText } from '../../model/double-text.ts';
import { fieldsOf, type NamedField } from '../../model/fields.ts';
import { compareNames } from '../../model/natural-order.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import { askedFields, type FacetField } from '../document/asked-fields.ts';
import { decode } from '../document/encode.ts';
import { equality } from '../document/index-fields.ts';
import { sourceValues } from '../document/source-values.ts';
import type { SearchEngine } from '../engine/client.ts';
import { multiSearch, type RawResult } from '../engine/multi.ts';
import { isPropertyField } from '../filter/property-fields.ts';
import { withSources } from './pages.ts';
import type { FacetResult, WantedFacet } from './types.ts';

const FIRST = ['_entityType', 'typeNames', 'platform', 'domains', 'tags', 'glossaryTerms', 'container', 'owners', 'origin'];

/**
 * Long values as they were written, by their tokens. In the index they are digests that nobody can read or search for. Each one is read
 * from one of the documents that have it.
 */
export async function longValues(engine: SearchEngine, wanted: readonly WantedFacet[], result: RawResult | undefined): Promise<Map<string, string>> {
  const unread = wanted.flatMap(({ field }) =>
    countsOf(result, field).flatMap(({ value: token }) => (decode(token) === undefined ? [{ field, token }] : [])),
  );
  if (unread.length === 0) return new Map();
  const found = await multiSearch(
    engine,
    unread.map(({ field, token }) => ({ q: '*', per_page: 1, filter_by: `${field.counted}:=${token}`, include_fields: 'id,urn' })),
  );
  const documents = await withSources(
    engine,
    found.map(({ hits }) => hits[0]?.document ?? {}),
  );
  return new Map(
    unread.flatMap(({ field, token }, at) => {
      const values = askedFields(field).flatMap((name) => sourceValues(documents[at] ?? {}, name).map(String));
      const text = values.find((value) => equality(field, value).token === token);
      return text === undefined ? [] : [[token, text] as const];
    }),
  );
}

function countedOf(result: RawResult | undefined, field: FacetField) {
  return result?.facet_counts?.find(({ field_name }) => field_name === field.counted);
}

function countsOf(result: RawResult | undefined, field: FacetField) {
  return countedOf(result, field)?.counts ?? [];
}

/**
 * @param long the result of `longValues`
 * @param most values of a facet; of equally frequent ones, the first
 */
export function facetsOf(
  types: readonly EntityTypeSpec[],
  wanted: readonly WantedFacet[],
  result: RawResult | undefined,
  long: ReadonlyMap<string, string>,
  most: number,
): FacetResult[] {
  const facets = wanted.map(({ name, field }): FacetResult => {
    const values = countsOf(result, field)
      .map(({ value, count }) => ({ value: facetText(field, decode(value) ?? long.get(value) ?? value), count }))
      .sort((a, b) => b.count - a.count || compareNames(a.value, b.value))
      .slice(0, most);
    const totalValues = Math.max(values.length, countedOf(result, field)?.stats?.total_values ?? 0);
    return { field: name, displayName: displayName(types, field), values, totalValues };
  });
  const rank = (field: string): number => (FIRST.includes(field) ? FIRST.indexOf(field) : FIRST.length);
  return facets.filter(({ values }) => values.length > 0).sort((a, b) => rank(a.field) - rank(b.field));
}

/** Numbers of properties are shown with a fraction: `30.0` (docs/semantics.md 9.5). */
function facetText(field: NamedField, value: string): string {
  return isPropertyField(field) && field.kind === 'number' ? doubleText(Number(value)) : value;
}

/** A field may have several display names. That of the searched types has priority. */
function displayName(types: readonly EntityTypeSpec[], { name, facet = name }: NamedField): string {
  for (const type of types) {
    const shown = fieldsOf(type).get(name)?.facet;
    if (shown !== undefined) return shown;
  }
  return facet;
}
