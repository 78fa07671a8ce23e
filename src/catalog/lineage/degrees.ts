/**
 * `degree` in the filter of a search across lineage (docs/semantics.md 8.3): `1`, `2`, or `3+` for all that is further away. It may stand
 * anywhere in the filter: for each of the three the filter becomes one without it.
 */
import { badFilterCondition, badFilterValue, badSort } from '../../errors.ts';
import { type Criterion, EVERYTHING, type Filter, isEverything, mapCriteria, type SearchRequest } from '../../search/index.ts';

export const DEGREE = 'degree';

/** The three classes of degrees that a filter distinguishes. */
export const DEGREE_CLASSES = [
  { label: '1', holds: (degree: number): boolean => degree === 1 },
  { label: '2', holds: (degree: number): boolean => degree === 2 },
  { label: '3+', holds: (degree: number): boolean => degree >= 3 },
] as const;

const NOTHING: Filter = { is: 'or', of: [] };

/**
 * The filter for the entities of each class. Equal filters are the same object. `EVERYTHING` matches all entities, `undefined` none.
 *
 * @throws Refusal malformed for a wrong degree
 */
export function filtersByDegree(filter: Filter): (Filter | undefined)[] {
  const different = new Map<string, Filter | undefined>();
  return DEGREE_CLASSES.map(({ label }) => {
    const own = simplified(mapCriteria(filter, (each) => (each.field === DEGREE ? (lets(each, label) ? EVERYTHING : NOTHING) : each)));
    const text = JSON.stringify(own) ?? '';
    if (!different.has(text)) different.set(text, own);
    return different.get(text);
  });
}

function lets({ condition, values }: Criterion, label: string): boolean {
  if (condition === 'EXISTS') return true;
  if (condition === 'IS_NULL') return false;
  if (condition !== 'EQUAL' && condition !== 'IN' && condition !== 'IEQUAL')
    throw badFilterCondition('filter', `: expected the condition EQUAL for degree, got ${condition}`, 'EQUAL', condition);
  for (const each of values) {
    if (!DEGREE_CLASSES.some((known) => known.label === each)) throw badFilterValue('degree', '1, 2 or 3+', each);
  }
  return values.includes(label);
}

/** Removes conditions that always hold; `undefined` if the filter never holds. */
function simplified(filter: Filter): Filter | undefined {
  if (filter.is === 'criterion') return filter;
  if (filter.is === 'not') {
    const of = simplified(filter.of);
    return of === undefined ? EVERYTHING : of === EVERYTHING ? undefined : { is: 'not', of };
  }
  const all = filter.is === 'and';
  const of = filter.of.map(simplified);
  const deciding = all ? undefined : EVERYTHING;
  if (of.includes(deciding)) return deciding;
  const parts = of.filter((each): each is Filter => each !== undefined && each !== EVERYTHING);
  if (parts.length === 0) return all ? EVERYTHING : undefined;
  return parts.length === 1 ? parts[0] : { is: filter.is, of: parts };
}

/**
 * The direction of an order by degree. If absent: order as in every search.
 *
 * @throws Refusal malformed
 */
export function degreeOrder({
  sort = [],
  input,
  scroll,
}: Pick<SearchRequest, 'sort' | 'input'> & { readonly scroll?: unknown }): 'ASCENDING' | 'DESCENDING' | undefined {
  const [first] = sort;
  if (sort.length === 1 && first?.field === DEGREE && (!scroll || first.order === 'ASCENDING')) return first.order;
  if (scroll ? sort.length > 0 : sort.some(({ field }) => field === DEGREE))
    throw badSort(`degree${scroll ? ', ASCENDING,' : ''} alone`, first?.field);
  return scroll || (sort.length === 0 && isEverything(input)) ? 'ASCENDING' : undefined;
}
