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
  const columns: Record<string, string[]> = {
    wide: ['depth', 'quokka_size', 'Wombat_Id'],
    a: ['wallaby_code'],
    b: ['depth', 'Wallaby'],
    c: ['wallaby'],
    wallabies_seen: ['day'],
    wallabyland: ['day'],
    dens: ['dingo'],
  };
  /** More than are ranked by their names. */
  const many = Array.from({ length: 70 }, (_, at) => `seen_${at}_dingo`);
  const paths = { pens: 'koala_numbat.pens', hours: 'koala_numbat.hours_of_koala_feeding' };

  before(() =>
    writeAllSearchable([
      ...Object.entries({ ...names, ...paths }).map(([key, name]) =>
        proposal(dataset(key), 'datasetProperties', { name: name.split('.').at(-1), qualifiedName: name, customProperties: {} }),
      ),
      ...[...Object.keys(names), ...Object.keys(columns)].map((key) =>
        proposal(dataset(key), 'schemaMetadata', schemaMetadata(columns[key] ?? ['size', 'wombat', 'id'])),
      ),
      ...many.map((name) => proposal(dataset(name), 'datasetProperties', { name, customProperties: {} })),
    ]),
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

  it('of a column that is one word: after tables with this word in their names, before all others', async () => {
    const { entities } = await searchBest({ input: 'wallaby', filter });
    expect(entities.slice(0, 3)).to.deep.equal(['wallabies_seen', 'b', 'c'].map(dataset));
    expect(entities.slice(3)).to.have.members(['a', 'wallabyland'].map(dataset));
    const pages = await Promise.all(entities.map((_, start) => searchBest({ input: 'wallaby', filter, start, count: 1 })));
    expect(pages.map((page) => page.entities[0])).to.deep.equal(entities);
  });

  it('of a column: on far pages too, each entity is there once', async () => {
    const pages = [0, 40, 80].map((start) => searchBest({ input: 'dingo', filter, start, count: 40 }));
    const entities = (await Promise.all(pages)).flatMap((page) => page.entities);
    expect(entities).to.have.members([...many, 'dens'].map(dataset));
    expect((await searchBest({ input: 'dingo', filter, count: 100 })).entities).to.deep.equal(entities);
  });

  it('is in part its own and in part its path: a name with a word of its own comes before a path with all', async () => {
    expect(await first('koala numbat')).to.equal(dataset('hours'));
  });

  it('does not count twice', async () => {
    const { numEntities, entities } = await searchBest({ input: 'quokka_size', filter, searchFlags: { allWords: true } });
    expect(new Set(entities).size).to.equal(numEntities);
  });
});
