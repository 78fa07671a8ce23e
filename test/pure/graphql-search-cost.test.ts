/** What the searches of one GraphQL query cost together. */
import { expect } from 'chai';
import { EVERYTHING, type SearchResult } from '../../src/catalog/index.ts';
import { Refusal } from '../../src/errors.ts';
import { makeBudget } from '../../src/http/graphql/budget.ts';
import type { GraphContext } from '../../src/http/graphql/operation.ts';
import { runSearch } from '../../src/http/graphql/operations/search.ts';

const REQUEST = { types: [], input: '*', filter: EVERYTHING, start: 0, count: 10 };
const FOUND = { hits: [], total: 0, facets: [], unknown: [] } as unknown as SearchResult;

/** How many searches a query may have, and what each adds to the share of its caller. */
async function searchesOf(request: typeof REQUEST & { readonly nestedFacets?: boolean }): Promise<{ ran: number; more: number }> {
  let [ran, more] = [0, 0];
  const search = async (): Promise<SearchResult> => {
    ran++;
    return FOUND;
  };
  const weighMore = async (weight: number): Promise<void> => {
    more += weight;
  };
  const notes = { searched: false, unknown: [] };
  const context = { catalog: { search }, notes, budget: makeBudget(), actor: 'ann', weighMore } as unknown as GraphContext;
  const refused = await Promise.all(Array.from({ length: 200 }, () => runSearch(context, request))).catch((error: unknown) => error);
  expect(refused).to.be.instanceOf(Refusal);
  return { ran, more: more / ran };
}

describe('The searches of a query', () => {
  it('are fewer, and weigh more, where each counts facets anew: a value is a search of its own', async () => {
    expect(await searchesOf(REQUEST)).to.deep.equal({ ran: 100, more: 0 });
    expect(await searchesOf({ ...REQUEST, nestedFacets: true })).to.deep.equal({ ran: 33, more: 40 });
  });
});
