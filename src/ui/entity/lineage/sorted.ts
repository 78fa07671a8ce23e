/**
 * The sort orders of the lineage list.
 */
import { compareNames } from '../../data/words.ts';

export type SortBy = 'name' | 'type' | 'degree';

interface Sortable {
  readonly urn: string;
  readonly name: string;
  readonly degree: number;
}

/** Sorts by name, by type or by distance; then by name, then by URN. */
export function sorted<T extends Sortable>(rows: readonly T[], by: SortBy, falling: boolean): T[] {
  const turn = falling ? -1 : 1;
  const typeOf = ({ urn }: T): string => urn.split(':')[2] ?? '';
  const compare = (a: T, b: T): number => {
    if (by === 'degree') return a.degree - b.degree;
    return by === 'type' ? compareNames(typeOf(a), typeOf(b)) : compareNames(a.name, b.name);
  };
  return [...rows].sort((a, b) => turn * compare(a, b) || compareNames(a.name, b.name) || compareNames(a.urn, b.urn));
}
