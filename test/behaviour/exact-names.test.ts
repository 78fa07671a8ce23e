/**
 * What has exactly the name that was typed comes first (docs/semantics.md 9.3): an entity, then one with a column of this name.
 */
import { expect } from 'chai';
import { searchBest, where, writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, schemaMetadata, urns } from '../support/make.ts';

const own = ownNames('exact');

describe('Exactly this name', () => {
  const platform = own();
  const dataset = (name: string): string => urns.dataset(name, platform);
  const filter = where({ field: 'platform', values: [urns.platform(platform)] });
  const first = async (input: string): Promise<string | undefined> => (await searchBest({ input, filter })).entities[0];
  const names = { blanks: 'the quokka of wombats', dashes: 'the-quokka-of-wombats', table: 'quokka_sizes', wide: 'burrows', other: 'quokka' };

  before(() =>
    writeAllSearchable(
      Object.entries(names).flatMap(([key, name]) => [
        proposal(dataset(key), 'datasetProperties', { name, customProperties: {} }),
        proposal(dataset(key), 'schemaMetadata', schemaMetadata(key === 'wide' ? ['depth', 'quokka_size', 'Wombat_Id'] : ['size', 'wombat', 'id'])),
      ]),
    ),
  );

  it('with blanks or with dashes, also in a sentence', async () => {
    expect(await first(names.blanks)).to.equal(dataset('blanks'));
    expect(await first(names.dashes)).to.equal(dataset('dashes'));
    expect(await first('The Quokka of Wombats')).to.equal(dataset('blanks'));
  });

  it('of a column, in any case; an entity of this name comes before it', async () => {
    expect(await first('quokka_size')).to.equal(dataset('wide'));
    expect(await first('wombat_id')).to.equal(dataset('wide'));
    expect(await first('quokka_sizes')).to.equal(dataset('table'));
  });

  it('does not count twice', async () => {
    const { numEntities, entities } = await searchBest({ input: 'quokka_size', filter, searchFlags: { allWords: true } });
    expect(new Set(entities).size).to.equal(numEntities);
  });
});
