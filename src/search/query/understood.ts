/**
 * Reads a search. A text that is no valid query is read a second time, as plain words.
 */
import { Refusal } from '../../errors.ts';
import type { Model } from '../../model/types.ts';
import type { SearchEngine } from '../engine/client.ts';
import type { Clause } from '../filter/clause.ts';
import type { Lookup } from '../filter/compile.ts';
import type { PropertyFinder } from '../filter/property-fields.ts';
import { both, type Filter } from '../filter/tree.ts';
import { makeLookup } from './lookup.ts';
import { type NameInRequest, type ResolvedQuery, resolvedQuery } from './resolved-query.ts';
import { scoped } from './scope.ts';
import { isDeclaredQuery } from './text-box.ts';
import type { SearchRequest } from './types.ts';

interface Understood extends ResolvedQuery {
  readonly lookup: Lookup;
  /** The clause that all hits match beside the words: types and filters. */
  readonly base: Clause;
  /** The same without the filter that narrows a ranked list. */
  scope(): Promise<Clause>;
}

/** The text names a structured property that is soft-deleted: that is a query (docs/semantics.md 14.3). */
const NAMED = 'deleted-property-in-filter';

/**
 * @param names of facets and sort fields
 * @throws Refusal malformed for a filter with a mistake, and for a text that says that it is a query
 */
export async function understood(
  engine: SearchEngine,
  model: Model,
  properties: PropertyFinder,
  request: SearchRequest,
  names: readonly NameInRequest<string>[],
): Promise<Understood> {
  const { input, inputName, filter, within, onlyFilter = false, propertyFacets: offered = false } = request;
  const read = async (plain: boolean): Promise<Understood> => {
    const resolved = await resolvedQuery(model, properties, { input, inputName, onlyFilter, filter, within, names, offered, plain });
    const lookup = makeLookup(engine, resolved.fields);
    const around = both(resolved.typed, resolved.within);
    const clause = (all: Filter): Promise<Clause> => scoped(request, lookup, resolved.fields, all, resolved.columns);
    return { ...resolved, lookup, base: await clause(both(around, resolved.filter)), scope: () => clause(around) };
  };
  try {
    return await read(false);
  } catch (error) {
    if (onlyFilter || isDeclaredQuery(input) || !(error instanceof Refusal) || error.status !== 400 || error.code === NAMED) throw error;
    // If the filter is at fault, this is refused again.
    const plain = await read(true);
    return { ...plain, unknown: [...plain.unknown, { note: `Searched for as text, not as a query: ${error.message.split('\n')[0]}` }] };
  }
}
