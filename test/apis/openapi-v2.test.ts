import { expect } from 'chai';
import { api, encode } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { SYNC, search, where } from '../support/find.ts';
import { ownNames, status, tags, urns } from '../support/make.ts';
import { body, expectRefused, type Json, openapi, type Page, type Shown } from '../support/openapi.ts';
import { write } from '../support/writes.ts';

const own = ownNames('v2');
const v2 = openapi('v2');
const v3 = openapi('v3');
const dataset = () => urns.dataset(own());
const profile = (timestampMillis: number, rowCount: number) => ({ timestampMillis, rowCount });

describe('OpenAPI v2: flat bodies (docs/semantics.md 13.1)', () => {
  it('POST accepts the aspect itself, and returns {urn, aspects: {<aspect>: {value}}}', async () => {
    const urn = dataset();
    const written = body(await v2.post('dataset', urn, 'status', status(true), { systemMetadata: false }));
    expect(written).to.deep.equal({ urn, aspects: { status: { value: { removed: true } } } });
  });

  it('GET of an aspect returns {value}, or 404 if it is absent', async () => {
    const urn = dataset();
    await v2.post('dataset', urn, 'status', status(false));
    expect(body(await v2.aspect('dataset', urn, 'status'))).to.deep.equal({ value: { removed: false } });
    expect(body(await v2.aspect('dataset', urn, 'status', { systemMetadata: true }))).to.have.nested.property('systemMetadata.version', '1');
    expectRefused(await v2.aspect('dataset', urn, 'globalTags'), 404, 'globalTags');
  });

  it('GET of an entity is always 200 with the key', async () => {
    const urn = dataset();
    expect(body(await v2.entity('dataset', urn))).to.have.nested.property('aspects.datasetKey.value.origin', 'PROD');
    await write(urn, 'status', status(false));
    expect(body(await v2.entity('dataset', urn, { aspects: 'status' }))).to.deep.equal({ urn, aspects: { status: { value: status(false) } } });
  });

  it('PATCH accepts the same body as v3', async () => {
    const [urn, tag] = [dataset(), urns.tag(own())];
    const patch = { patch: [{ op: 'add', path: `/tags/${tag}`, value: { tag } }], arrayPrimaryKeys: { tags: ['tag'] } };
    expect(body(await v2.patch('dataset', urn, 'globalTags', patch))).to.deep.equal({ urn, aspects: { globalTags: { value: tags(tag) } } });
  });

  it('createIfNotExists works here too', async () => {
    const urn = dataset();
    body(await v2.post('dataset', urn, 'status', status(false), { createIfNotExists: true }));
    expectRefused(await v2.post('dataset', urn, 'status', status(true), { createIfNotExists: true }), 400, 'aspect already exists');
  });

  it('a batch has aspects in `aspects`, flat or wrapped', async () => {
    const [one, two] = [dataset(), dataset()];
    const items = [
      { urn: one, aspects: { status: status(true) } },
      { urn: two, aspects: { status: { value: status(false) } } },
    ];
    const written = body(await v2.batch<{ urn: string; aspects: Json }[]>('dataset', items, { async: false }));
    expect(written.map(({ aspects }) => aspects.status)).to.deep.equal([{ value: status(true) }, { value: status(false) }]);
    expectRefused(await v2.batch('dataset', [{ urn: one, status: status(true) }]), 400, '/0/aspects');
    expectRefused(await v2.batch('dataset', [{ aspects: {} }]), 400, 'Missing `urn` field');
  });

  it('a list returns {scrollId, results}', async () => {
    const page = body(await v2.list('datatype', { count: 2, sort: 'urn', sortOrder: 'DESCENDING' }));
    expect(page).to.have.all.keys('scrollId', 'results');
    expect(page.results[0]).to.have.nested.property('aspects.dataTypeKey.value');
    const rest = body(await v2.list('datatype', { count: 100, sort: 'urn', sortOrder: 'DESCENDING', scrollId: page.scrollId }));
    expect(rest.results.map(({ urn }) => urn)).not.to.include.members(page.results.map(({ urn }) => urn));
  });

  it('reads a batch of URNs', async () => {
    const [urn, absent] = [dataset(), dataset()];
    await write(urn, 'status', status(false));
    const read = await v2.send<{ entities: Shown[] }>(
      'POST',
      '/batch/dataset',
      {},
      { json: { urns: [urn, absent], aspectNames: ['status'], withSystemMetadata: false } },
    );
    expect(body(read)).to.deep.equal({ entities: [{ urn, aspects: { status: { value: status(false) } } }] });
    expectRefused(await v2.send('POST', '/batch/dataset', {}, { json: {} }), 400, 'urns');
  });

  it('DELETE and HEAD work as in v3', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false));
    expect((await v2.head('dataset', urn)).status).to.equal(204);
    expect((await v2.send('HEAD', `/dataset/${encode(urn)}/status`)).status).to.equal(204);
    expect((await v2.send('HEAD', `/dataset/${encode(urn)}/ownership`)).status).to.equal(404);
    expect((await v2.remove('dataset', urn)).text).to.equal('');
    expect((await v2.head('dataset', urn)).status).to.equal(404);
  });

  it('refuses invalid bodies', async () => {
    const urn = dataset();
    expectRefused(await v2.post('dataset', urn, 'status', [1]), 400, 'JSON object');
    expectRefused(await v2.post('dataset', urn, 'status', { removed: 'maybe' }), 400, '/removed');
    expect(expectRefused(await v2.send('POST', `/dataset/${encode(urn)}/status`, {}, { text: '{' }), 400, 'JSON').error).to.equal(
      'Invalid JSON format',
    );
  });
});

describe('Timeseries through OpenAPI (docs/semantics.md 13.7)', () => {
  it('a point is written like an aspect; reads return the latest, or the latest up to a time', async () => {
    const urn = dataset();
    for (const [time, rows] of [
      [100, 1],
      [300, 3],
      [200, 2],
    ] as const) {
      const written = body(await v3.post('dataset', urn, 'datasetProfile', { value: profile(time, rows) }));
      expect(written).to.have.nested.property('datasetProfile.value.partitionSpec.type', 'FULL_TABLE');
    }
    const rows = async (query: Record<string, number> = {}) =>
      (await v2.aspect('dataset', urn, 'datasetProfile', query)).body?.value as Json | undefined;
    expect(await rows()).to.include({ rowCount: 3 });
    expect(await rows({ version: 250 })).to.include({ rowCount: 2 });
    expect(await rows({ version: 50 })).to.equal(undefined);
    expect(body(await v3.aspect('dataset', urn, 'datasetProfile', { systemMetadata: true }))).to.include.keys(
      'urn',
      'datasetProfile',
      'value',
      'systemMetadata',
    );
  });

  it('reads of entities return the latest point of a requested timeseries', async () => {
    const urn = dataset();
    for (const time of [100, 200]) await v3.post('dataset', urn, 'datasetProfile', { value: profile(time, time) });
    const named = { aspects: ['status', 'datasetProfile'] };
    const rows = ({ datasetProfile }: Json) => (datasetProfile as { value?: Json } | undefined)?.value?.rowCount;
    expect(rows(body(await v3.entity('dataset', urn, named)))).to.equal(200);
    expect(rows(body(await v3.entity('dataset', urn)))).to.equal(undefined);
    expect(body(await v2.entity('dataset', urn, named))).to.have.nested.property('aspects.datasetProfile.value.rowCount', 200);
    const withMetadata = body(await v3.entity('dataset', urn, { ...named, systemMetadata: true }));
    expect(withMetadata).to.have.nested.property('datasetProfile.systemMetadata.lastObserved');
    const [got, older] = body(
      await v3.batch<Shown[]>('dataset/batchGet', [
        { urn, datasetProfile: {} },
        { urn, datasetProfile: { headers: { 'If-Version-Match': '150' } } },
      ]),
    );
    expect([got, older].map((each) => each && rows(each))).to.deep.equal([200, 100]);
    const { entities } = body(
      await v2.send<{ entities: Json[] }>('POST', '/batch/dataset', {}, { json: { urns: [urn], aspectNames: named.aspects } }),
    );
    expect(entities[0]).to.have.nested.property('aspects.datasetProfile.value.rowCount', 200);
    const scroll = { entities: ['dataset'], aspects: ['datasetProfile'], filter: { or: [{ and: [{ field: 'urn', values: [urn] }] }] } };
    await eventually(async () => {
      const page = body(await v3.send<Page>('POST', '/scroll', {}, { json: scroll }));
      expect(page.entities.map(rows)).to.deep.equal([200]);
    });
  });

  it('the answer to a write has the system metadata that readers get', async () => {
    const urn = dataset();
    const { datasetProfile } = body(await v3.post('dataset', urn, 'datasetProfile', { value: profile(100, 1) }, { systemMetadata: true }));
    const read = body(await v3.aspect('dataset', urn, 'datasetProfile', { systemMetadata: true }));
    expect(datasetProfile).to.deep.equal(read.datasetProfile);
    expect(datasetProfile).to.have.nested.property('systemMetadata.lastObserved').that.is.greaterThan(0);
  });

  it('asOf returns the latest point up to that time', async () => {
    const urn = dataset();
    for (const time of [100, 200]) await v3.post('dataset', urn, 'datasetProfile', { value: profile(time, time) });
    expect(body(await v3.aspect('dataset', urn, 'datasetProfile', { asOf: 150 }))).to.have.nested.property('value.rowCount', 100);
    expectRefused(await v3.aspect('dataset', urn, 'datasetProfile', { asOf: 5 }), 404, 'up to 5');
  });

  it('DELETE removes only the latest point', async () => {
    const urn = dataset();
    for (const time of [100, 200]) await v3.post('dataset', urn, 'datasetProfile', { value: profile(time, time) });
    for (const left of [100, undefined]) {
      expect((await v3.removeAspect('dataset', urn, 'datasetProfile')).status).to.equal(200);
      const { body: read } = await v2.aspect('dataset', urn, 'datasetProfile');
      expect((read?.value as Json | undefined)?.rowCount).to.equal(left);
    }
  });

  it('a search after a DELETE that waits for search does not show the point', async () => {
    const urn = dataset();
    for (const time of [100, 200]) await v3.post('dataset', urn, 'datasetProfile', { value: profile(time, time) });
    const answer = await v3.send('DELETE', `/dataset/${encode(urn)}/datasetProfile`, {}, { headers: SYNC });
    expect(answer.status, answer.text).to.equal(200);
    const { entities } = await search({ filter: where({ field: 'urn', value: urn }, { field: 'rowCount', value: '100' }) });
    expect(entities).to.deep.equal([urn]);
  });

  it('returns points of several entities, newest first, page by page', async () => {
    const mine = [dataset(), dataset()];
    for (const [index, urn] of mine.entries())
      for (const time of [100, 200, 300]) await v3.post('dataset', urn, 'datasetProfile', { value: profile(time, index) });
    type Points = { scrollId?: string; results: { urn: string; timestampMillis: number; event: Json; systemMetadata: Json }[] };
    const read = (query: string) => api.send<Points>('GET', `/openapi/v2/timeseries/dataset/datasetProfile?${query}`);
    const wanted = mine.map((urn) => `urns=${encode(urn)}`).join('&');
    const seen: string[] = [];
    let scroll = '';
    do {
      const page: Points = body(await read(`${wanted}&count=1${scroll}`));
      seen.push(...page.results.map(({ urn, timestampMillis }) => `${timestampMillis} ${mine.indexOf(urn)}`));
      scroll = page.scrollId === undefined ? '' : `&scrollId=${page.scrollId}`;
    } while (scroll !== '');
    const inOrder = mine[0] && mine[1] && mine[0] < mine[1] ? [0, 1] : [1, 0];
    expect(seen).to.deep.equal([300, 200, 100].flatMap((time) => inOrder.map((index) => `${time} ${index}`)));
    const window = body(await read(`${wanted}&startTimeMillis=150&endTimeMillis=250`));
    expect(window.results.map(({ timestampMillis }) => timestampMillis)).to.deep.equal([200, 200]);
    const all: Points['results'] = [];
    let rest: string | undefined = '';
    while (rest !== undefined) {
      const page: Points = body(await read(`count=1000${rest}`));
      all.push(...page.results);
      rest = page.scrollId === undefined ? undefined : `&scrollId=${page.scrollId}`;
    }
    const again = all.filter(({ urn }) => mine.includes(urn)).map(({ urn, timestampMillis }) => `${timestampMillis} ${mine.indexOf(urn)}`);
    expect(again).to.have.members(seen);
    expectRefused(await read(Array(101).fill('urns=x').join('&')), 400, 'urns');
    expectRefused(await read(`${wanted}&startTimeMillis=x`), 400, 'startTimeMillis');
    expectRefused(await read(`urns=${encode(urns.chart(own()))}`), 400, 'URN entity type does not match');
    expectRefused(await api.send('GET', `/openapi/v2/timeseries/dataset/status?${wanted}`), 400, 'not a timeseries');
  });
});
