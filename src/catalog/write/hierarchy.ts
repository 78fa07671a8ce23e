/**
 * Conditions of a filter that look along a hierarchy (docs/semantics.md 9.4): a URN and what is above it, below it, or both.
 */
import { type Criterion, criteriaOf, type Filter, mapCriteria } from '../../search/index.ts';
import { notedHead } from '../find/lag.ts';
import type { Facts } from '../read/kept-facts.ts';

const DIRECTIONS: Readonly<Partial<Record<Criterion['condition'], readonly ('above' | 'below')[]>>> = {
  DESCENDANTS_INCL: ['below'],
  ANCESTORS_INCL: ['above'],
  RELATED_INCL: ['above', 'below'],
};

/** The same filter, with conditions that the search index supports. */
export async function withHierarchies(facts: Facts, filter: Filter): Promise<Filter> {
  const along = [...criteriaOf(filter)].filter(({ condition }) => DIRECTIONS[condition]);
  if (along.length === 0) return filter;
  const { hierarchy } = await facts.look(notedHead());
  const widened = new Map(
    await Promise.all(
      along.map(async (each): Promise<[Criterion, string[]]> => {
        const directions = DIRECTIONS[each.condition] ?? [];
        const related = await Promise.all(directions.map((direction) => hierarchy(each.values, direction)));
        return [each, [...new Set([...each.values, ...related.flat()])]];
      }),
    ),
  );
  return mapCriteria(filter, (each) => {
    const values = widened.get(each);
    return values ? { ...each, condition: 'IN', values } : each;
  });
}
