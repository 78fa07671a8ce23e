import { expect } from 'chai';
import { makeClient } from '../support/client.ts';
import { SYNC } from '../support/find.ts';
import { deletion, ownNames, proposal, status, urns } from '../support/make.ts';
import { type ModelFolder, modelFolder } from '../support/model-folder.ts';
import { SVC } from '../support/names.ts';
import { PART_FILES } from '../support/part-files.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { expectRefusal } from '../support/refusals.ts';
import { emptyEngines } from '../support/shared-engines.ts';
import { entityPath, inBrowser, visit } from '../ui/support/browser.ts';
import { testModelParts } from './support/test-model-parts.ts';

/** An entity type of our own: sensors on machines, with readings, beside an aspect added to dataset and a field added to tagProperties. */
const FILES = {
  'entities/sensor.yaml': {
    name: 'sensor',
    description: 'Something that measures',
    graphql: 'SENSOR',
    key: 'sensorKey',
    aspects: ['sensorInfo', 'sensorPlace', 'sensorReading', 'status', 'ownership', 'browsePaths', 'browsePathsV2', 'dataPlatformInstance'],
    searchable: true,
    names: ['sensorInfo.label'],
    page: {
      icon: 'M2 2h12v12h-12z',
      word: 'Measuring point',
      listed: { title: 'Beside it', fields: ['besideSensor'], none: 'It stands alone' },
      parts: { title: 'Tables', groups: [{ title: 'Tables that it fills', out: ['Feeds'] }] },
    },
    platform: 'vendor',
    browse: { path: '/{vendor}/{serial}', split: ['serial'], v2: { split: 'serial' } },
  },
  'entities/dataset-more.yaml': { extend: true, name: 'dataset', aspects: ['fedBy'] },
  'aspects/sensorKey.yaml': {
    'x-aspect': { name: 'sensorKey', record: 'metadata.key.SensorKey', kind: 'key', urn: ['vendor', 'serial'] },
    type: 'object',
    required: ['vendor', 'serial'],
    properties: {
      vendor: { type: 'string', format: 'urn', 'x-urn': { types: ['dataPlatform'] }, 'x-relationship': { name: 'MadeBy', to: ['dataPlatform'] } },
      serial: { type: 'string' },
    },
  },
  'aspects/sensorInfo.yaml': `
x-aspect: {name: sensorInfo, record: sensor.SensorInfo, kind: versioned}
type: object
required: [unit]
properties:
  unit: {type: string, enum: [CELSIUS, BAR]}
  label: {type: string, x-searchable: {field: label, type: wordGram, queried: true}}
  about: {type: string}
  height: {type: number, format: double}
  near:
    type: array
    items: {type: string, format: urn, x-urn: {types: [sensor]}, x-relationship: {name: StandsAt, to: [sensor]}}
  feeds:
    type: array
    items: {type: string, format: urn, x-urn: {types: [dataset]}, x-relationship: {name: Feeds, to: [dataset], lineage: downstream}}
  made: {$ref: ../common/AuditStamp.yaml}
  housing: {$ref: ../common/Housing.yaml}
`,
  'aspects/sensorPlace.yaml': `
x-aspect: {name: sensorPlace, record: sensor.SensorPlace, kind: versioned}
type: object
properties:
  beside:
    type: string
    format: urn
    x-urn: {types: [sensor]}
    x-relationship: {name: StandsAt, to: [sensor]}
    x-searchable: {field: besideSensor, type: urn}
`,
  'aspects/sensorReading.yaml': `
x-aspect: {name: sensorReading, record: sensor.SensorReading, kind: timeseries}
type: object
required: [timestampMillis, value]
properties:
  timestampMillis: {type: integer, format: int64}
  partitionSpec: {$ref: ../common/PartitionSpec.yaml}
  value: {type: number, format: double, x-searchable: {field: lastValue, type: double}}
`,
  'aspects/fedBy.yaml': `
x-aspect: {name: fedBy, record: dataset.FedBy, kind: versioned}
type: object
required: [sensors]
properties:
  sensors:
    type: array
    items: {type: string, format: urn, x-urn: {types: [sensor]}, x-relationship: {name: FedBy, to: [sensor]}}
`,
  'aspects/tagProperties-more.yaml': {
    extend: true,
    'x-aspect': { name: 'tagProperties' },
    properties: { rank: { type: 'integer', format: 'int32' } },
  },
  'common/Housing.yaml': 'x-record: sensor.Housing\ntype: object\nrequired: [colour]\nproperties: {colour: {type: string}}\n',
};

const own = ownNames('model');

describe('MODEL_DIR (openapi/README.md)', () => {
  let cairn: RunningCairn;
  let folder: ModelFolder;
  const api = makeClient(() => cairn.url, SVC);
  const sensor = (serial: string, vendor = 'acme') => urns.of('sensor', `(${urns.platform(vendor)},${serial})`);
  const write = async (urn: string, aspect: string, value: unknown): Promise<void> => {
    const answer = await api.ingestProposal(proposal(urn, aspect, value));
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.headers.get(SVC.warningHeader)).to.equal(null);
  };
  const edges = async (urn: string, direction: string, types?: string): Promise<string[]> =>
    (await api.relationships(urn, direction, { types })).body.relationships.map(({ type, entity }) => `${type} ${entity}`);

  before(async () => {
    folder = modelFolder({ ...FILES, ...PART_FILES });
    cairn = await startCairn({ ...(await emptyEngines()), MODEL_DIR: folder.path });
  });
  after(async () => {
    await endAll();
    folder.remove();
  });

  it('an aspect of the new type can be written and read, with key and defaults', async () => {
    const serial = own();
    const urn = sensor(`${serial}.A.b`);
    const info = { unit: 'BAR', height: 1.5, made: { time: 1, actor: urns.user('a') }, housing: { colour: 'red' } };
    await write(urn, 'sensorInfo', info);
    const { entityName, aspects } = (await api.entity(urn)).body;
    expect(entityName).to.equal('sensor');
    expect(Object.fromEntries(Object.entries(aspects).map(([name, { value }]) => [name, value]))).to.deep.equal({
      sensorKey: { vendor: urns.platform('acme'), serial: `${serial}.A.b` },
      sensorInfo: info,
      dataPlatformInstance: { platform: urns.platform('acme') },
      browsePathsV2: { path: [{ id: serial }, { id: 'A' }] },
      browsePaths: { paths: [`/acme/${serial.toLowerCase()}/a/b`] },
    });
  });

  it('its versions have its record name', async () => {
    const urn = sensor(own());
    await write(urn, 'sensorInfo', { unit: 'BAR' });
    await write(urn, 'sensorInfo', { unit: 'CELSIUS' });
    expect((await api.aspect(urn, 'sensorInfo', 1)).body).to.deep.equal({ version: 1, aspect: { 'com.svc.sensor.SensorInfo': { unit: 'BAR' } } });
    expect((await api.aspect(urn, 'sensorInfo', 2)).status).to.equal(404);
  });

  it('works in a batch and in a batch get', async () => {
    const [a, b] = [sensor(own()), sensor(own())];
    const answer = await api.ingestProposalBatch([a, b].map((urn) => proposal(urn, 'status', status(false))));
    expect(answer.status, answer.text).to.equal(200);
    expect(Object.keys((await api.entities(`List(${[a, b].map(encodeURIComponent).join(',')})`)).body.results)).to.have.members([a, b]);
  });

  it('its relationships are edges in both directions, with its key', async () => {
    const [urn, other, dataset] = [sensor(own(), own('vendor')), sensor(own()), urns.dataset(own())];
    await write(urn, 'sensorInfo', { unit: 'BAR', near: [other], feeds: [dataset] });
    const vendor = /\((.*),/.exec(urn)?.[1] ?? '';
    expect(await edges(urn, 'OUTGOING')).to.deep.equal([`Feeds ${dataset}`, `MadeBy ${vendor}`, `OnPlatform ${vendor}`, `StandsAt ${other}`]);
    expect(await edges(dataset, 'INCOMING')).to.deep.equal([`Feeds ${urn}`]);
    expect(await edges(vendor, 'INCOMING', 'MadeBy')).to.deep.equal([`MadeBy ${urn}`]);
  });

  it('if two aspects of one entity make the same edge, it disappears when both are removed (docs/semantics.md 8.2)', async () => {
    const [urn, other] = [sensor(own()), sensor(own())];
    await write(urn, 'sensorInfo', { unit: 'BAR', near: [other] });
    await write(urn, 'sensorPlace', { beside: other });
    expect(await edges(other, 'INCOMING', 'StandsAt')).to.deep.equal([`StandsAt ${urn}`]);
    expect((await api.ingestProposal(deletion(urn, 'sensorPlace'))).status).to.equal(200);
    expect(await edges(other, 'INCOMING', 'StandsAt')).to.deep.equal([`StandsAt ${urn}`]);
    await write(urn, 'sensorInfo', { unit: 'BAR' });
    expect(await edges(other, 'INCOMING', 'StandsAt')).to.deep.equal([]);
  });

  it('its timeseries aspect can be written and read', async () => {
    const urn = sensor(own());
    for (const time of [1, 2, 3]) await write(urn, 'sensorReading', { timestampMillis: time, value: time / 2 });
    const { body } = await api.series({ urn, entity: 'sensor', aspect: 'sensorReading', limit: 2 });
    expect(body.value).to.include({ entityName: 'sensor', aspectName: 'sensorReading', limit: 2 });
    expect(body.value.values.map(({ aspect }) => JSON.parse(aspect.value).value)).to.deep.equal([1.5, 1]);
    const over = await api.series({
      urn,
      entity: 'sensor',
      aspect: 'sensorReading',
      filter: { or: [{ and: [{ field: 'value', values: ['1'], condition: 'LESS_THAN' }] }] },
    });
    expect(over.body.value.values).to.have.length(1);
  });

  it('GraphQL leads from its URNs to their entities, and to it from aspects that were added', async () => {
    const [urn, near, dataset] = [sensor(own()), sensor(own()), urns.dataset(own())];
    await write(urn, 'sensorInfo', { unit: 'BAR', near: [near], feeds: [dataset], made: { time: 1, actor: urns.user('a') } });
    await write(near, 'sensorPlace', { beside: urn });
    await write(dataset, 'fedBy', { sensors: [urn] });
    const query = `{
      sensor(urn: "${urn}") { vendor { name } info { near { urn sensorPlace { beside { serial } } } feeds { urn name } made { actor actorEntity { type } } } }
      dataset(urn: "${dataset}") { fedBy { sensors { urn info { unit } } } } }`;
    const { body } = await api.send<{ data: unknown; errors?: unknown }>('POST', '/api/graphql', { json: { query } });
    expect(body.errors).to.equal(undefined);
    const serial = /,([^)]*)\)$/.exec(urn)?.[1];
    expect(body.data).to.deep.equal({
      sensor: {
        vendor: { name: 'acme' },
        info: {
          near: [{ urn: near, sensorPlace: { beside: { serial } } }],
          feeds: [{ urn: dataset, name: dataset.split(',')[1] }],
          made: { actor: urns.user('a'), actorEntity: { type: 'CORP_USER' } },
        },
      },
      dataset: { fedBy: { sensors: [{ urn, info: { unit: 'BAR' } }] } },
    });
  });

  it('an invalid value is refused with the pointer', async () => {
    const urn = sensor(own());
    for (const [aspect, value, pointer] of [
      ['sensorInfo', { unit: 'KELVIN' }, '/unit'],
      ['sensorInfo', {}, '/unit'],
      ['sensorInfo', { unit: 'BAR', near: [urns.dataset('x')] }, '/near/0'],
      ['sensorInfo', { unit: 'BAR', housing: {} }, '/housing/colour'],
      ['sensorReading', { timestampMillis: 1 }, '/value'],
      ['datasetProperties', {}, 'Unknown aspect datasetProperties for entity sensor'],
    ] as const) {
      expectRefusal(await api.ingestProposal(proposal(urn, aspect, value)), 422, pointer);
    }
    expectRefusal(await api.entity(urns.of('sensor', '(acme,1)')), 400, 'vendor');
  });

  it('an extended entity type has the added aspect, and all of its own', async () => {
    const [urn, by] = [urns.dataset(own()), sensor(own())];
    await write(urn, 'fedBy', { sensors: [by] });
    await write(urn, 'datasetProperties', { name: 'x' });
    expect(await edges(by, 'INCOMING')).to.deep.equal([`FedBy ${urn}`]);
  });

  it('an extended aspect has the added field', async () => {
    const urn = urns.tag(own());
    await write(urn, 'tagProperties', { name: 'x', rank: 3 });
    expectRefusal(await api.ingestProposal(proposal(urn, 'tagProperties', { name: 'x', rank: 'first' })), 422, '/rank');
  });

  it('DELETE of its key deletes the whole entity', async () => {
    const [urn, other] = [sensor(own()), sensor(own())];
    await write(urn, 'sensorInfo', { unit: 'BAR', near: [other] });
    await write(urn, 'sensorReading', { timestampMillis: 1, value: 1 });
    expect((await api.ingestProposal(deletion(urn, 'sensorKey'))).status).to.equal(200);
    expect(Object.keys((await api.entity(urn)).body.aspects)).to.deep.equal(['sensorKey']);
    expect(await edges(other, 'INCOMING')).to.deep.equal([]);
    expect((await api.series({ urn, entity: 'sensor', aspect: 'sensorReading' })).body.value.values).to.deep.equal([]);
  });

  it('the reference shows its fields, relationships and search fields, and the additions to shipped types', async () => {
    const shown = async (where: string): Promise<string> => (await fetch(`${cairn.url}/rpc/docs/model/${where}`)).text();
    for (const said of ['Something that measures', 'urn:svc:sensor:(&lt;vendor&gt;,&lt;serial&gt;)', 'StandsAt', 'lastValue'])
      expect(await shown('sensor')).to.contain(said);
    expect(await shown('aspect/sensorInfo')).to.contain('housing.colour');
    expect(await shown('dataset')).to.contain('fedBy');
    expect(await shown('aspect/tagProperties')).to.contain('rank');
  });

  testModelParts(() => cairn.url, api);

  inBrowser('its pages', () => {
    it('have its word, its icon and the tabs that its aspects allow [long]', async () => {
      const urn = sensor(own());
      await write(urn, 'sensorInfo', { unit: 'BAR', feeds: [urns.dataset(own())] });
      await write(urn, 'sensorReading', { timestampMillis: Date.now(), value: 3 });
      const page = await visit(entityPath(urn), { at: cairn.url });
      await page.getByText('Measuring point').first().waitFor();
      expect(await page.locator('.entity-head .type-icon path').first().getAttribute('d')).to.equal('M2 2h12v12h-12z');
      const titles = await page.locator('nav.tabs a').allTextContents();
      expect(titles.map((title) => title.replace(/\s*\d+$/, ''))).to.include.members([
        'Documentation',
        'Lineage',
        'Impact',
        'Usage and profile',
        'Relationships',
        'History',
      ]);
    });

    it('have the name, the description and the lists that the model says', async () => {
      const [urn, other, dataset] = [sensor(own()), sensor(own()), urns.dataset(own())];
      const label = own();
      await write(urn, 'sensorInfo', { unit: 'BAR', label, about: 'Measures **steam**.', feeds: [dataset] });
      await write(dataset, 'datasetProperties', { name: `${label} table` });
      await write(other, 'sensorInfo', { unit: 'BAR', label: `${label} neighbour` });
      const answer = await api.ingestProposal(proposal(other, 'sensorPlace', { beside: urn }), SYNC);
      expect(answer.status, answer.text).to.equal(200);
      const page = await visit(entityPath(urn), { at: cairn.url });
      await page.getByRole('heading', { name: label, level: 1 }).waitFor();
      await page.getByRole('link', { name: `${label} neighbour` }).waitFor();
      await page.getByRole('link', { name: 'Tables', exact: true }).click();
      await page.getByRole('heading', { name: 'Tables that it fills' }).waitFor();
      await page.getByRole('link', { name: `${label} table` }).waitFor();
      await page.getByRole('link', { name: 'Documentation', exact: true }).click();
      await page.locator('strong', { hasText: 'steam' }).waitFor();
      await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
      await page.getByRole('textbox', { name: 'What should others know?' }).fill('Measures water.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' });
      await page.getByText('Measures water.').first().waitFor();
      expect((await api.aspect(urn, 'sensorInfo')).body.aspect).to.deep.equal({
        'com.svc.sensor.SensorInfo': { unit: 'BAR', label, about: 'Measures water.', feeds: [dataset] },
      });
    });

    it('have no tab for lineage or series if no aspect can have them [long]', async () => {
      const urn = urns.of('dataFlow', `(airflow,${own()},PROD)`);
      await write(urn, 'dataFlowInfo', { name: 'nightly' });
      const page = await visit(entityPath(urn), { at: cairn.url });
      await page.getByRole('link', { name: 'Relationships' }).waitFor();
      for (const name of ['Lineage', 'Impact', 'Usage and profile']) expect(await page.getByRole('link', { name, exact: true }).count()).to.equal(0);
    });
  });
});
