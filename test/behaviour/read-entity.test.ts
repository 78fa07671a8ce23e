import { expect } from 'chai';
import { api, type Entity, encode } from '../support/client.ts';
import { description, ownership, ownNames, status, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { readEntity, values, write } from '../support/writes.ts';

const own = ownNames('read');
const dataset = () => urns.dataset(own());

describe('GET /entitiesV2/<urn> (docs/semantics.md 6.1)', () => {
  const urn = dataset();
  before(async () => {
    await write(urn, 'datasetProperties', description('a'));
    await write(urn, 'datasetProperties', description('b'));
    await write(urn, 'status', status(false));
    await write(urn, 'datasetProfile', { timestampMillis: 1, rowCount: 1 });
  });

  it('returns urn, entityName in the spelling of the registry, and aspects by name', async () => {
    const entity = await readEntity(urn);
    expect(Object.keys(entity)).to.have.members(['urn', 'entityName', 'aspects']);
    expect(entity).to.include({ urn, entityName: 'dataset' });
    expect(Object.keys(entity.aspects)).to.have.members([
      'datasetKey',
      'datasetProperties',
      'status',
      'dataPlatformInstance',
      'browsePaths',
      'browsePathsV2',
    ]);
  });

  it('each enveloped aspect has name, type VERSIONED, version 0, value, created and systemMetadata', async () => {
    for (const [name, envelope] of Object.entries((await readEntity(urn)).aspects)) {
      expect(envelope).to.deep.include({ name, type: 'VERSIONED', version: 0 });
      expect(envelope.value).to.be.an('object');
      expect(envelope.created.time).to.be.greaterThan(1_600_000_000_000);
      expect(envelope.created.actor).to.equal(api.names.systemActor);
      expect(envelope.systemMetadata?.version).to.match(/^\d+$/);
    }
  });

  it('the values are the latest', async () => {
    expect((await values(urn)).datasetProperties).to.deep.equal(description('b'));
  });

  it('timeseries aspects never appear', async () => {
    expect((await readEntity(urn)).aspects).not.to.have.property('datasetProfile');
    expect(Object.keys((await readEntity(urn, 'List(datasetProfile)')).aspects)).to.deep.equal(['datasetKey']);
  });

  it('aspects=List(...) limits the returned aspects; the key aspect is always included', async () => {
    expect(Object.keys((await readEntity(urn, 'List(status)')).aspects)).to.have.members(['datasetKey', 'status']);
    expect(Object.keys((await readEntity(urn, 'List(status,datasetProperties)')).aspects)).to.have.members([
      'datasetKey',
      'status',
      'datasetProperties',
    ]);
  });

  it('alwaysIncludeKeyAspect=false leaves the key aspect out unless it is named', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false));
    const names = async (query: string) =>
      Object.keys((await api.raw<Entity>(`/entitiesV2/${encode(urn)}?alwaysIncludeKeyAspect=false${query}`)).body.aspects);
    expect(await names('&aspects=List(status)')).to.deep.equal(['status']);
    expect(await names('&aspects=List(status,datasetKey)')).to.have.members(['status', 'datasetKey']);
    expect(await names('')).to.include('datasetKey');
    expectRefusal(await api.raw(`/entitiesV2/${encode(urn)}?alwaysIncludeKeyAspect=perhaps`), 400, 'alwaysIncludeKeyAspect');
  });

  it('aspects that the entity does not have are absent, unknown names are ignored', async () => {
    expect(Object.keys((await readEntity(urn, 'List(status,ownership,noSuchAspect)')).aspects)).to.have.members(['datasetKey', 'status']);
    expect(Object.keys((await readEntity(urn, 'List(noSuchAspect)')).aspects)).to.deep.equal(['datasetKey']);
  });

  const FORMS = [
    'List(status,browsePaths)',
    'List%28status%2CbrowsePaths%29',
    'List%28status,browsePaths%29',
    'status&aspects=browsePaths',
    'List(status)&aspects=List(browsePaths)',
  ];
  for (const form of FORMS) {
    it(`aspects=${form} names two aspects`, async () => {
      expect(Object.keys((await readEntity(urn, form)).aspects)).to.have.members(['datasetKey', 'status', 'browsePaths']);
    });
  }

  it('an entity that was never written is 200 with only its key aspect', async () => {
    const name = own();
    const entity = await readEntity(urns.dataset(name));
    expect(entity.entityName).to.equal('dataset');
    expect(Object.keys(entity.aspects)).to.deep.equal(['datasetKey']);
    expect(entity.aspects.datasetKey).to.deep.include({
      name: 'datasetKey',
      version: 0,
      value: { platform: urns.platform('hive'), name, origin: 'PROD' },
    });
  });

  it('an entity that only others reference counts as never written', async () => {
    const owner = urns.user(own());
    await write(dataset(), 'ownership', ownership(owner));
    expect(Object.keys((await readEntity(owner)).aspects)).to.deep.equal(['corpUserKey']);
  });

  it('a soft-deleted entity is returned in full', async () => {
    const removed = dataset();
    await write(removed, 'datasetProperties', description('still here'));
    await write(removed, 'status', status(true));
    expect(await values(removed)).to.deep.include({ datasetProperties: description('still here'), status: { removed: true } });
  });

  it('a missing protocol header is not an error', async () => {
    expect((await api.raw(`/entitiesV2/${encode(urn)}`)).status).to.equal(200);
  });
});

describe('GET /entitiesV2?ids=List(...) (docs/semantics.md 6.1)', () => {
  const [first, second] = [dataset(), urns.tag(own())];
  before(async () => {
    await write(first, 'status', status(false));
    await write(second, 'tagProperties', { name: 'n' });
  });

  it('returns results by URN, statuses and errors; unknown URNs have only their key', async () => {
    const unknown = urns.user(own());
    const { status: code, body } = await api.entities(`List(${[first, second, unknown].map(encode).join(',')})`);
    expect(code).to.equal(200);
    expect(Object.keys(body)).to.have.members(['results', 'statuses', 'errors']);
    expect(Object.keys(body.results)).to.have.members([first, second, unknown]);
    for (const [urn, entity] of Object.entries(body.results)) expect(entity).to.deep.equal(await readEntity(urn));
    expect({ statuses: body.statuses, errors: body.errors }).to.deep.equal({ statuses: {}, errors: {} });
  });

  it('aspects=List(...) applies to all', async () => {
    const { body } = await api.entities(`List(${[first, second].map(encode).join(',')})`, 'List(status)');
    expect(Object.keys(body.results[first]?.aspects ?? {})).to.have.members(['datasetKey', 'status']);
    expect(Object.keys(body.results[second]?.aspects ?? {})).to.deep.equal(['tagKey']);
  });

  it('the parentheses and commas of the items may arrive unencoded, or the whole list encoded', async () => {
    for (const ids of [`List(${first},${second})`, encode(`List(${first},${second})`), encode(`List(${encode(first)},${encode(second)})`)]) {
      const answer = await api.entities(ids);
      expect(answer.status, `${ids}: ${answer.text}`).to.equal(200);
      expect(Object.keys(answer.body.results), ids).to.have.members([first, second]);
    }
  });

  it('one malformed URN is refused, and the error names it', async () => {
    expectRefusal(await api.entities(`List(${encode(first)},nonsense)`), 400, 'nonsense');
  });
});
