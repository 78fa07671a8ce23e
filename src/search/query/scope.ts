/**
 * What a request looks among: documents of its types, without the soft-deleted ones unless they are asked for, that meet its filter.
 */
import type { Fields } from '../../model/fields.ts';
import { code } from '../document/encode.ts';
import { compile } from '../filter/added.ts';
import { type Clause, joined } from '../filter/clause.ts';
import type { Lookup } from '../filter/compile.ts';
import { criteriaOf, EVERYTHING, type Filter } from '../filter/tree.ts';
import { withoutKeyword } from './resolved-query.ts';
import type { SearchRequest } from './types.ts';

/**
 * Compiles a filter, limited to the requested types.
 *
 * @throws Refusal malformed, as `compile`
 */
export async function scoped(request: Scope, lookup: Lookup, fields: Fields, filter: Filter): Promise<Clause> {
  const clause = scopeOf(request);
  return joined('&&', [clause, await compile(lookup.within(clause), fields, filter)]);
}

type Scope = Pick<SearchRequest, 'types' | 'filter' | 'within' | 'includeRemoved'>;

/** Limits a search to types, and to entities that are not soft-deleted unless the request includes them. */
function scopeOf({ types, filter, within = EVERYTHING, includeRemoved = false }: Scope): Clause {
  const lifted = includeRemoved || asksForRemoved(filter) || asksForRemoved(within);
  return types.length === 0 ? false : `${lifted ? 'type' : 'live'}:=[${types.map(({ name }) => code(name)).join(',')}]`;
}

/** Does a filter name `removed`? Then it decides itself about soft-deleted entities. */
export function asksForRemoved(filter: Filter): boolean {
  return [...criteriaOf(filter)].some(({ field }) => withoutKeyword(field) === 'removed');
}
