/**
 * Fields that a filter on another one asks, too (docs/semantics.md 9.4), and what a facet of that one counts: the values of all of them, each
 * entity once.
 */
import type { Fields, NamedField } from '../../model/fields.ts';
import { equality, isFacet } from './index-fields.ts';
import type { Scalar } from './types.ts';

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

/** The field itself, and those that a filter on it asks, too. A flag is true if one of them is. */
export function askedFields({ name, shared = [] }: NamedField): readonly string[] {
  return [name, ...(ALSO[name] ?? []), ...shared];
}

/** Does a facet of this field count the values of several? */
function isCountedTogether(field: NamedField): boolean {
  return askedFields(field).length > 1;
}

const countedFields = new WeakMap<Fields, readonly NamedField[]>();

function countedTogetherOf(fields: Fields): readonly NamedField[] {
  const known = countedFields.get(fields) ?? [...fields.values()].filter((field) => isCountedTogether(field) && isFacet(field));
  countedFields.set(fields, known);
  return known;
}

/** A facet, and the Typesense field whose values it counts. */
export interface FacetField extends NamedField {
  readonly counted: string;
}

/** The Typesense field in which the values of all asked fields are. */
export function countedField(field: NamedField): string {
  return isCountedTogether(field) ? `ka_${field.name}` : equality(field, '').field;
}

/** As a reader counts it: what others of the asked fields say is not told where they are closed. @param open fields */
export function facetOf(field: NamedField, open: { has(name: string): boolean }): FacetField {
  const all = !isCountedTogether(field) || askedFields(field).every((name) => open.has(name));
  return { ...field, counted: all ? countedField(field) : equality(field, '').field };
}

/**
 * The values that these facets count, of one document.
 *
 * @param fields of the model
 * @param valuesOf the values of a field
 */
export function countedTogether(fields: Fields, valuesOf: (name: string) => readonly Scalar[]): { field: NamedField; values: readonly Scalar[] }[] {
  return countedTogetherOf(fields).flatMap((field) => {
    const values = askedFields(field).flatMap(valuesOf);
    if (values.length === 0) return [];
    return [{ field, values: field.kind === 'boolean' ? [values.some((value) => value === true)] : values }];
  });
}
