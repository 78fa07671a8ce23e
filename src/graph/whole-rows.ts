/**
 * Rows of nodes that may be deleted while a statement reads them. Such a node has lost its properties: the columns are null.
 */

/** A row as it may arrive. */
export type MaybeRow<Row> = { readonly [Column in keyof Row]: Row[Column] | null };

/** Leaves out the rows of nodes that were deleted meanwhile. It is for statements whose columns are never null otherwise. */
export function wholeRows<Row extends object>(rows: readonly MaybeRow<Row>[]): Row[] {
  return rows.filter((row): row is Row => Object.values(row).every((value) => value !== null));
}
