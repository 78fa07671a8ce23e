/**
 * Keeps search from revealing aspects that are closed to the reader (closed.ts): conditions, orders and facets on their fields are refused,
 * whatever they would find. So are fields that other entities make true (`tells`), if some of these are hidden from the reader.
 */
import type { Sight } from '../../access/index.ts';
import { fieldsOf, TYPE_FIELD } from '../../model/fields.ts';
import type { AspectSpec, Model } from '../../model/types.ts';
import { both, criterion, EVERYTHING, type Filter } from '../../search/index.ts';
import { COLUMN_ASPECTS } from '../assets/columns.ts';
import { sightFilter } from './sight-filter.ts';

export interface ClosedInSearch {
  /** The fields of the model that have values of closed aspects only, by every name. */
  readonly fields: ReadonlyMap<string, AspectSpec>;
  /** Those of them that tables have of their own columns: they are open where the index knows which columns are hidden. */
  readonly ofTables: ReadonlySet<string>;
  /** Those of them that have URNs of other entities, too. */
  readonly others: ReadonlySet<string>;
  /** URNs of the properties whose values are closed somewhere. */
  readonly properties: ReadonlySet<string>;
  /** What words may find: not the entities that have their names in a closed aspect. */
  readonly worded: Filter;
}

/** A search field, and the aspect that tells it. */
export interface ClosedField {
  readonly name: string;
  readonly aspect: AspectSpec;
}

/**
 * @param closed where these aspects are open, by their names: all of the conditions hold there
 * @param hidden the fields that tell something of other entities, of those who are not all seen
 * @param columns are columns hidden?
 */
export function closedInSearch(
  model: Model,
  closed: ReadonlyMap<string, readonly Sight[]>,
  properties: ReadonlySet<string>,
  hidden: readonly ClosedField[],
  columns: boolean,
): ClosedInSearch {
  const all = [...model.aspects.values()].flatMap((aspect) =>
    aspect.searchFields.flatMap(({ field, alias, has, num }) => [field, alias, has?.field, num].flatMap((name) => (name ? { name, aspect } : []))),
  );
  const shut = all.filter(({ aspect }) => closed.has(aspect.name));
  const open = new Set(all.filter(({ aspect }) => !closed.has(aspect.name)).map(({ name }) => name));
  const shared = new Set(shut.filter(({ name }) => open.has(name)).map(({ aspect }) => aspect.name));
  const ofColumns = columns ? fieldsOfColumns(model) : [];
  const worded = [...shared].map((aspect) => openOnly(model, aspect, closed.get(aspect) ?? []));
  return {
    fields: new Map([
      ...shut.filter(({ name }) => !open.has(name)).map(({ name, aspect }) => [name, aspect] as const),
      ...ofColumns.map(({ name, aspect }) => [name, aspect] as const),
      ...hidden.map(({ name, aspect }) => [name, aspect] as const),
    ]),
    others: new Set(ofColumns.flatMap(({ name, others }) => (others ? name : []))),
    ofTables: new Set(ofColumns.flatMap(({ name, aspect }) => (COLUMN_ASPECTS.includes(aspect.name) ? name : []))),
    properties,
    worded: worded.length === 0 ? EVERYTHING : both(...worded),
  };
}

/** The fields that have what is said of columns, by every name. */
function fieldsOfColumns(model: Model) {
  const known = fieldsOf(model);
  return [...model.aspects.values()].flatMap((aspect) =>
    aspect.searchFields.flatMap(({ field, alias, num }) =>
      known.get(field)?.ofColumns
        ? [field, alias, num].flatMap((name) => (name ? { name, aspect, others: aspect.columnPlaces.some(({ others }) => others) } : []))
        : [],
    ),
  );
}

/** The types of the entities that have an aspect. */
export function typesWith(model: Model, aspect: string): string[] {
  return [...model.entityTypes.values()].filter(({ aspects }) => aspects.has(aspect)).map(({ name }) => name);
}

/** All but the entities with this aspect, and of these those where it is open. */
function openOnly(model: Model, aspect: string, where: readonly Sight[]): Filter {
  const types = typesWith(model, aspect);
  return { is: 'or', of: [{ is: 'not', of: criterion(TYPE_FIELD, 'IN', ...types) }, sightFilter({ is: 'and', of: where })] };
}
