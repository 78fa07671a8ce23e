import { expect } from 'chai';
import { action, browse, where, writeAllSearchable, writeSearchable } from '../support/find.ts';
import { description, ownNames, proposal, status, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('browse');

describe('POST /entities?action=browse (docs/semantics.md 11)', () => {
  const root = own();
  const dataset = (name: string) => urns.dataset(`${root}.${name}`);
  const paths = (urn: string, ...list: string[]) => proposal(urn, 'browsePaths', { paths: list.map((path) => `/${root}${path}`) });
  const [one, two, deep, many] = ['one', 'two', 'deep', 'many'].map(dataset) as [string, string, string, string];

  before(() =>
    writeAllSearchable([
      paths(one, '/Folder A/one'),
      paths(two, '/Folder A/Two.x'),
      paths(deep, '/Folder A/sub/deep'),
      paths(many, '//b//many', '/Folder A/sub/again'),
    ]),
  );

  it('lists groups and entities directly below the path; the last segment of a path is the name of the entity', async () => {
    expect(await browse({ path: `/${root}/Folder A` })).to.deep.equal({
      numEntities: 2,
      pageSize: 10,
      from: 0,
      metadata: { totalNumEntities: 4, groups: [{ name: 'sub', count: 2 }], path: `/${root}/Folder A` },
      entities: [
        { name: 'one', urn: one },
        { name: 'Two.x', urn: two },
      ],
    });
  });

  it('groups have counts, the largest comes first; additional slashes do not matter', async () => {
    for (const path of [`/${root}`, `${root}/`, `//${root}//`]) {
      const { metadata, entities } = await browse({ path });
      expect(metadata.groups).to.deep.equal([
        { name: 'Folder A', count: 4 },
        { name: 'b', count: 1 },
      ]);
      expect(entities).to.deep.equal([]);
    }
  });

  it('an entity with several paths is found under each', async () => {
    expect((await browse({ path: `/${root}/b` })).entities).to.deep.equal([{ name: 'many', urn: many }]);
    expect((await browse({ path: `/${root}/Folder A/sub` })).entities).to.deep.equal([
      { name: 'deep', urn: deep },
      { name: 'again', urn: many },
    ]);
  });

  it('a path that does not end with the name of the entity is also the folder that it is in', async () => {
    const [branch, urn, display] = [own(), dataset('kafka_sample'), own()];
    const all = [`/${branch}/kafka1`, `/${branch}/x/kafka_sample`, `/${branch}/y/${display}`];
    await writeAllSearchable([
      proposal(urn, 'browsePaths', { paths: all }),
      proposal(urn, 'datasetProperties', { ...description('x'), name: display }),
    ]);
    expect((await browse({ path: `/${branch}/kafka1` })).entities).to.deep.equal([{ name: `${root}.kafka_sample`, urn }]);
    expect((await browse({ path: `/${branch}` })).entities).to.deep.equal([{ name: 'kafka1', urn }]);
    for (const path of all.slice(1)) expect((await browse({ path })).entities, path).to.deep.equal([]);
    for (const path of ['x', 'y']) expect((await browse({ path: `/${branch}/${path}` })).entities.map((each) => each.urn)).to.deep.equal([urn]);
  });

  it('segments are compared as a whole, with case', async () => {
    expect((await browse({ path: `/${root}/folder a` })).metadata.totalNumEntities).to.equal(0);
    expect((await browse({ path: `/${root}/Folder` })).metadata.totalNumEntities).to.equal(0);
  });

  it('unusual names work: quotes, commas, unicode, dots, and what looks like an operator', async () => {
    const odd = ['a "quoted" one', 'x && y || z', '`tick`', '(1,2)', '漢字 🙂', '..', '%2F', 'a:b', "it's", '*'];
    const branch = own();
    const all = odd.map((name, n) => ({ urn: dataset(`odd${n}`), name }));
    await writeAllSearchable(all.map(({ urn, name }) => proposal(urn, 'browsePaths', { paths: [`/${branch}/${name}/${name} itself`] })));
    const { metadata } = await browse({ path: `/${branch}`, limit: 100 });
    expect(metadata.groups.map(({ name }) => name)).to.have.members(odd);
    for (const { urn, name } of all)
      expect((await browse({ path: `/${branch}/${name}` })).entities, name).to.deep.equal([{ name: `${name} itself`, urn }]);
  });

  it('paths may be deeper than the counted folders; an unknown path is empty', async () => {
    const branch = own();
    const folders = Array.from({ length: 40 }, (_, n) => `f${n}`);
    const urn = dataset('deepest');
    await writeAllSearchable([proposal(urn, 'browsePaths', { paths: [`/${branch}/${folders.join('/')}/leaf`] })]);
    for (const depth of [0, 1, 22, 23, 24, 25, 39]) {
      const path = [branch, ...folders.slice(0, depth)].join('/');
      expect((await browse({ path: `/${path}` })).metadata, path).to.deep.include({
        totalNumEntities: 1,
        groups: [{ name: `f${depth}`, count: 1 }],
      });
    }
    expect((await browse({ path: `/${branch}/${folders.join('/')}` })).entities).to.deep.equal([{ name: 'leaf', urn }]);
    expect(await browse({ path: `/${branch}/nowhere` })).to.deep.include({ numEntities: 0, entities: [] });
  });

  it('a page past the end is empty, however far', async () => {
    for (const start of [5, 10_000, Number.MAX_SAFE_INTEGER]) {
      const { metadata, numEntities } = await browse({ path: `/${root}/Folder A`, start });
      expect({ ...metadata, numEntities }).to.deep.include({ numEntities: 0, totalNumEntities: 4, groups: [] });
    }
  });

  it('the root is "" and "/"', async () => {
    for (const path of ['', '/']) {
      const { metadata } = await browse({ path, limit: 10_000 });
      expect(metadata.groups.map(({ name }) => name)).to.include(root);
    }
  });

  it('start and limit run over groups first, then entities', async () => {
    const page = (start: number) => browse({ path: `/${root}/Folder A`, start, limit: 2 });
    expect(await page(0)).to.deep.include({ entities: [{ name: 'one', urn: one }], from: 0 });
    expect(await page(2)).to.deep.include({ entities: [{ name: 'Two.x', urn: two }], numEntities: 1 });
    expect((await page(2)).metadata.groups).to.deep.equal([]);
  });

  it('an entity without a path gets a default path, in lower case', async () => {
    const urn = urns.dataset(`${root}.Some.Table`, 'Hive');
    await writeSearchable(urn, 'datasetProperties', description('x'));
    expect((await browse({ path: `/prod/hive/${root.toLowerCase()}/some` })).entities).to.deep.equal([{ name: 'table', urn }]);
  });

  it('a filter narrows groups and entities; soft-deleted entities and empty groups are left out', async () => {
    const { metadata } = await browse({ path: `/${root}`, filter: where({ field: 'urn', values: [one] }) });
    expect(metadata).to.deep.include({ totalNumEntities: 1, groups: [{ name: 'Folder A', count: 1 }] });
    await writeSearchable(deep, 'status', status(true));
    await writeSearchable(many, 'status', status(true));
    expect((await browse({ path: `/${root}` })).metadata.groups).to.deep.equal([{ name: 'Folder A', count: 2 }]);
  });

  it('getBrowsePaths returns the paths of an entity as stored', async () => {
    expect((await action('getBrowsePaths', { urn: many })).body).to.deep.equal({ value: [`/${root}//b//many`, `/${root}/Folder A/sub/again`] });
    expect((await action('getBrowsePaths', { urn: urns.dataset(own()) })).body).to.deep.equal({ value: [] });
  });

  for (const [what, params, mention] of [
    ['no path', { path: undefined }, 'path'],
    ['no entity', { entity: undefined }, 'entity'],
    ['an unknown entity type', { entity: 'tables' }, 'tables'],
    ['a limit below zero', { limit: -1 }, 'limit'],
    ['a start below zero', { start: -1 }, 'start'],
  ] as const) {
    it(`${what} is refused`, async () => {
      expectRefusal(await action('browse', { ...{ path: '/', entity: 'dataset', start: 0, limit: 5 }, ...params }), [400, 422], mention);
    });
  }
});
