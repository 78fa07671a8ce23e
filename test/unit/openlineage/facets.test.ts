/** What the facets of OpenLineage become (docs/openlineage.md). */
import { expect } from 'chai';
import { timeOf } from '../../../src/http/openlineage/event.ts';
import { urns } from '../../support/make.ts';
import type { Store } from '../support/decided.ts';
import { datasetEvent, type Json, jobEvent, runEvent, storeOf, table } from './events.ts';

const dataset = (name: string) => urns.dataset(name, 'postgres');
const job = urns.job(urns.flow('shop', 'spark', 'prod'), 'shop.load');
const run = urns.of('dataProcessInstance', 'r1');
const custom = (store: Store, urn: string, aspect: string): Json => (store.value(urn, aspect) as { customProperties: Json }).customProperties;

describe('Facets of a dataset', () => {
  it('a schema becomes columns, nested ones with their path', async () => {
    const fields = [
      { name: 'id', type: 'BIGINT', description: 'Key' },
      { name: 'who', type: 'struct', fields: [{ name: 'city', type: 'varchar(20)' }] },
      { name: 'x' },
    ];
    const store = await storeOf(datasetEvent(table('a', { schema: { fields } })));
    const { fields: made } = store.value(dataset('a'), 'schemaMetadata') as { fields: Json[] };
    expect(
      made.map(({ fieldPath, nativeDataType, type }) => [fieldPath, nativeDataType, Object.keys((type as { type: object }).type)[0]]),
    ).to.deep.equal([
      ['id', 'BIGINT', 'com.svc.schema.NumberType'],
      ['who', 'struct', 'com.svc.schema.RecordType'],
      ['who.city', 'varchar(20)', 'com.svc.schema.StringType'],
      ['x', '', 'com.svc.schema.NullType'],
    ]);
    expect(made[0]).to.include({ description: 'Key' });
  });

  it('a tag of a column goes to the schema of the same event, otherwise to the column', async () => {
    const tags = {
      tags: [
        { key: 'pii', value: 'true', field: 'id' },
        { key: 'tier', value: '1', field: 'other' },
        { key: 'gold', value: '' },
      ],
    };
    const store = await storeOf(datasetEvent(table('a', { schema: { fields: [{ name: 'id', type: 'int' }] }, tags })));
    const { fields } = store.value(dataset('a'), 'schemaMetadata') as { fields: Json[] };
    expect(fields[0]?.globalTags).to.deep.equal({ tags: [{ tag: urns.tag('pii') }] });
    expect(store.value(urns.column(dataset('a'), 'other'), 'globalTags')).to.deep.equal({ tags: [{ tag: urns.tag('tier:1') }] });
    expect(store.value(dataset('a'), 'globalTags')).to.deep.equal({ tags: [{ tag: urns.tag('gold') }] });
    expect(store.value(urns.tag('tier:1'), 'tagProperties')).to.deep.equal({ name: 'tier:1' });
  });

  it('known facets become properties by name, others stay whole, and a deleted one goes', async () => {
    const facets = {
      dataSource: { name: 'db', uri: 'u' },
      storage: { storageLayer: 'delta', fileFormat: 'parquet' },
      version: { datasetVersion: 7 },
      mine: { a: 1, _producer: 'p' },
    };
    const store = await storeOf(
      datasetEvent(table('a', facets)),
      datasetEvent(table('a', { storage: { _deleted: true, storageLayer: '' }, mine: { _deleted: true } }), 1),
    );
    expect(custom(store, dataset('a'), 'datasetProperties')).to.deep.equal({
      openLineageNamespace: 'postgres://db:5432',
      openLineageName: 'a',
      dataSourceName: 'db',
      dataSourceUri: 'u',
      datasetVersion: '7',
    });
  });

  it('any facet may be deleted without its other fields, or with wrong ones', async () => {
    const known = ['schema', 'dataSource', 'documentation', 'ownership', 'tags', 'columnLineage', 'lineage', 'symlinks', 'storage', 'version'];
    const others = ['datasetType', 'catalog', 'lifecycleStateChange', 'dataQualityMetrics', 'dataQualityAssertions', 'mine'];
    const gone = Object.fromEntries([...known, ...others].map((name) => [name, { _deleted: true, description: 7, fields: 'x', owners: {} }]));
    const facets = {
      schema: { fields: [{ name: 'id' }] },
      documentation: { description: 'one' },
      ownership: { owners: [{ name: 'user:ann' }] },
      tags: { tags: [{ key: 'gold', value: 'true' }] },
      datasetType: { datasetType: 'VIEW' },
    };
    const store = await storeOf(datasetEvent(table('a', facets)), datasetEvent(table('a', gone), 1));
    expect(store.value(dataset('a'), 'datasetProperties')).to.not.have.property('description');
    expect(store.value(dataset('a'), 'schemaMetadata'))
      .to.have.property('fields')
      .that.deep.equals([]);
    expect(store.value(dataset('a'), 'ownership'))
      .to.have.property('owners')
      .that.deep.equals([]);
    expect(store.value(dataset('a'), 'globalTags'))
      .to.have.property('tags')
      .that.deep.equals([]);
    expect(store.value(dataset('a'), 'subTypes'))
      .to.have.property('typeNames')
      .that.deep.equals([]);
    const left = await storeOf(datasetEvent(table('a', { ...facets, documentation: { _deleted: false, description: 'one' } })));
    expect(left.value(dataset('a'), 'datasetProperties')).to.have.property('description', 'one');
  });

  it('a symlink of the type TABLE is the dataset, for its columns too', async () => {
    const physical = { namespace: 's3://lake', name: 'shop/orders' };
    const symlinks = {
      identifiers: [
        { namespace: 's3://lake', name: 'x', type: 'LOCATION' },
        { namespace: 'hive://meta', name: 'shop.orders', type: 'TABLE' },
      ],
    };
    const columnLineage = { fields: { id: { inputFields: [{ ...physical, field: 'key' }] } } };
    const store = await storeOf(runEvent({ inputs: [{ ...physical, facets: { symlinks } }], outputs: [table('a', { columnLineage })] }));
    const { inputDatasetEdges, fineGrainedLineages } = store.value(job, 'dataJobInputOutput') as Record<string, Json[]>;
    expect(inputDatasetEdges).to.deep.equal([{ destinationUrn: urns.dataset('shop.orders') }]);
    expect(fineGrainedLineages?.[0]?.upstreams).to.deep.equal([urns.column(urns.dataset('shop.orders'), 'key')]);
  });

  it('an event about a dataset itself makes its upstream lineage', async () => {
    const columnLineage = { fields: { id: { inputFields: [{ namespace: 'postgres://db:5432', name: 'b', field: 'key' }] } } };
    const store = await storeOf(datasetEvent(table('a', { columnLineage })));
    const { upstreams, fineGrainedLineages } = store.value(dataset('a'), 'upstreamLineage') as Record<string, Json[]>;
    expect(upstreams).to.deep.equal([{ dataset: dataset('b'), type: 'TRANSFORMED' }]);
    expect(fineGrainedLineages).to.have.length(1);
  });

  it('a rename removes the dataset that had the name before', async () => {
    const change = { lifecycleStateChange: 'RENAME', previousIdentifier: { namespace: 'postgres://db:5432', name: 'old' } };
    const store = await storeOf(runEvent({ outputs: [table('a', { lifecycleStateChange: change })] }));
    expect(store.value(dataset('old'), 'status')).to.deep.equal({ removed: true });
    expect(store.value(dataset('a'), 'status')).to.deep.equal({ removed: false });
  });
});

describe('Facets of a job and a run', () => {
  it('any of them may be deleted', async () => {
    const gone = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { _deleted: true }]));
    const jobFacets = {
      documentation: { description: 'Loads' },
      sql: { query: 'select 1' },
      jobType: { processingType: 'BATCH', integration: 'SPARK', jobType: 'QUERY' },
    };
    const store = await storeOf(
      jobEvent({ jobFacets }),
      jobEvent({ jobFacets: gone('documentation', 'ownership', 'tags', 'sql', 'jobType', 'sourceCode', 'sourceCodeLocation', 'lineage'), at: 1 }),
      runEvent({
        runFacets: gone('nominalTime', 'parent', 'errorMessage', 'processing_engine', 'externalQuery', 'jobDependencies', 'tags', 'lineage'),
        at: 2,
      }),
    );
    expect(store.value(job, 'dataJobInfo')).to.not.have.property('description');
    expect(store.value(job, 'dataTransformLogic')).to.deep.equal({ transforms: [] });
    expect(store.value(job, 'subTypes')).to.deep.equal({ typeNames: [] });
  });

  it('SQL, source, type and description of a job', async () => {
    const jobFacets = {
      sql: { query: 'select 1', dialect: 'spark' },
      jobType: { processingType: 'BATCH', integration: 'SPARK', jobType: 'QUERY' },
      sourceCodeLocation: { type: 'git', url: 'https://git.example/a', branch: 'main' },
      documentation: { description: 'Loads' },
    };
    const store = await storeOf(jobEvent({ jobFacets }));
    expect(store.value(job, 'dataTransformLogic')).to.deep.equal({ transforms: [{ queryStatement: { value: 'select 1', language: 'SQL' } }] });
    expect(store.value(job, 'dataJobInfo')).to.deep.include({
      name: 'load',
      type: { string: 'QUERY' },
      description: 'Loads',
      externalUrl: 'https://git.example/a',
    });
    expect(custom(store, job, 'dataJobInfo')).to.include({ sqlDialect: 'spark', sourceCodeBranch: 'main', processingType: 'BATCH' });
    expect(store.value(job, 'subTypes')).to.deep.equal({ typeNames: ['Query'] });
  });

  it('a nominal time is read as producers write it, and kept where it cannot be read', async () => {
    const of = async (nominalTime: object) => {
      const store = await storeOf(runEvent({ type: 'START', at: 1, runFacets: { nominalTime } }));
      const { type } = store.value(run, 'dataProcessInstanceProperties') as { type?: string };
      return { type, ...custom(store, run, 'dataProcessInstanceProperties') };
    };
    for (const nominalStartTime of [
      '2026-01-31',
      '2026-01-31 06:00:00',
      '2026-01-31 06:00:00 +01:00',
      '2026-01-31T06:00',
      '2026-01-31T06:00:00Z[UTC]',
    ]) {
      const read = await of({ nominalStartTime, nominalEndTime: '2026-02-01' });
      expect(read).to.include({ type: 'BATCH_SCHEDULED', nominalStartTime, nominalEndTime: '2026-02-01' });
      expect(read).not.to.have.property('openlineage.nominalTime');
    }
    const odd = { nominalStartTime: '2026-01-31', nominalEndTime: 'tomorrow' };
    expect(await of(odd)).to.include({ nominalStartTime: '2026-01-31', 'openlineage.nominalTime': JSON.stringify(odd) });
    for (const nominalStartTime of ['', '31.1.2026', '2026-13-41', 1_769_817_600, true])
      expect(await of({ nominalStartTime }))
        .to.include({ 'openlineage.nominalTime': JSON.stringify({ nominalStartTime }) })
        .and.not.to.have.property('nominalStartTime');
  });

  it('error, engine, nominal time and what a run waited for', async () => {
    const runFacets = {
      errorMessage: { message: 'no', programmingLanguage: 'JAVA', stackTrace: 'at x' },
      processing_engine: { name: 'spark', version: '3.5' },
      nominalTime: { nominalStartTime: '2026-01-31T00:00:00Z' },
      jobDependencies: { upstream: [{ job: { namespace: 'prod', name: 'shop.before' }, run: { runId: 'r0' } }] },
    };
    const store = await storeOf(runEvent({ type: 'START', at: 1 }), runEvent({ type: 'FAIL', at: 5, runFacets, inputs: [table('a')] }));
    expect(store.value(run, 'dataProcessInstanceProperties')).to.deep.include({ name: 'r1', type: 'BATCH_SCHEDULED' });
    expect(custom(store, run, 'dataProcessInstanceProperties')).to.include({
      errorMessage: 'no',
      processingEngine: 'spark',
      startedAt: '2026-01-31T12:00:01.000Z',
    });
    expect(store.value(run, 'dataProcessInstanceRelationships')).to.deep.include({ upstreamInstances: [urns.of('dataProcessInstance', 'r0')] });
    const before = urns.job(urns.flow('shop', 'spark', 'prod'), 'shop.before');
    expect(store.value(job, 'dataJobInputOutput')).to.deep.include({ inputDatajobEdges: [{ destinationUrn: before }] });
    const results = [...store.points.values()].map(({ value }) => JSON.parse(value) as Json);
    expect(results.map(({ status, result }) => [status, result])).to.deep.equal([
      ['STARTED', undefined],
      ['COMPLETE', { type: 'FAILURE', nativeResultType: 'FAIL' }],
    ]);
  });

  it('explicit lineage feeds datasets and the job', async () => {
    const from = (name: string, more: Json = {}) => ({ type: 'DATASET', namespace: 'postgres://db:5432', name, ...more });
    const lineage = {
      entries: [
        { ...from('out'), inputs: [from('in')], fields: { id: { inputs: [from('in', { field: 'key' })] } } },
        { type: 'JOB', inputs: [from('looked'), { type: 'JOB', namespace: 'prod', name: 'shop.before' }] },
      ],
    };
    const store = await storeOf(runEvent({ jobFacets: { lineage } }));
    const made = store.value(job, 'dataJobInputOutput') as Record<string, Json[]>;
    expect(made.inputDatasetEdges).to.deep.equal([{ destinationUrn: dataset('in') }, { destinationUrn: dataset('looked') }]);
    expect(made.outputDatasetEdges).to.deep.equal([{ destinationUrn: dataset('out') }]);
    expect(made.inputDatajobEdges).to.have.length(1);
    expect(made.fineGrainedLineages).to.have.length(1);
  });

  it('the lineage of a streaming job follows the run that is running', async () => {
    const jobFacets = { jobType: { processingType: 'STREAMING', integration: 'FLINK' } };
    const read = (name: string) => ({ jobFacets, inputs: [table(name)] });
    const store = await storeOf(runEvent({ ...read('a'), run: 'r1', at: 1 }), runEvent({ ...read('b'), run: 'r2', type: 'RUNNING', at: 2 }));
    expect(store.value(job, 'dataJobInputOutput')).to.deep.include({ inputDatasetEdges: [{ destinationUrn: dataset('b') }] });
    expect(store.value(urns.of('dataProcessInstance', 'r2'), 'dataProcessInstanceProperties')).to.include({ type: 'STREAMING' });
  });
});

describe('Times of producers', () => {
  const T = Date.UTC(2026, 0, 31, 12);
  for (const text of [
    '2026-01-31T12:00:00Z',
    '2026-01-31T12:00:00.000000000Z',
    '2026-01-31T13:00:00+01:00',
    '2026-01-31T13:00+0100',
    '2026-01-31T13:00:00+01:00[Europe/Paris]',
    '2026-01-31T12:00:00',
  ])
    it(`${text} is one`, () => expect(timeOf(text)).to.equal(T));
  for (const text of ['', '2026-01-31', 'now', '2026-13-31T12:00:00Z', '1960-01-01T00:00:00Z'])
    it(`${JSON.stringify(text)} is none`, () => expect(timeOf(text)).to.equal(undefined));
});
