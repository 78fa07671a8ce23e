import { expect } from 'chai';
import { api } from '../support/client.ts';
import { action, search, where, writeAllSearchable } from '../support/find.ts';
import { ownNames, proposal, stamp, tags, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('sort');

describe('The order of results (docs/semantics.md 9.3)', () => {
  const platform = own();
  const dataset = (name: string) => urns.dataset(name, platform);
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(dataset) as [string, string, string, string];
  const filter = where({ field: 'platform', values: [urns.platform(platform)] });
  const sorted = async (...criteria: [field: string, order: 'ASCENDING' | 'DESCENDING'][]): Promise<string[]> =>
    (await search({ filter, sortCriteria: criteria.map(([field, order]) => ({ field, order })) })).entities;

  before(() =>
    writeAllSearchable([
      proposal(a, 'datasetProperties', {
        name: 'b_z',
        qualifiedName: 'q2',
        description: 'x',
        customProperties: {},
        created: stamp(undefined, 2_000),
      }),
      proposal(b, 'datasetProperties', { name: 'b.a', qualifiedName: 'Q1', customProperties: {}, created: stamp(undefined, 1_000) }),
      proposal(c, 'datasetProperties', { name: 'Ba', customProperties: {} }),
      proposal(d, 'status', { removed: false }),
      proposal(a, 'datasetProfile', { timestampMillis: 1, rowCount: -5 }),
      proposal(b, 'datasetProfile', { timestampMillis: 1, rowCount: 9_007_199_254_740_991 }),
      proposal(c, 'datasetProfile', { timestampMillis: 1, rowCount: 9_007_199_254_740_990 }),
    ]),
  );

  it('numbers are sorted by value, to the last digit; documents without one come last in both directions', async () => {
    expect(await sorted(['rowCount', 'ASCENDING'])).to.deep.equal([a, c, b, d]);
    expect(await sorted(['rowCount', 'DESCENDING'])).to.deep.equal([b, c, a, d]);
  });

  it('so are dates; the URN decides among those without a value', async () => {
    expect(await sorted(['createdAt', 'ASCENDING'])).to.deep.equal([b, a, c, d]);
    expect(await sorted(['createdAt', 'DESCENDING'])).to.deep.equal([a, b, c, d]);
  });

  it('texts are sorted by their characters, without case; a missing one comes last', async () => {
    expect(await sorted(['name', 'ASCENDING'])).to.deep.equal([b, a, c, d]);
    expect(await sorted(['name', 'DESCENDING'])).to.deep.equal([c, a, b, d]);
    expect(await sorted(['_entityName', 'ASCENDING'])).to.deep.equal([b, a, c, d]);
    expect(await sorted(['qualifiedName', 'ASCENDING'])).to.deep.equal([b, a, c, d]);
    expect(await sorted(['qualifiedName', 'DESCENDING'])).to.deep.equal([a, b, c, d]);
  });

  it('numbers in names are sorted by their size', async () => {
    const on = own();
    const names = ['Steward 10', 'steward 2', 'Steward 02b', 'Steward', 'Steward 1', 'Steward x', 'steward 123456789012345678901'];
    await writeAllSearchable(
      names.map((name, at) => proposal(urns.dataset(`numbered${at}`, on), 'datasetProperties', { name, customProperties: {} })),
    );
    const params = { filter: where({ field: 'platform', values: [urns.platform(on)] }), sort: { field: '_entityName', order: 'ASCENDING' } };
    expect((await search(params)).entities.map((urn) => names[Number(urn.split('numbered')[1]?.[0])])).to.deep.equal([
      'Steward',
      'Steward 1',
      'steward 2',
      'Steward 02b',
      'Steward 10',
      'steward 123456789012345678901',
      'Steward x',
    ]);
  });

  it('sorts by URN alone, in both directions', async () => {
    expect(await sorted(['urn', 'ASCENDING'])).to.deep.equal([a, b, c, d]);
    expect(await sorted(['urn', 'DESCENDING'])).to.deep.equal([d, c, b, a]);
  });

  it('the second field decides if the first is equal; unknown fields are skipped', async () => {
    const [e, f] = [dataset('e'), dataset('f')];
    await writeAllSearchable([
      proposal(e, 'datasetProfile', { timestampMillis: 1, rowCount: -5 }),
      proposal(e, 'datasetProperties', { name: 'zz', customProperties: {} }),
      proposal(f, 'datasetProfile', { timestampMillis: 1, rowCount: -5 }),
      proposal(f, 'datasetProperties', { name: 'aa', customProperties: {} }),
    ]);
    expect((await sorted(['rowCount', 'ASCENDING'], ['name', 'ASCENDING'])).slice(0, 3)).to.deep.equal([f, a, e]);
    expect((await sorted(['nonsense', 'DESCENDING'], ['rowCount', 'ASCENDING'], ['name', 'DESCENDING'])).slice(0, 3)).to.deep.equal([e, a, f]);
    await writeAllSearchable([e, f].map((urn) => proposal(urn, 'status', { removed: true })));
  });

  it('fields with several values are sorted by the first value, flags with false before true', async () => {
    const [g, h] = [dataset('g'), dataset('h')];
    const [early, late] = [urns.tag(`${own('aa')}`), urns.tag(`${own('zz')}`)].sort() as [string, string];
    await writeAllSearchable([
      proposal(g, 'globalTags', tags(late)),
      proposal(h, 'globalTags', tags(late, early)),
      proposal(g, 'deprecation', { deprecated: true, note: 'old', actor: urns.user('mia') }),
      proposal(h, 'deprecation', { deprecated: false, note: '', actor: urns.user('mia') }),
    ]);
    expect((await sorted(['tags', 'ASCENDING'])).slice(0, 2)).to.deep.equal([h, g]);
    expect((await sorted(['tags', 'DESCENDING'])).slice(0, 2)).to.deep.equal([g, h]);
    expect((await sorted(['deprecated', 'ASCENDING'])).slice(0, 2)).to.deep.equal([h, g]);
    expect((await sorted(['deprecated', 'DESCENDING'])).slice(0, 2)).to.deep.equal([g, h]);
    await writeAllSearchable([g, h].map((urn) => proposal(urn, 'status', { removed: true })));
  });

  it('the warning header names a field that the model does not know', async () => {
    const answer = await action('search', { input: '*', entity: 'dataset', start: 0, count: 1, filter, sort: { field: 'nmae', order: 'ASCENDING' } });
    expect(answer.headers.get(api.names.warningHeader)).to.include('nmae').and.include('name');
  });

  it('more than two fields are refused', async () => {
    const sortCriteria = ['name', 'rowCount', 'createdAt'].map((field) => ({ field }));
    expectRefusal(await action('search', { input: '*', entity: 'dataset', sortCriteria }), 400, 'two fields');
  });

  it('results of a text query can be sorted by a field', async () => {
    const found = await search({ input: 'x OR name:*a*', filter, sort: { field: 'name', order: 'DESCENDING' } });
    expect(found.entities).to.deep.equal([c, a, b]);
  });
});
