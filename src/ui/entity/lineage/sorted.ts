/**
 * The sort orders of the lineage list.
 */
export type SortBy = 'name' | 'type' | 'degree';

interface Sortable {
  readonly urn: string;
  readonly name: string;
  readonly degree: number;
}

/** Sorts by name, by type or by distance; then by name, then by URN. */
export function sorted<T extends Sortable>(rows: readonly T[], by: SortBy, falling: boolean): T[] {
  const turn = falling ? -1 : 1;
  const key = (row: T): string | number => (by === 'degree' ? row.degree : by === 'type' ? (row.urn.split(':')[2] ?? '') : row.name.toLowerCase());
  return [...rows].sort((a, b) => turn * compare(key(a), key(b)) || compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.urn, b.urn));
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : Number(a > b);
}
