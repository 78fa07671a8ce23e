/** What the searches of one GraphQL query cost together. */
import { expect } from 'chai';
import { EVERYTHING, type SearchResult } from '../../src/catalog/index.ts';
import { Refusal } from '../../src/errors.ts';
import { makeBudget } from '../../src/http/graphql/budget.ts';
import type { GraphContext } from '../../src/http/graphql/operation.ts';
import { runSearch } from '../../src/http/graphql/operations/search.ts';

const REQUEST = { types: [], input: '*', filter: EVERYTHING, start: 0, count: 10 };
const FOUND = { hits: [], total: 0, facets: [], unknown: [] } as unknown as SearchResult;

/** How many searches a query may have. */
async function searchesOf(request: typeof REQUEST & { readonly nestedFacets?: boolean }): Promise<number> {
  let ran = 0;
  const search = async (): Promise<SearchResult> => {
    ran++;
    return FOUND;
  };
  const context = { catalog: { search }, notes: { searched: false, unknown: [] }, budget: makeBudget(), actor: 'ann' } as unknown as GraphContext;
  const refused = await Promise.all(Array.from({ length: 200 }, () => runSearch(context, request))).catch((error: unknown) => error);
  expect(refused).to.be.instanceOf(Refusal);
  return ran;
}

describe('The searches of a query', () => {
  it('are fewer where each counts facets anew: a value is a search of its own', async () => {
    expect(await searchesOf(REQUEST)).to.equal(100);
    expect(await searchesOf({ ...REQUEST, nestedFacets: true })).to.equal(33);
  });
});
