/**
 * `GET /openapi/v{2,3}/entity/{entityName}` and `POST …/entity/scroll` (docs/semantics.md 13.2).
 */
import { type Catalog, EVERYTHING, readFilter, type Sort } from '../../catalog/index.ts';
import { badParameter } from '../../errors.ts';
import { entityTypeOrRefuse } from '../../model/named.ts';
import { isRecord } from '../../model/path.ts';
import { namedAspects, resolveAspects } from '../request/aspect-names.ts';
import { listOf, MOST_NAMES, members, oneOf, type Param, paramsOf, someText, text } from '../request/params.ts';
import { listParam, namesParam, textParam } from '../request/query.ts';
import type { Context } from '../types.ts';
import { readJsonBody } from './body.ts';
import { sendPage } from './page.ts';
import { typeOf } from './target.ts';

const ORDERS = ['ASCENDING', 'DESCENDING'] as const;

export async function listEntities(context: Context, catalog: Catalog): Promise<void> {
  const type = typeOf(context, catalog.model);
  await sendPage(context, catalog, {
    types: type ? [type] : [...catalog.model.entityTypes.values()],
    sorts: sortsOf(context),
    filter: EVERYTHING,
    names: namedAspects(context, catalog.model),
  });
}

const SORT = members({ field: someText }, { order: oneOf(ORDERS), missingValue: text });
const FILTER: Param<Record<string, unknown>> = { type: 'object' };
const read = paramsOf(
  'entity/scroll',
  {},
  {
    entities: listOf(someText, MOST_NAMES),
    aspects: listOf(someText, MOST_NAMES),
    filter: FILTER,
    sortCriteria: listOf(SORT, MOST_NAMES),
  },
);

/** Over several entity types; without `aspects` only URNs are given, with an empty list all aspects (docs/semantics.md 13.2). */
export async function scrollEntities(context: Context, catalog: Catalog): Promise<void> {
  const { entities = [], aspects, filter, sortCriteria } = read((await readJsonBody(context)).json);
  await sendPage(context, catalog, {
    types:
      entities.length === 0
        ? [...catalog.model.entityTypes.values()]
        : [...new Set(entities.map((name) => entityTypeOrRefuse(catalog.model, name, '/entities')))],
    sorts: sortCriteria && sortCriteria.length > 0 ? sortCriteria.map(({ field, order = 'ASCENDING' }) => ({ field, order })) : sortsOf(context),
    filter: readFilter(inOrs(filter)),
    names: aspects === undefined ? [] : aspects.length === 0 ? undefined : resolveAspects(catalog.model, aspects),
  });
}

/** Clients write `{and: [{criteria: […]}]}` and mean any of the groups by the outer list (docs/semantics.md 13.2). */
function inOrs(filter: Record<string, unknown> | undefined): Record<string, unknown> | undefined {
  if (!Array.isArray(filter?.and) || filter.and.length === 0 || !filter.and.every((group) => isRecord(group) && 'criteria' in group)) return filter;
  const { and, ...rest } = filter;
  return { ...rest, or: and };
}

/** `sortCriteria`, or `sort` as it was called before: fields; `sortOrder` is for all of them. */
function sortsOf(context: Context): Sort[] {
  const order = textParam(context, 'sortOrder')?.toUpperCase() ?? 'ASCENDING';
  const known = ORDERS.find((each) => each === order);
  if (!known) throw badParameter('/sortOrder', 'ASCENDING or DESCENDING', order);
  const fields = namesParam(context, 'sortCriteria') ?? listParam(context, 'sort') ?? [];
  return (fields.length === 0 ? ['urn'] : fields).map((field) => ({ field, order: known }));
}
