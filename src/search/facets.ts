/**
 * Facets: how often each value occurs in the whole result (semantics 9.5).
 */
import { type Fields, fieldsOf } from '../model/fields.ts';
import type { EntityTypeSpec } from '../model/types.ts';
import { decode } from './encode.ts';
import type { RawResult } from './multi.ts';

export interface Facet {
  readonly field: string;
  readonly displayName: string;
  /** Most frequent first, then by value. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
}

const FIRST = ['_entityType', 'typeNames', 'platform', 'domains', 'tags', 'glossaryTerms', 'container', 'owners', 'origin'];

export function facetsOf(fields: Fields, types: readonly EntityTypeSpec[], names: readonly string[], result: RawResult | undefined): Facet[] {
  const facets = names.map((field): Facet => {
    const counts = result?.facet_counts?.find(({ field_name }) => field_name === `k_${field}`)?.counts ?? [];
    const values = counts
      .map(({ value, count }) => ({ value: decode(value) ?? value, count }))
      .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
    return { field, displayName: displayName(fields, types, field), values };
  });
  const rank = (field: string): number => (FIRST.includes(field) ? FIRST.indexOf(field) : FIRST.length);
  return facets.filter(({ values }) => values.length > 0).sort((a, b) => rank(a.field) - rank(b.field));
}

/** One field may be shown under several names; that of the types searched goes first. */
function displayName(fields: Fields, types: readonly EntityTypeSpec[], field: string): string {
  for (const type of types) {
    const shown = fieldsOf(type).get(field)?.facet;
    if (shown !== undefined) return shown;
  }
  return fields.get(field)?.facet ?? field;
}
