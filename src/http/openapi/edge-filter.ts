/**
 * Filters of relationship scrolls: `{and: [{criteria: [{field: "urn", condition, values}]}]}`, or the search form `{or: [{and: [...]}]}`.
 */
import { badFilter, tooMany } from '../../errors.ts';
import { isRecord } from '../../model/path.ts';

const MOST_URNS = 10_000;

/**
 * The URNs that a filter lists; clients mean the outer list as an OR. `undefined`: it lists none, every URN is let through.
 *
 * @throws Refusal malformed for other fields and conditions
 */
export function urnsIn(filter: unknown, pointer: string): string[] | undefined {
  if (filter === undefined || filter === null) return undefined;
  if (!isRecord(filter)) throw badFilter(pointer, 'an object', filter);
  const groups = filter.and ?? filter.or ?? [];
  if (!Array.isArray(groups)) throw badFilter(pointer, 'a list of criteria', groups);
  const urns = groups.flatMap((group: unknown) => {
    const criteria = isRecord(group) ? (group.criteria ?? group.and ?? []) : undefined;
    if (!Array.isArray(criteria)) throw badFilter(pointer, 'a list of criteria', group);
    return criteria.flatMap((criterion) => valuesOf(criterion, pointer));
  });
  if (urns.length > MOST_URNS) throw tooMany(pointer, `${MOST_URNS} URNs`, urns.length);
  return urns.length === 0 ? undefined : urns;
}

function valuesOf(criterion: unknown, pointer: string): string[] {
  if (!isRecord(criterion) || criterion.field !== 'urn') throw badFilter(pointer, 'the field urn', isRecord(criterion) ? criterion.field : criterion);
  if (criterion.negated === true || ![undefined, 'EQUAL', 'IN'].includes(criterion.condition as string | undefined))
    throw badFilter(pointer, 'the condition EQUAL', criterion.condition);
  const values: unknown = criterion.values ?? [criterion.value];
  if (!Array.isArray(values) || !values.every((value) => typeof value === 'string')) throw badFilter(pointer, 'a list of URNs', values);
  return values as string[];
}
