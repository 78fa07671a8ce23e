/** OpenLineage (docs/openlineage.md): events over HTTP, and what readers then see. */
import { gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Answer, api, type Series } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { askLineage } from '../support/lineage.ts';
import { ownNames, urns } from '../support/make.ts';
import { expectRefused, type Json } from '../support/openapi.ts';
import { edges, readEntity, values } from '../support/writes.ts';

const own = ownNames('openlineage');
const PATHS = ['/api/v1/lineage', '/openapi/openlineage/api/v1/lineage'];
const [PATH = ''] = PATHS;
const PRODUCER = 'https://github.com/OpenLineage/OpenLineage/tree/1.54.0/integration/spark';
const TIME = '2026-01-31T12:00:00.000Z';

const list = (json: unknown): Json[] => (Array.isArray(json) ? json : []);

interface Received {
  events: number;
  changed: number;
}
const post = (json: unknown, path = PATH): Promise<Answer<Received>> => api.send<Received>('POST', path, { json });

async function send(json: unknown, path = PATH): Promise<Received> {
  const answer = await post(json, path);
  expect(answer.status, answer.text).to.equal(200);
  return answer.body;
}

const table = (name: string, facets: Json = {}, more: Json = {}) => ({ namespace: 'postgres://db:5432', name, facets, ...more });
const datasetUrn = (name: string) => urns.dataset(name, 'postgres');
const jobUrn = (name: string) => urns.job(urns.flow(name.split('.')[0] ?? '', 'spark', 'prod'), name);
const runUrn = (id: string) => urns.of('dataProcessInstance', id);

function event(name: string, more: Json = {}): Json {
  return { eventType: 'COMPLETE', eventTime: TIME, producer: PRODUCER, run: { runId: own('run') }, job: { namespace: 'prod', name }, ...more };
}

async function points(urn: string, aspect: string): Promise<Json[]> {
  const answer: Answer<Series> = await api.series({ urn, entity: urn.split(':')[2], aspect });
  return answer.body.value.values.map(({ aspect: { value } }) => JSON.parse(value) as Json);
}

describe('OpenLineage events (docs/openlineage.md)', () => {
  for (const path of PATHS) {
    it(`${path} takes an event, a list, and a batch`, async () => {
      const job = `${own()}.load`;
      expect((await send(event(job), path)).events).to.equal(1);
      expect((await send([event(job), event(job)], path)).events).to.equal(2);
      expect((await send([event(job)], `${path}/batch`)).events).to.equal(1);
      expect(Object.keys(await values(jobUrn(job)))).to.include.members(['dataJobKey', 'dataJobInfo']);
    });
  }

  it('env and platformInstance say where the datasets of a producer are', async () => {
    const [job, name] = [`${own()}.load`, own()];
    await send(event(job, { outputs: [table(name)] }), `${PATH}?env=dev&platformInstance=eu`);
    const urn = datasetUrn(`eu.${name}`).replace(',PROD)', ',DEV)');
    const instance = `${urns.of('dataPlatformInstance', '')}(${urns.of('dataPlatform', 'postgres')},eu)`;
    const stored = await values(urn);
    expect(stored.dataPlatformInstance).to.deep.equal({ platform: urns.of('dataPlatform', 'postgres'), instance });
    expect(stored.datasetProperties?.customProperties).to.include({ openLineageName: name });
    expect((await values(jobUrn(job))).dataJobInputOutput?.outputDatasetEdges).to.deep.equal([{ destinationUrn: urn }]);
    expectRefused(await post(event(job), `${PATH}?env=moon`), 400, 'an environment such as PROD');
  });

  it('a run makes its flow, its job, itself and its datasets', async () => {
    const [job, read, written, run] = [`${own()}.load.all`, own(), own(), own('run')];
    const sent = event(job, {
      run: {
        runId: run,
        facets: { parent: { run: { runId: 'parent' }, job: { namespace: 'prod', name: 'dag' } }, mine: { _producer: 'x', a: [1] } },
      },
      inputs: [table(read)],
      outputs: [table(written, { schema: { fields: [{ name: 'id', type: 'bigint' }] }, documentation: { description: 'All of it' } })],
    });
    await send(sent);
    expect((await values(urns.flow(job.split('.')[0] ?? '', 'spark', 'prod'))).dataFlowInfo).to.include({ name: job.split('.')[0] });
    const { dataJobInfo, dataJobInputOutput } = await values(jobUrn(job));
    expect(dataJobInfo).to.deep.include({ name: 'load.all', type: { string: 'spark' } });
    expect(dataJobInputOutput?.inputDatasetEdges).to.deep.equal([{ destinationUrn: datasetUrn(read) }]);
    const { dataProcessInstanceProperties, dataProcessInstanceRelationships, dataProcessInstanceOutput } = await values(runUrn(run));
    expect(dataProcessInstanceProperties?.customProperties).to.include({ completedAt: TIME, 'openlineage.mine': '{"a":[1]}' });
    expect(dataProcessInstanceRelationships).to.include({ parentTemplate: jobUrn(job), parentInstance: runUrn('parent') });
    expect(dataProcessInstanceOutput?.outputs).to.deep.equal([datasetUrn(written)]);
    expect(await points(runUrn(run), 'dataProcessInstanceRunEvent')).to.have.length(1);
    const dataset = await values(datasetUrn(written));
    expect(dataset.datasetProperties).to.include({ description: 'All of it' });
    expect(dataset.status).to.deep.equal({ removed: false });
    expect(list(dataset.schemaMetadata?.fields).map(({ fieldPath }) => fieldPath)).to.deep.equal(['id']);
    expect(await edges(datasetUrn(read), 'INCOMING', 'Consumes')).to.include(`Consumes ${jobUrn(job)}`);
  });

  it('column lineage leads from column to column', async () => {
    const [job, read, written] = [`${own()}.load`, own(), own()];
    const inputFields = [
      { namespace: 'postgres://db:5432', name: read, field: 'price', transformations: [{ type: 'DIRECT', subtype: 'AGGREGATION' }] },
    ];
    await send(event(job, { inputs: [table(read)], outputs: [table(written, { columnLineage: { fields: { total: { inputFields } } } })] }));
    const [from, to] = [urns.column(datasetUrn(read), 'price'), urns.column(datasetUrn(written), 'total')];
    const { dataJobInputOutput } = await values(jobUrn(job));
    expect(dataJobInputOutput?.fineGrainedLineages).to.deep.equal([
      { upstreamType: 'FIELD_SET', upstreams: [from], downstreamType: 'FIELD', downstreams: [to], transformOperation: 'DIRECT:AGGREGATION' },
    ]);
    const { body } = await askLineage(to, 'UPSTREAM');
    expect(body.entities.map(({ urn }) => urn)).to.include(from);
  });

  it('the next run that completes replaces the lineage of the job, one that fails does not', async () => {
    const [job, first, second, third] = [`${own()}.load`, own(), own(), own()];
    const inputs = async () => list((await values(jobUrn(job))).dataJobInputOutput?.inputDatasetEdges).map(({ destinationUrn }) => destinationUrn);
    await send(event(job, { inputs: [table(first)] }));
    await send(event(job, { inputs: [table(second)], eventType: 'FAIL', eventTime: '2026-02-01T12:00:00Z' }));
    expect(await inputs()).to.deep.equal([datasetUrn(first)]);
    await send(event(job, { inputs: [table(third)], eventTime: '2026-02-02T12:00:00Z' }));
    expect(await inputs()).to.deep.equal([datasetUrn(third)]);
    await send(event(job, { inputs: [table(second)], eventTime: '2026-01-01T12:00:00Z' }));
    expect(await inputs()).to.deep.equal([datasetUrn(third)]);
  });

  it('events that arrive at the same time lose nothing', async () => {
    const [job, run] = [`${own()}.load`, own('run')];
    const names = Array.from({ length: 12 }, () => own());
    const sent = names.map((name, index) =>
      event(job, { run: { runId: run }, eventType: index === 0 ? 'COMPLETE' : 'RUNNING', inputs: [table(name)], outputs: [table(names[0] ?? '')] }),
    );
    await Promise.all(sent.map((each) => send(each)));
    const { dataJobInputOutput } = await values(jobUrn(job));
    const found = list(dataJobInputOutput?.inputDatasetEdges).map(({ destinationUrn }) => destinationUrn);
    expect(found).to.have.members(names.map(datasetUrn));
  });

  it('statistics, metrics and assertions are points of timeseries', async () => {
    const [job, read, written] = [`${own()}.load`, own(), own()];
    const assertions = [{ assertion: 'not_null', success: false, column: 'id', expected: '0', actual: '3' }];
    await send(
      event(job, {
        inputs: [
          table(
            read,
            {},
            { inputFacets: { dataQualityMetrics: { rowCount: 7, columnMetrics: { id: { nullCount: 3 } } }, dataQualityAssertions: { assertions } } },
          ),
        ],
        outputs: [
          table(
            written,
            { lifecycleStateChange: { lifecycleStateChange: 'OVERWRITE' } },
            { outputFacets: { outputStatistics: { rowCount: 9, size: 90 } } },
          ),
        ],
      }),
    );
    const [operation] = await points(datasetUrn(written), 'operation');
    expect(operation).to.include({ operationType: 'UPDATE', numAffectedRows: 9, lastUpdatedTimestamp: Date.parse(TIME) });
    const [profile] = await points(datasetUrn(read), 'datasetProfile');
    expect(profile).to.deep.include({ rowCount: 7, fieldProfiles: [{ fieldPath: 'id', nullCount: 3, nullProportion: 3 / 7 }] });
    const [assertion = ''] = (await edges(datasetUrn(read), 'INCOMING', 'Asserts')).map((each) => each.replace('Asserts ', ''));
    const [result] = await points(assertion, 'assertionRunEvent');
    expect(result).to.deep.include({
      asserteeUrn: datasetUrn(read),
      result: { type: 'FAILURE', nativeResults: { expected: '0', actual: '3' }, actualAggValue: 3 },
    });
  });

  it('a dropped dataset is soft-deleted, and search does not find it', async () => {
    const name = own('dropped');
    const found = async (): Promise<number> => {
      const { body } = await api.send<{ totalCount: number }>('GET', `/openapi/v3/entity/dataset?query=${name}`);
      return body.totalCount;
    };
    await send({ eventTime: TIME, producer: PRODUCER, dataset: table(name, { documentation: { description: name } }) });
    await eventually(async () => expect(await found()).to.equal(1));
    const dropped = table(name, { lifecycleStateChange: { lifecycleStateChange: 'DROP' } });
    await send({ eventTime: '2026-02-01T12:00:00Z', producer: PRODUCER, dataset: dropped });
    await eventually(async () => expect(await found()).to.equal(0));
  });

  it('owners and tags of others stay', async () => {
    const name = own();
    const urn = datasetUrn(name);
    const facets = (owner: string) => ({
      ownership: { owners: [{ name: owner, type: 'MAINTAINER' }] },
      tags: { tags: [{ key: 'pii', value: 'true' }] },
    });
    await api.ingestProposal({
      entityType: 'dataset',
      entityUrn: urn,
      changeType: 'UPSERT',
      aspectName: 'ownership',
      aspect: { value: JSON.stringify({ owners: [{ owner: urns.user('ann'), type: 'DATAOWNER' }] }), contentType: 'application/json' },
    });
    await send({ eventTime: TIME, producer: PRODUCER, dataset: table(name, facets('bob')) });
    await send({ eventTime: '2026-02-01T12:00:00Z', producer: PRODUCER, dataset: table(name, facets('team:core')) });
    const { ownership, globalTags } = await values(urn);
    expect(list(ownership?.owners).map(({ owner, type }) => `${owner} ${type}`)).to.deep.equal([
      `${urns.user('ann')} DATAOWNER`,
      `${urns.group('core')} TECHNICAL_OWNER`,
    ]);
    expect(globalTags).to.deep.equal({ tags: [{ tag: urns.tag('pii') }] });
  });

  it('an equal event makes no new version, and shows no notes of the merge', async () => {
    const [job, name] = [`${own()}.load`, own()];
    const sent = event(job, { inputs: [table(name)], outputs: [table(own())] });
    await send(sent);
    await send(sent);
    const { aspects } = await readEntity(jobUrn(job));
    expect(aspects.dataJobInputOutput?.systemMetadata).to.include({ version: '1' });
    expect(aspects.dataJobInfo?.systemMetadata).to.not.have.property('observed');
  });

  it('bodies may be compressed', async () => {
    const job = `${own()}.load`;
    const headers = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
    const answer = await api.send('POST', PATH, { text: gzipSync(JSON.stringify(event(job))), headers });
    expect(answer.status, answer.text).to.equal(200);
    expectRefused(await api.send('POST', PATH, { text: Buffer.from('{}'), headers }), 400, 'Content-Encoding');
    expectRefused(await api.send('POST', PATH, { text: '{}', headers: { ...headers, 'Content-Encoding': 'br' } }), 400, 'Content-Encoding');
    expectRefused(await api.send('POST', PATH, { text: gzipSync(Buffer.alloc(64 * 1024 * 1024, 32)), headers }), 413, 'larger than');
  });

  it('long facets are cut, and the answer says so', async () => {
    const job = `${own()}.load`;
    const answer = await post(event(job, { job: { namespace: 'prod', name: job, facets: { plan: { text: 'x'.repeat(20_000) } } } }));
    expect(decodeURIComponent(answer.headers.get('x-svc-warning') ?? '')).to.include('Only the beginning of long facets is kept: plan');
  });
});

describe('Refused OpenLineage events', () => {
  const wrong: readonly [title: string, body: unknown, pointer: string][] = [
    ['no event', 1, '/'],
    ['neither run, job nor dataset', { eventTime: TIME, producer: PRODUCER }, '/'],
    ['no time', event('a.b', { eventTime: undefined }), '/eventTime'],
    ['a time that is none', event('a.b', { eventTime: 'yesterday' }), '/eventTime'],
    ['no producer', event('a.b', { producer: undefined }), '/producer'],
    ['an unknown type', event('a.b', { eventType: 'DONE' }), '/eventType'],
    ['no run id', event('a.b', { run: {} }), '/run/runId'],
    ['an empty name', event('a.b', { inputs: [table(' ')] }), '/inputs/0/name'],
    ['a name that is too long', event('a.b', { outputs: [table('x'.repeat(600))] }), '/outputs/0/name'],
    ['a facet of another shape', event('a.b', { outputs: [table('x', { schema: { fields: 7 } })] }), '/outputs/0/facets/schema/fields'],
    ['a facet that is no object', event('a.b', { run: { runId: 'r', facets: { mine: 3 } } }), '/run/facets/mine'],
    ['the second of a list', [event('a.b'), event('a.b', { job: { namespace: 'x' } })], '/1/job/name'],
  ];
  for (const [title, body, pointer] of wrong) {
    it(`${title}: 400, and the answer names ${pointer}`, async () => {
      const answer = await post(body);
      expectRefused(answer, 400, pointer);
      expect((answer.body as unknown as { details: { pointer: string }[] }).details.map((each) => each.pointer)).to.include(pointer);
    });
  }

  it('a batch is a list, and one wrong event refuses all', async () => {
    expectRefused(await post(event('a.b'), `${PATH}/batch`), 400, 'a list of events');
    const job = `${own()}.load`;
    expectRefused(await post([event(job), event(job, { eventTime: 5 }), event(job, { run: 5 })], `${PATH}/batch`), 400, '/2/run');
    expect((await api.send('GET', `/openapi/v3/entity/dataJob/${encodeURIComponent(jobUrn(job))}`)).status).to.equal(404);
  });
});

describe('Producers with odd names', () => {
  const ODD = [
    'food_delivery',
    'my namespace, (x)',
    'constructor',
    '__proto__',
    '://',
    'unknown-scheme://host',
    'file',
    'file:',
    'hdfs://',
    '  spaces  ',
    'ünïcode',
    'a\u0000b',
    'urn:svc:dataset:(a,b)',
    '%2C',
    'arn:aws:glue:eu-west-1:1',
    '\ud800',
    'C:\\data',
    'jdbc:oracle:thin:@//h:1/s',
  ];
  for (const odd of ODD) {
    it(`${JSON.stringify(odd)} is taken everywhere`, async () => {
      const named = { namespace: odd, name: odd };
      const answer = await post({
        eventType: 'START',
        eventTime: TIME,
        producer: odd,
        run: { runId: `${own()}${odd}`, facets: { parent: { run: { runId: odd }, job: named }, [odd]: {} } },
        job: named,
        inputs: [
          {
            ...named,
            facets: {
              schema: { fields: [{ name: odd, type: odd }] },
              ownership: { owners: [{ name: odd }] },
              tags: { tags: [{ key: odd, value: odd }] },
            },
          },
        ],
        outputs: [{ ...named, facets: { columnLineage: { fields: { [odd]: { inputFields: [{ ...named, field: odd }] } } } } }],
      });
      expect(answer.status, answer.text).to.equal(200);
    });
  }
});
