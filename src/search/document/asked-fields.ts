/**
 * Fields that a filter on another one asks, too (docs/semantics.md 9.4), and what a facet of that one counts: the values of all of them, each
 * entity once.
 */
import type { NamedField } from '../../model/fields.ts';
import { equality, isFacet } from './index-fields.ts';

const ALSO: Readonly<Record<string, readonly string[]>> = {
  tags: ['fieldTags', 'editedFieldTags'],
  glossaryTerms: ['fieldGlossaryTerms', 'editedFieldGlossaryTerms'],
  fieldTags: ['editedFieldTags'],
  fieldGlossaryTerms: ['editedFieldGlossaryTerms'],
  fieldDescriptions: ['editedFieldDescriptions'],
  description: ['editedDescription'],
  origin: ['env'],
  env: ['origin'],
};

/** The field itself, and those that a filter on it asks, too. */
export function askedFields(name: string): readonly string[] {
  return [name, ...(ALSO[name] ?? [])];
}

/** Those facets that count the values of several fields. */
const COUNTED_TOGETHER = Object.keys(ALSO);

/** A facet, and the Typesense field whose values it counts. */
export interface FacetField extends NamedField {
  readonly counted: string;
}

/** The Typesense field in which the values of all asked fields are. */
export function countedField(field: NamedField): string {
  return COUNTED_TOGETHER.includes(field.name) ? `ka_${field.name}` : equality(field, '').field;
}

/** As a reader counts it: what others of the asked fields say is not told where they are closed. @param open fields */
export function facetOf(field: NamedField, open: { has(name: string): boolean }): FacetField {
  const all = !COUNTED_TOGETHER.includes(field.name) || askedFields(field.name).every((name) => open.has(name));
  return { ...field, counted: all ? countedField(field) : equality(field, '').field };
}

/**
 * The values that these facets count, of one document.
 *
 * @param fields of the model
 * @param valuesOf the values of a field
 */
export function countedTogether<Value>(
  fields: ReadonlyMap<string, NamedField>,
  valuesOf: (name: string) => readonly Value[],
): { field: NamedField; values: readonly Value[] }[] {
  return COUNTED_TOGETHER.flatMap((name) => {
    const field = fields.get(name);
    if (!field || !isFacet(field)) return [];
    const values = askedFields(name).flatMap(valuesOf);
    return values.length === 0 ? [] : [{ field, values }];
  });
}
