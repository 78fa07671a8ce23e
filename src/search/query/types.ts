/**
 * The types of a search: request and result.
 */

import type { NamedField } from '../../model/fields.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import type { UnknownField } from '../filter/expand.ts';
import type { Filter } from '../filter/tree.ts';
import type { MatchedField } from './matches.ts';
import type { Place } from './scroll.ts';

export interface Sort {
  readonly field: string;
  readonly order: 'ASCENDING' | 'DESCENDING';
}

export interface SearchRequest {
  readonly types: readonly EntityTypeSpec[];
  /** Text and query language; empty or `*`: everything. */
  readonly input: string;
  /** What the text is called in the request. */
  readonly inputName?: string;
  /** The words of the input only narrow the result, too: nothing is ranked. */
  readonly onlyFilter?: boolean;
  readonly filter: Filter;
  readonly sort?: readonly Sort[];
  readonly start: number;
  readonly count: number;
  /** Also soft-deleted entities; a filter that names `removed` does the same. */
  readonly includeRemoved?: boolean;
  /** Facets to count: all that the model names, or these; absent: none. */
  readonly facets?: 'all' | readonly string[];
  /** Also of the properties that their settings offer as filters. */
  readonly propertyFacets?: boolean;
  /** Values of a facet at most. */
  readonly facetValues?: number;
  /** Say which fields matched. */
  readonly matches?: boolean;
  /** A page of a scroll: in place of `start`, it begins after this hit, or at the beginning. */
  readonly scroll?: { readonly after: Place | undefined };
}

export interface SearchResult {
  readonly total: number;
  readonly hits: readonly { readonly urn: string; readonly matchedFields: readonly MatchedField[] }[];
  readonly facets: readonly Facet[];
  readonly unknown: readonly UnknownField[];
  /** Where a scroll goes on; absent at its end. */
  readonly next?: Place | undefined;
}

/** A facet's name in the answer, and its field. */
export interface WantedFacet {
  readonly name: string;
  readonly field: NamedField;
}

export interface Facet {
  readonly field: string;
  readonly displayName: string;
  /** Most frequent first, then by value. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** How many values there are in all: more than are given where they are too many. */
  readonly totalValues: number;
}
