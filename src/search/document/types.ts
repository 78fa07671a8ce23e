/**
 * The types of search documents: an entity as the graph gives it, and the values that are searched.
 */
import type { NamedField } from '../../model/fields.ts';

/** An entity as the graph gives it. */
export interface IndexedEntity {
  readonly urn: string;
  readonly removed: boolean;
  /** The latest versions, and the latest point of each timeseries: name and JSON text. */
  readonly aspects: readonly { readonly name: string; readonly value: string }[];
  /** The fields that others make true (`told` of its type). */
  readonly told?: Iterable<string>;
  /** The aspects without columns that not everybody sees, and the tags by which these are hidden; absent if there are none. */
  readonly open?: { readonly aspects: IndexedEntity['aspects']; readonly tags: readonly string[] } | undefined;
  /** Values of structured properties. */
  readonly properties?: readonly { readonly field: NamedField; readonly values: readonly Scalar[] }[];
}

/** A search value: texts, numbers and booleans as they were written. */
export type Scalar = string | number | boolean;

export type FieldValues = ReadonlyMap<string, readonly Scalar[]>;
