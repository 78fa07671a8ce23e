import { expect } from 'chai';
import { act, exists, hardDelete, valueOf } from '../support/legacy.ts';
import { ownership, ownNames, status, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { write } from '../support/writes.ts';

const own = ownNames('counts');

interface Page {
  start: number;
  count: number;
  total: number;
  entities: string[];
}
const listUrns = (entity: string, start: number, count: number) => valueOf<Page>('entities', 'listUrns', { entity, start, count });
const total = (entity: string) => valueOf<number>('entities', 'getTotalEntityCount', { entity });

describe('exists and filterExistingUrns (docs/semantics.md 9.7)', () => {
  it('exists says whether an entity was written; a soft-deleted one exists unless includeSoftDelete is false', async () => {
    const urn = urns.dataset(own());
    expect(await exists(urn)).to.equal(false);
    await write(urn, 'status', status(true));
    expect(await exists(urn)).to.equal(true);
    expect(await exists(urn, true)).to.equal(true);
    expect(await exists(urn, false)).to.equal(false);
    await write(urn, 'status', status(false));
    expect(await exists(urn, false)).to.equal(true);
  });

  it('an entity that only others reference does not exist', async () => {
    const user = urns.user(own());
    await write(urns.dataset(own()), 'ownership', ownership(user));
    expect(await exists(user)).to.equal(false);
  });

  it('filterExistingUrns returns the existing ones, in the order of the request', async () => {
    const [a, b, c, d] = [urns.dataset(own()), urns.tag(own()), urns.dataset(own()), urns.chart(own())];
    await write(a, 'status', status(false));
    await write(b, 'tagProperties', { name: 'b' });
    await write(d, 'status', status(true));
    expect(await valueOf('entities', 'filterExistingUrns', { urns: [d, c, a, b] })).to.deep.equal([d, a, b]);
    expect(await valueOf('entities', 'filterExistingUrns', { urns: [] })).to.deep.equal([]);
  });

  it('refuses what is not a URN', async () => {
    expectRefusal(await act('entities', 'exists', {}), 400, 'urn');
    expectRefusal(await act('entities', 'exists', { urn: 'x' }), 400, 'x');
    expectRefusal(await act('entities', 'exists', { urn: urns.tag('x'), includeSoftDelete: 'maybe' }), 400, 'includeSoftDelete');
    expectRefusal(await act('entities', 'filterExistingUrns', { urns: [urns.tag('x'), 'y'] }), 400, 'y');
    expectRefusal(await act('entities', 'filterExistingUrns', { urns: 'y' }), 400, 'urns');
  });
});

describe('listUrns (docs/semantics.md 9.7)', () => {
  it('pages through all entities of a type by URN, each once, also soft-deleted ones', async () => {
    const mine = Array.from({ length: 7 }, () => urns.of('notebook', `(querybook,${own()})`));
    for (const urn of mine) await write(urn, 'status', status(urn === mine[0]));
    const found: string[] = [];
    for (let start = 0; ; start += 3) {
      const page = await listUrns('notebook', start, 3);
      expect(page).to.include({ start, count: page.entities.length });
      expect(page.total).to.be.at.least(7);
      if (page.count === 0) break;
      found.push(...page.entities);
    }
    expect(found).to.include.members(mine);
    expect(found).to.deep.equal([...new Set(found)].sort());
  });

  it('a page past the end is empty; the type is matched without regard to case', async () => {
    const { total: all } = await listUrns('DATASET', 0, 1);
    expect(await listUrns('dataset', all + 100, 10)).to.deep.equal({ start: all + 100, count: 0, total: all, entities: [] });
  });

  it('refuses an unknown type, a negative start, and a count above the maximum', async () => {
    expectRefusal(await act('entities', 'listUrns', { entity: 'teapot', start: 0, count: 1 }), 422, 'Failed to find entity with name teapot');
    expectRefusal(await act('entities', 'listUrns', { start: 0, count: 1 }), 400, 'entity');
    expectRefusal(await act('entities', 'listUrns', { entity: 'dataset', start: -1, count: 1 }), 400, 'start');
    expectRefusal(await act('entities', 'listUrns', { entity: 'dataset', start: 0, count: 1_000_000 }), 400, '10000');
  });
});

describe('Counts (docs/semantics.md 9.7, 18.6)', () => {
  it('soft-deleted and hard-deleted entities are not counted', async () => {
    const [a, b] = [
      urns.of('mlModelGroup', `(${urns.platform('mlflow')},${own()},PROD)`),
      urns.of('mlModelGroup', `(${urns.platform('mlflow')},${own()},PROD)`),
    ];
    const before = await total('mlModelGroup');
    for (const urn of [a, b]) await write(urn, 'status', status(false));
    expect(await total('mlModelGroup')).to.equal(before + 2);
    await write(a, 'status', status(true));
    expect(await total('mlModelGroup')).to.equal(before + 1);
    await write(a, 'status', status(false));
    expect(await total('mlModelGroup')).to.equal(before + 2);
    await write(a, 'status', status(true));
    for (const urn of [a, b]) await hardDelete(urn);
    expect(await total('mlModelGroup')).to.equal(before);
  });

  it('batchGetTotalEntityCount counts several types', async () => {
    await write(urns.tag(own()), 'tagProperties', { name: 'x' });
    const counts = await valueOf<Record<string, number>>('entities', 'batchGetTotalEntityCount', {
      entities: ['tag', 'dataPlatform', ...Array.from({ length: 900 }, () => 'dataset')],
    });
    expect(Object.keys(counts)).to.have.members(['tag', 'dataPlatform', 'dataset']);
    expect(counts.dataPlatform).to.be.above(50);
  });

  it('getCount counts the entities that have an aspect; % in urnLike stands for any text', async () => {
    const name = own();
    for (const part of ['a', 'b', 'c']) await write(urns.dataset(`${name}.${part}`), 'status', status(part === 'c'));
    await write(urns.chart(name), 'status', status(false));
    const count = (urnLike?: string) => valueOf<number>('aspects', 'getCount', { aspect: 'status', ...(urnLike === undefined ? {} : { urnLike }) });
    expect(await count(`%${name}%`)).to.equal(4);
    expect(await count(`${urns.dataset(name).slice(0, -6)}%`)).to.equal(3);
    expect(await count(urns.dataset(`${name}.a`))).to.equal(1);
    expect(await count(urns.dataset(`${name}_a`))).to.equal(0);
    expect(await count()).to.be.at.least(4);
  });

  it('pieces between % match in order, and every other character matches itself', async () => {
    const name = own();
    const long = `${name}.${'a'.repeat(400)}`;
    for (const each of [long, `${name}.one.two`, `${name}.(x)`]) await write(urns.of('corpuser', each), 'status', status(false));
    const count = (urnLike: string) => valueOf<number>('aspects', 'getCount', { aspect: 'status', urnLike });
    expect(await count(`${urns.user(name)}${'%a'.repeat(18)}%X`)).to.equal(0);
    expect(await count(`${urns.user(name)}${'%a'.repeat(18)}%`)).to.equal(1);
    expect(await count(`%${name}%one%two`)).to.equal(1);
    expect(await count(`%${name}%two%one`)).to.equal(0);
    expect(await count(`%${name}.one%ne.two`)).to.equal(0);
    expect(await count(`%${name}.one%%.two`)).to.equal(1);
    expect(await count(`%${name}..x.`)).to.equal(0);
    expect(await count(`%${name}.(x)`)).to.equal(1);
    expectRefusal(await act('aspects', 'getCount', { aspect: 'status', urnLike: '%a'.repeat(100) }), 400, 'urnLike');
  });

  it('refuses unknown types and aspects', async () => {
    expectRefusal(await act('entities', 'getTotalEntityCount', { entity: 'teapot' }), 422, 'teapot');
    expectRefusal(await act('entities', 'getTotalEntityCount', {}), 400, 'entity');
    expectRefusal(await act('entities', 'batchGetTotalEntityCount', { entities: ['dataset', 'teapot'] }), 422, 'teapot');
    expectRefusal(await act('aspects', 'getCount', { aspect: 'teapot' }), 422, 'teapot');
    expectRefusal(await act('aspects', 'getCount', { aspect: 'datasetProfile' }), 400, 'timeseries');
  });
});
