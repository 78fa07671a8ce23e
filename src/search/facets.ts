/**
 * Facets: how often each value occurs in the whole result (semantics 9.5).
 */
import { doubleText } from '../model/double-text.ts';
import { fieldsOf, type NamedField } from '../model/fields.ts';
import type { EntityTypeSpec } from '../model/types.ts';
import { decode } from './encode.ts';
import type { RawResult } from './multi.ts';
import { isPropertyField } from './property-fields.ts';
import type { WantedFacet } from './query.ts';

export interface Facet {
  readonly field: string;
  readonly displayName: string;
  /** Most frequent first, then by value. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

const FIRST = ['_entityType', 'typeNames', 'platform', 'domains', 'tags', 'glossaryTerms', 'container', 'owners', 'origin'];

/** @param most values of a facet at most; of those that occur equally often the first ones */
export function facetsOf(types: readonly EntityTypeSpec[], wanted: readonly WantedFacet[], result: RawResult | undefined, most: number): Facet[] {
  const facets = wanted.map(({ name, field }): Facet => {
    const counts = result?.facet_counts?.find(({ field_name }) => field_name === `k_${field.name}`)?.counts ?? [];
    const values = counts
      .map(({ value, count }) => ({ value: shownValue(field, decode(value) ?? value), count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
      .slice(0, most);
    return { field: name, displayName: displayName(types, field), values };
  });
  const rank = (field: string): number => (FIRST.includes(field) ? FIRST.indexOf(field) : FIRST.length);
  return facets.filter(({ values }) => values.length > 0).sort((a, b) => rank(a.field) - rank(b.field));
}

/** Numbers of properties are shown with a fraction: `30.0` (document 2). */
function shownValue(field: NamedField, value: string): string {
  return isPropertyField(field) && field.kind === 'number' ? doubleText(Number(value)) : value;
}

/** One field may be shown under several names; that of the types searched goes first. */
function displayName(types: readonly EntityTypeSpec[], { name, facet = name }: NamedField): string {
  for (const type of types) {
    const shown = fieldsOf(type).get(name)?.facet;
    if (shown !== undefined) return shown;
  }
  return facet;
}
