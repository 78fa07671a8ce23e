/**
 * Reads the address of a list of the pages, as `src/ui/api/search-url.ts` writes it: `/search?query=orders&type=DATASET&is.tags=…`. Pure.
 */
import type { EntityTypeSpec, Model } from '../../model/types.ts';
import { both, criterion, type Filter } from '../../search/index.ts';

interface List {
  /** None: all that are searched by default. */
  readonly types: readonly EntityTypeSpec[];
  readonly input: string;
  readonly filter: Filter;
}

export function listOf(model: Model, address: string): List {
  const query = new URLSearchParams(address.split('?')[1] ?? '');
  const constants = new Set(query.getAll('type'));
  const values = new Map<string, string[]>();
  const ranges: Filter[] = [];
  for (const [name, value] of query) {
    const [, kind, field] = /^(is|from|to)\.(.+)$/.exec(name) ?? [];
    if (field === undefined || value === '') continue;
    if (kind === 'is') values.set(field, [...(values.get(field) ?? []), value]);
    else ranges.push(criterion(field, kind === 'from' ? 'GREATER_THAN_OR_EQUAL_TO' : 'LESS_THAN_OR_EQUAL_TO', value));
  }
  return {
    types: [...model.entityTypes.values()].filter(({ graphql }) => constants.has(graphql)),
    input: query.get('query')?.trim() || '*',
    filter: both(...[...values].map(([field, some]) => criterion(field, 'IN', ...some)), ...ranges),
  };
}
