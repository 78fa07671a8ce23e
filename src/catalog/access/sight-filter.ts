/**
 * What a reader sees, as a filter of the search index. When a policy or a group changes, no document is indexed again.
 */
import type { Sight } from '../../access/index.ts';
import { TYPE_FIELD, URN_FIELD } from '../../model/fields.ts';
import { SCHEMA_FIELD_TYPE } from '../../model/known-names.ts';
import { type Criterion, criterion, type Filter } from '../../search/index.ts';

const OWNERS = 'owners';
const OWNERS_BY_TYPE = 'ownerTypes';
const FIELDS = {
  type: TYPE_FIELD,
  urn: URN_FIELD,
  owner: OWNERS,
  domain: 'domains',
  container: 'container',
  tag: 'tags',
  instance: 'platformInstance',
  holder: 'ownerUrn',
} as const;

const filters = new WeakMap<Sight, Filter>();

/** The documents of what is seen. Columns are seen as their tables, whose facts their documents do not have: search never shows them. */
export function sightFilter(sight: Sight): Filter {
  const filter = filters.get(sight) ?? added(conditionOf(sight), { is: 'not', of: exact(TYPE_FIELD, 'EQUAL', SCHEMA_FIELD_TYPE) });
  filters.set(sight, filter);
  return filter;
}

const ofColumns = new WeakMap<Sight, Filter>();

/** The same for who does not see all columns. @param types of entities that may be about columns: search does not show them either */
export function columnsFilter(sight: Sight, types: readonly string[]): Filter {
  const filter = ofColumns.get(sight) ?? added(sightFilter(sight), { is: 'not', of: exact(TYPE_FIELD, 'IN', ...types) });
  ofColumns.set(sight, filter);
  return filter;
}

/** It does not count in the limit of what a client asks. */
function added(...of: Filter[]): Filter {
  return { is: 'and', of, added: true };
}

/** The documents that meet it, of whatever types. */
export function conditionOf(sight: Sight): Filter {
  if (sight.is === 'not') return { is: 'not', of: conditionOf(sight.of) };
  if (sight.is === 'owned') {
    const { by, types } = sight;
    return types === undefined
      ? exact(OWNERS, 'IN', ...by)
      : exact(OWNERS_BY_TYPE, 'IN', ...types.flatMap((type) => by.map((owner) => `${type}=${owner}`)));
  }
  if (sight.is === 'or') return anyOf(sight.of.map((each) => (each.is === 'and' ? each.of : [each])));
  if (sight.is !== 'meets') return { is: sight.is, of: sight.of.map(conditionOf) };
  const { fact, condition, values } = sight;
  const field = FIELDS[fact];
  if (values.length === 0) return { is: 'or', of: [] };
  if (condition === 'STARTS_WITH') return exact(field, 'PREFIX', ...values);
  if (fact === 'container') return exact(field, 'DESCENDANTS_INCL', ...values);
  if (fact !== 'domain') return exact(field, 'IN', ...values);
  // A domain is within itself.
  return { is: 'or', of: [exact(field, 'DESCENDANTS_INCL', ...values), exact(URN_FIELD, 'DESCENDANTS_INCL', ...values)] };
}

/** Any of these lists of conditions. What many of them have in common is said once: the search engine limits the size of a filter. */
function anyOf(lists: readonly (readonly Sight[])[]): Filter {
  const counts = new Map<string, number>();
  for (const key of lists.flatMap((list) => [...new Set(list.map(keyOf))])) counts.set(key, (counts.get(key) ?? 0) + 1);
  const [common, count] = [...counts].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 1]);
  if (count < 2) return { is: 'or', of: lists.map((list) => ({ is: 'and', of: list.map(conditionOf) })) };
  const having = lists.filter((list) => list.some((each) => keyOf(each) === common));
  const others = lists.filter((list) => !having.includes(list));
  const shared = having[0]?.find((each) => keyOf(each) === common);
  const rest = anyOf(having.map((list) => list.filter((each) => keyOf(each) !== common)));
  const both: Filter = { is: 'and', of: [...(shared ? [conditionOf(shared)] : []), rest] };
  return others.length === 0 ? both : { is: 'or', of: [both, anyOf(others)] };
}

const keyOf = (sight: Sight): string => JSON.stringify(sight);

function exact(field: string, condition: Criterion['condition'], ...values: string[]): Criterion {
  return { ...criterion(field, condition, ...values), exact: true };
}
