/**
 * What a reader sees, as a filter of the search index: a change of a policy or of a group needs no other documents.
 */
import type { Sight } from '../../access/index.ts';
import { TYPE_FIELD, URN_FIELD } from '../../model/fields.ts';
import { SCHEMA_FIELD_TYPE } from '../../model/known-names.ts';
import { both, type Criterion, criterion, type Filter } from '../../search/index.ts';

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
  const filter = filters.get(sight) ?? both(filterOf(sight), { is: 'not', of: exact(TYPE_FIELD, 'EQUAL', SCHEMA_FIELD_TYPE) });
  filters.set(sight, filter);
  return filter;
}

function filterOf(sight: Sight): Filter {
  if (sight.is === 'not') return { is: 'not', of: filterOf(sight.of) };
  if (sight.is === 'owned') {
    const { by, types } = sight;
    return types === undefined
      ? exact(OWNERS, 'IN', ...by)
      : exact(OWNERS_BY_TYPE, 'IN', ...types.flatMap((type) => by.map((owner) => `${type}=${owner}`)));
  }
  if (sight.is !== 'meets') return { is: sight.is, of: sight.of.map(filterOf) };
  const { fact, condition, values } = sight;
  const field = FIELDS[fact];
  if (values.length === 0) return { is: 'or', of: [] };
  if (condition === 'STARTS_WITH') return exact(field, 'PREFIX', ...values);
  if (fact === 'container') return exact(field, 'DESCENDANTS_INCL', ...values);
  if (fact !== 'domain') return exact(field, 'IN', ...values);
  // A domain is within itself.
  return { is: 'or', of: [exact(field, 'DESCENDANTS_INCL', ...values), exact(URN_FIELD, 'DESCENDANTS_INCL', ...values)] };
}

function exact(field: string, condition: Criterion['condition'], ...values: string[]): Criterion {
  return { ...criterion(field, condition, ...values), exact: true };
}
