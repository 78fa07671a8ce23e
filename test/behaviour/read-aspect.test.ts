import { expect } from 'chai';
import { api } from '../support/client.ts';
import { description, ownNames, status, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { write } from '../support/writes.ts';

const own = ownNames('aspect');

describe('GET /aspects/<urn>?aspect=&version= (docs/semantics.md 6.3)', () => {
  const urn = urns.dataset(own());
  const record = `${api.names.package}.dataset.DatasetProperties`;
  before(async () => {
    for (const text of ['a', 'b', 'c']) await write(urn, 'datasetProperties', description(text));
    await write(urn, 'datasetProfile', { timestampMillis: 1 });
  });

  it('returns the requested version, and the aspect under its record name', async () => {
    expect((await api.aspect(urn, 'datasetProperties', 0)).body).to.deep.equal({ version: 0, aspect: { [record]: description('c') } });
    expect((await api.aspect(urn, 'datasetProperties', 1)).body).to.deep.equal({ version: 1, aspect: { [record]: description('a') } });
    expect((await api.aspect(urn, 'datasetProperties', 2)).body).to.deep.equal({ version: 2, aspect: { [record]: description('b') } });
  });

  it('version defaults to 0, the latest', async () => {
    expect((await api.aspect(urn, 'datasetProperties')).body).to.deep.equal({ version: 0, aspect: { [record]: description('c') } });
  });

  it('the key aspect of an entity that was written can be read', async () => {
    const { body } = await api.aspect(urn, 'datasetKey');
    expect(Object.keys(body.aspect)).to.deep.equal([`${api.names.package}.metadata.key.DatasetKey`]);
  });

  const KEYS: [string, string, Record<string, unknown>][] = [
    [urns.dataset('n', 'hive', 'DEV'), 'DatasetKey', { origin: 'DEV', name: 'n', platform: urns.platform('hive') }],
    [urns.chart('c', 'looker'), 'ChartKey', { chartId: 'c', dashboardTool: 'looker' }],
    [urns.dashboard('d', 'looker'), 'DashboardKey', { dashboardId: 'd', dashboardTool: 'looker' }],
    [urns.user('u'), 'CorpUserKey', { username: 'u' }],
    [urns.group('g'), 'CorpGroupKey', { name: 'g' }],
  ];
  for (const [entity, key, value] of KEYS) {
    it(`${key} has its documented fields`, async () => {
      await write(entity, 'status', status(false));
      const aspect = key[0]?.toLowerCase() + key.slice(1);
      expect((await api.aspect(entity, aspect)).body.aspect).to.deep.equal({ [`${api.names.package}.metadata.key.${key}`]: value });
    });
  }

  it('works for entity types without snapshots', async () => {
    const container = urns.container(own());
    await write(container, 'containerProperties', { name: 'n' });
    expect((await api.aspect(container, 'containerProperties')).body.aspect).to.deep.equal({
      [`${api.names.package}.container.ContainerProperties`]: { name: 'n' },
    });
  });

  it('a missing entity, aspect or version is 404', async () => {
    expectRefusal(await api.aspect(urns.dataset(own()), 'status'), 404, 'status');
    expectRefusal(await api.aspect(urns.dataset(own()), 'datasetKey'), 404, 'datasetKey');
    expectRefusal(await api.aspect(urn, 'ownership'), 404, 'ownership');
    expectRefusal(await api.aspect(urn, 'ownership', 1), 404, 'ownership');
    for (const version of [3, 4, 99, Number.MAX_SAFE_INTEGER])
      expectRefusal(await api.aspect(urn, 'datasetProperties', version), 404, String(version));
  });

  it('an unknown aspect name is 404 too', async () => {
    expectRefusal(await api.aspect(urn, 'noSuchAspect'), 404, 'noSuchAspect');
    expectRefusal(await api.aspect(urn, 'chartInfo'), 404, 'chartInfo');
  });

  it('a timeseries aspect cannot be read here', async () => {
    expectRefusal(await api.aspect(urn, 'datasetProfile'), [400, 404], 'datasetProfile');
  });
});
