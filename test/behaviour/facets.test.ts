import { expect } from 'chai';
import { search, where, writeAllSearchable } from '../support/find.ts';
import { ownership, ownNames, proposal, tags, urns } from '../support/make.ts';

const own = ownNames('facets');

describe('Facets (document 1, endpoint 7; semantics 9.5)', () => {
  const platform = own();
  const mine = { field: 'platform', values: [urns.platform(platform)] };
  const [red, blue, ann] = [urns.tag('Facet Red'), urns.tag('facet red'), urns.user(own())];
  const facets = async (params: object) =>
    new Map((await search(params as Record<string, unknown>)).metadata.searchResultMetadatas.map(({ name, aggregations }) => [name, aggregations]));

  before(() =>
    writeAllSearchable(
      [0, 1, 2, 3, 4].flatMap((n) => [
        proposal(
          urns.dataset(`facet${n}`, platform, n < 4 ? 'PROD' : 'DEV'),
          'globalTags',
          tags(...(n < 3 ? [red] : []), ...(n === 0 ? [blue] : [])),
        ),
        proposal(urns.dataset(`facet${n}`, platform, n < 4 ? 'PROD' : 'DEV'), 'ownership', ownership(...(n === 4 ? [ann] : []))),
      ]),
    ),
  );

  it('counts cover the whole result, not the page; values are raw, and those that differ in case are two', async () => {
    const found = await facets({ filter: where(mine), count: 1 });
    expect(found.get('platform')).to.deep.equal({ [urns.platform(platform)]: 5 });
    expect(found.get('tags')).to.deep.equal({ [red]: 3, [blue]: 1 });
    expect(found.get('origin')).to.deep.equal({ PROD: 4, DEV: 1 });
    expect(found.get('owners')).to.deep.equal({ [ann]: 1 });
  });

  it('a filter on a facet field narrows that facet too; facets without values are left out', async () => {
    const found = await facets({ filter: where(mine, { field: 'origin', values: ['DEV'] }) });
    expect(found.get('origin')).to.deep.equal({ DEV: 1 });
    expect(found.has('tags')).to.equal(false);
  });

  it('the entity type is a facet when several types are searched', async () => {
    expect((await facets({ filter: where(mine), entity: ['dataset', 'chart'] })).get('_entityType')).to.deep.equal({ dataset: 5 });
    expect((await facets({ filter: where(mine) })).has('_entityType')).to.equal(false);
  });
});
