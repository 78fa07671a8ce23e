/**
 * Filters over timeseries points (docs/semantics.md 7.2, 9.4): what a criterion means is what it means in search.
 */
import { badFilterCondition } from '../../errors.ts';
import { booleansIn, type Criterion, type Filter, valueTest } from '../../search/index.ts';
import type { PointField } from './point-field.ts';

type Test = (point: unknown) => boolean;

/** Conditions on hierarchies of entities. Points are not part of any. */
const OF_ENTITIES: ReadonlySet<string> = new Set(['DESCENDANTS_INCL', 'ANCESTORS_INCL', 'RELATED_INCL']);

/**
 * Makes a test of points from a filter.
 *
 * @throws Refusal malformed for a text where a number is needed, and for conditions that do not apply to points
 */
export function keepPoint(filter: Filter, fieldNamed: (name: string) => PointField): Test {
  if (filter.is === 'criterion') return criterionTest(filter, fieldNamed(filter.field));
  if (filter.is === 'not') {
    const test = keepPoint(filter.of, fieldNamed);
    return (point) => !test(point);
  }
  const tests = filter.of.map((each) => keepPoint(each, fieldNamed));
  return filter.is === 'and' ? (point) => tests.every((test) => test(point)) : (point) => tests.some((test) => test(point));
}

function criterionTest(criterion: Criterion, field: PointField): Test {
  const { condition, values } = criterion;
  if (OF_ENTITIES.has(condition))
    throw badFilterCondition(
      'filter.condition',
      `: ${condition} works on entities, not on points of a timeseries`,
      'a condition on values',
      condition,
    );
  if (condition === 'EXISTS') return (point) => field.valuesIn(point).length > 0;
  if (condition === 'IS_NULL') return (point) => field.valuesIn(point).length === 0;
  const test = valueTest(field, field.kind === 'boolean' ? { ...criterion, values: booleansIn(field, values) } : criterion);
  return (point) => field.valuesIn(point).some((value) => test(String(value)));
}
