import { expect } from 'chai';
import { api, encode } from '../support/client.ts';
import { valueOf } from '../support/legacy.ts';
import { deletion, description, ownNames, proposal, status, urns } from '../support/make.ts';
import { erase, values, version, write } from '../support/writes.ts';

const own = ownNames('defaults');
const writeAll = async (...proposals: unknown[]) => {
  const answer = await api.ingestProposalBatch(proposals);
  expect(answer.status, answer.text).to.equal(200);
};
const path = async (urn: string) => (await values(urn)).browsePathsV2?.path;
const chain = (...containers: string[]) => containers.map((urn) => ({ id: urn, urn }));

describe('Defaults of an entity whose URN was used before (docs/semantics.md 3.4, 12.2)', () => {
  const BEFORE: [title: string, before: (urn: string) => Promise<unknown>][] = [
    ['a deletion of an entity that never was', (urn) => api.send('DELETE', `/openapi/v3/entity/generic/${encode(urn)}`)],
    ['a deletion of an aspect that never was', (urn) => erase(urn, 'ownership')],
    ['a deletion of points that never were', (urn) => erase(urn, 'datasetProfile')],
    [
      'a hard delete',
      async (urn) => {
        await write(urn, 'status', status(false));
        await valueOf('entities', 'delete', { urn });
      },
    ],
    [
      'a rollback',
      async (urn) => {
        const runId = own();
        await write(urn, 'status', status(false), { systemMetadata: { runId } });
        await valueOf('runs', 'rollback', { runId });
      },
    ],
  ];
  const dataset = (...name: string[]) => urns.dataset(name.join('/'), 's3');

  for (const [title, before] of BEFORE) {
    it(`after ${title} the URN can be written again, with the defaults of a first write`, async () => {
      const [folder, outer, inner] = [own(), urns.container(own()), urns.container(own())];
      await write(inner, 'container', { container: outer });
      const [named, held] = [dataset(folder, 'db', 't'), dataset(folder, 'db', 'u')];
      for (const urn of [named, held]) await before(urn);
      await write(named, 'status', status(false));
      expect(await path(named)).to.deep.equal([{ id: folder }, { id: 'db' }]);
      await write(held, 'container', { container: inner });
      expect(await path(held)).to.deep.equal(chain(outer, inner));
    });
  }

  it('the batch that deletes the URN can write it again, with the defaults of a first write', async () => {
    const [folder, instance] = [own(), own()];
    const platformInstance = urns.of('dataPlatformInstance', `(${urns.platform('s3')},${instance})`);
    await write(platformInstance, 'status', status(false));
    const [named, within] = [dataset(folder, 'db', 't'), dataset(instance, 'db', 't')];
    for (const urn of [named, within]) {
      await write(urn, 'status', status(false));
      await writeAll(deletion(urn, 'datasetKey'), proposal(urn, 'status', status(false)));
    }
    expect(await path(named)).to.deep.equal([{ id: folder }, { id: 'db' }]);
    expect(await path(within)).to.deep.equal([...chain(platformInstance), { id: 'db' }]);
  });
});

describe('The container of a default path (docs/semantics.md 3.4)', () => {
  it('may come from a patch in the same request', async () => {
    const [urn, outer, inner] = [urns.dataset(`${own()}.a.b`), urns.container(own()), urns.container(own())];
    await write(inner, 'container', { container: outer });
    const patch = JSON.stringify([{ op: 'add', path: '/container', value: inner }]);
    await writeAll(
      proposal(urn, 'status', status(false)),
      proposal(urn, 'container', undefined, { changeType: 'PATCH', aspect: { value: patch, contentType: 'application/json-patch+json' } }),
    );
    expect((await values(urn)).container).to.deep.equal({ container: inner });
    expect(await path(urn)).to.deep.equal(chain(outer, inner));
  });

  it('is known, with the containers above it, if they come in the same batch, in any order', async () => {
    const [first, second] = [urns.dataset(`${own()}.a.b`), urns.dataset(`${own()}.a.b`)];
    const [root, top, middle, low] = [own(), own(), own(), own()].map(urns.container) as [string, string, string, string];
    await write(top, 'container', { container: root });
    await writeAll(
      proposal(first, 'container', { container: low }),
      proposal(middle, 'container', { container: top }),
      proposal(low, 'container', { container: middle }),
      proposal(second, 'container', { container: low }),
    );
    for (const urn of [first, second]) expect(await path(urn)).to.deep.equal(chain(root, top, middle, low));
  });

  it('is known in its new place if the same batch moves it', async () => {
    const [urn, before, root, after, moved] = [urns.dataset(`${own()}.a.b`), ...[own(), own(), own(), own()].map(urns.container)] as [
      string,
      string,
      string,
      string,
      string,
    ];
    await write(after, 'container', { container: root });
    await write(moved, 'container', { container: before });
    await writeAll(proposal(moved, 'container', { container: after }), proposal(urn, 'container', { container: moved }));
    expect(await path(urn)).to.deep.equal(chain(root, after, moved));
  });
});

describe('A default gives way to what the same request supplies (docs/semantics.md 3.4)', () => {
  const paths = { paths: ['/mine/a'] };

  it('but stays if that is refused', async () => {
    const urn = urns.dataset(`${own()}.a`);
    const answer = await api.ingestEach([
      proposal(urn, 'status', status(false)),
      proposal(urn, 'browsePaths', paths, { headers: { 'If-Version-Match': '7' } }),
    ]);
    expect(answer.body.value).to.include({ written: 1, refused: 1 });
    expect((await values(urn)).browsePaths?.paths).to.have.length(1);
    expect((await values(urn)).browsePaths).not.to.deep.equal(paths);
  });

  it('also item by item', async () => {
    const urn = urns.dataset(`${own()}.a`);
    const answer = await api.ingestEach([proposal(urn, 'status', status(false)), proposal(urn, 'browsePaths', paths, { changeType: 'CREATE' })]);
    expect(answer.body.value).to.include({ written: 2, refused: 0 });
    expect((await values(urn)).browsePaths).to.deep.equal(paths);
    expect(await version(urn, 'browsePaths', 1)).to.equal(undefined);
  });

  it('but stays if the request only deletes the aspect', async () => {
    const urn = urns.dataset(`${own()}.a`);
    await writeAll(deletion(urn, 'browsePaths'), proposal(urn, 'datasetProperties', description('x')));
    expect(await values(urn)).to.include.keys('browsePaths', 'browsePathsV2', 'dataPlatformInstance');
  });
});
