/**
 * The types of a list or a scroll: what is listed, which page, and its content.
 */
import type { Catalog, Filter, Sort } from '../../catalog/index.ts';
import type { EntityTypeSpec } from '../../model/types.ts';
import type { Urn } from '../../model/urn.ts';
import { type Question, questionOf } from '../request/cursor.ts';

export interface Listing {
  readonly types: readonly EntityTypeSpec[];
  readonly sorts: readonly Sort[];
  readonly filter: Filter;
  /** If undefined: all aspects. */
  readonly names: readonly string[] | undefined;
}

/** The parameters of a page. */
export interface PageRequest {
  readonly query: string;
  readonly scrollId: string | undefined;
  readonly count: number;
  /** Include soft-deleted entities? */
  readonly includeRemoved: boolean;
  /** One of `of` parts of the whole list. */
  readonly slice: { readonly id: number; readonly of: number } | undefined;
}

export interface EntityPage {
  readonly urns: readonly Urn[];
  readonly total: number;
  /** Where the next page begins. Absent on the last page. */
  readonly next: string | undefined;
  /** The cursor that goes on after one of them, by its position. */
  readonly after: (at: number) => string | undefined;
}

/** The question of a scroll: everything that distinguishes it from others. */
export function pageQuestion(
  catalog: Pick<Catalog, 'epoch'>,
  { types, sorts, filter }: Listing,
  { query, includeRemoved, slice }: PageRequest,
): Question {
  return questionOf(
    catalog,
    'list',
    types.map(({ name }) => name),
    sorts,
    filter,
    query,
    includeRemoved,
    slice,
  );
}
