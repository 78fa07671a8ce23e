/**
 * Conditions of a filter that look along a hierarchy (docs/semantics.md 9.4): a URN and what is above it, below it, or both; and what stands at
 * the top: also what is in a circle of before (3.6), so that nobody loses sight of it.
 */
import type { LogPlace } from '../../graph/commit-log.ts';
import { URN_FIELD } from '../../model/fields.ts';
import { type Criterion, criteriaOf, criterion, type Filter, mapCriteria } from '../../search/index.ts';
import type { Facts } from '../read/kept-facts.ts';

const DIRECTIONS: Readonly<Partial<Record<Criterion['condition'], readonly ('above' | 'below')[]>>> = {
  DESCENDANTS_INCL: ['below'],
  ANCESTORS_INCL: ['above'],
  RELATED_INCL: ['above', 'below'],
};

/** The same filter, with conditions that the search index supports. @param head the newest commit, if it is known */
export async function withHierarchies(facts: Facts, filter: Filter, head: LogPlace | undefined): Promise<Filter> {
  const all = [...criteriaOf(filter)];
  const along = await alongHierarchies(
    facts,
    all.filter(({ condition }) => DIRECTIONS[condition]),
    head,
  );
  const atTop = await withCircles(facts, all);
  if (along.size === 0 && atTop.size === 0) return filter;
  return mapCriteria(filter, (each) => {
    const values = along.get(each);
    return values ? { ...each, condition: 'IN', values } : (atTop.get(each) ?? each);
  });
}

async function alongHierarchies(facts: Facts, along: readonly Criterion[], head: LogPlace | undefined): Promise<ReadonlyMap<Criterion, string[]>> {
  if (along.length === 0) return new Map();
  const { hierarchy } = await facts.look(head);
  return new Map(
    await Promise.all(
      along.map(async (each): Promise<[Criterion, string[]]> => {
        const directions = DIRECTIONS[each.condition] ?? [];
        const related = await Promise.all(directions.map((direction) => hierarchy(each.values, direction)));
        return [each, [...new Set([...each.values, ...related.flat()])]];
      }),
    ),
  );
}

/** What is in a circle counts as at the top. */
async function withCircles(facts: Facts, all: readonly Criterion[]): Promise<ReadonlyMap<Criterion, Filter>> {
  const found = new Map<Criterion, Filter>();
  for (const each of all) {
    const isTop = each.condition === 'IS_NULL' || isFlag(each, 'false');
    if (!isTop && each.condition !== 'EXISTS' && !isFlag(each, 'true')) continue;
    const members = (await facts.circles.get(each.field.replace(/\.keyword$/, ''))?.()) ?? [];
    if (members.length === 0) continue;
    const circle: Criterion = { ...criterion(URN_FIELD, 'IN', ...members), added: true };
    found.set(each, isTop ? { is: 'or', of: [each, circle] } : { is: 'and', of: [each, { is: 'not', of: circle }] });
  }
  return found;
}

/** Does it ask a field whether there is something? */
function isFlag({ condition, values }: Criterion, value: string): boolean {
  return (condition === 'EQUAL' || condition === 'IN') && values.length === 1 && values[0] === value;
}
