/**
 * The nouns of a list or a scroll: what is listed, which page is asked for, and what it holds.
 */

import type { Filter, Sort } from '../../catalog/index.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { type Question, questionOf } from '../request/cursor.ts';

export interface Listing {
  readonly types: readonly EntityTypeSpec[];
  readonly sorts: readonly Sort[];
  readonly filter: Filter;
  /** Undefined: all aspects. */
  readonly names: readonly string[] | undefined;
}

/** What a page is asked for with, beside the listing. */
export interface PageRequest {
  readonly query: string;
  readonly scrollId: string | undefined;
  readonly count: number;
  /** Also soft-deleted entities. */
  readonly includeRemoved: boolean;
  /** One of so many parts that add up to the whole. */
  readonly slice: { readonly id: number; readonly of: number } | undefined;
}

export interface Page {
  readonly urns: readonly Urn[];
  readonly total: number;
  /** Where the next page begins; absent on the last one. */
  readonly next: string | undefined;
}

/** What tells the scrolls of lists apart. */
export function pageQuestion({ types, sorts, filter }: Listing, { query, includeRemoved, slice }: PageRequest): Question {
  return questionOf(
    'list',
    types.map(({ name }) => name),
    sorts,
    filter,
    query,
    includeRemoved,
    slice,
  );
}
