/** When numbers of entities and documents are compared, and what a difference of them says (docs/operations.md). */
import { expect } from 'chai';
import { makeComparison } from '../../src/jobs/index/compare.ts';
import type { SearchEngine } from '../../src/search/index.ts';

/** A search engine with so many documents. */
function engineWith(documents: number): SearchEngine {
  const collection = {
    retrieve: async () => ({ name: 'c', num_documents: documents }),
    documents: () => ({ search: async () => ({ found: 0 }) }),
  };
  const client = { aliases: () => ({ retrieve: async () => ({ collection_name: 'c' }) }), collections: () => collection };
  const node = {};
  return { nodes: { all: [node], current: () => node, settled: () => true }, clients: new Map([[node, { client }]]) } as unknown as SearchEngine;
}

describe('The comparison of entities and documents', () => {
  const made = (documents: number, entities: number) => {
    const comparison = makeComparison({ search: engineWith(documents), log: () => undefined, lag: async () => 0, total: async () => entities });
    comparison.soon();
    return comparison;
  };

  it('counts a difference that it finds twice in a row', async () => {
    const comparison = made(2, 3);
    expect(await comparison.fault()).to.equal(undefined);
    expect(comparison.isDue()).to.equal(true);
    expect(await comparison.fault()).to.include({ doubted: true });
  });

  it('waits for its whole time after somebody has verified the index, and begins anew', async () => {
    const comparison = made(2, 3);
    await comparison.fault();
    comparison.verified();
    expect(comparison.isDue()).to.equal(false);
    expect(await comparison.fault()).to.equal(undefined);
  });
});
