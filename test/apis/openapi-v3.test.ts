import { expect } from 'chai';
import { type Answer, api, encode } from '../support/client.ts';
import { ownNames, status, tags, urns } from '../support/make.ts';
import { body, expectRefused, type Json, openapi, type Page } from '../support/openapi.ts';
import { write } from '../support/writes.ts';

const own = ownNames('v3');
const v3 = openapi('v3');
const dataset = () => urns.dataset(own());
const text = (description: string) => ({ value: { description } });

describe('OpenAPI v3: one aspect (docs/semantics.md 13.3, 13.4)', () => {
  it('POST returns {urn, <aspect>: {value}} with what is stored', async () => {
    const urn = dataset();
    const written = body(await v3.post('dataset', urn, 'status', { value: status(true) }));
    expect(written).to.deep.equal({ urn, status: { value: { removed: true } } });
  });

  it('POST returns the value as the server has normalised it', async () => {
    const owner = urns.user(own());
    const value = { owners: [{ owner, type: 'DATAOWNER' }], lastModified: { time: 1, actor: owner } };
    const { ownership } = body(await v3.post('dataset', dataset(), 'ownership', { value }));
    expect((ownership as { value: Json }).value).to.have.property('ownerTypes');
  });

  it('GET returns the documented form, and `value` beside it', async () => {
    const urn = dataset();
    await v3.post('dataset', urn, 'datasetProperties', text('a'));
    expect(body(await v3.aspect('dataset', urn, 'datasetProperties'))).to.deep.equal({
      urn,
      datasetProperties: { value: { description: 'a' } },
      value: { description: 'a' },
    });
  });

  it('stores a value exactly as it was sent', async () => {
    const urn = urns.of('structuredProperty', own());
    const sent = `{ "value" : {"qualifiedName":"${own()}","valueType":"urn:svc:dataType:svc.number","entityTypes":[],"allowedValues":[{"value":{"double":60.0}}]} }`;
    body(await v3.send('POST', `/structuredProperty/${encode(urn)}/propertyDefinition`, {}, { text: sent }));
    expect((await v3.aspect('structuredProperty', urn, 'propertyDefinition')).text).to.include('"double":60.0');
  });

  it('GET and HEAD of an absent aspect are 404', async () => {
    const urn = dataset();
    await v3.post('dataset', urn, 'status', { value: status(false) });
    const absent = await v3.aspect('dataset', urn, 'ownership');
    expectRefused(absent, 404, 'ownership');
    expect(absent.headers.get('Not-Found-Reason')).to.equal('ASPECT');
    expect((await v3.send('HEAD', `/dataset/${encode(urn)}/ownership`)).status).to.equal(404);
    expect((await v3.send('HEAD', `/dataset/${encode(urn)}/status`)).status).to.equal(204);
  });

  it('GET with version reads older versions; the number of the latest returns the latest', async () => {
    const urn = dataset();
    for (const each of ['a', 'b']) await v3.post('dataset', urn, 'datasetProperties', text(each));
    const at = async (version: number) => (await v3.aspect('dataset', urn, 'datasetProperties', { version })).body?.value;
    expect([await at(0), await at(1), await at(2)]).to.deep.equal([{ description: 'b' }, { description: 'a' }, { description: 'b' }]);
    expectRefused(await v3.aspect('dataset', urn, 'datasetProperties', { version: 3 }), 404, 'version 3');
    expectRefused(await v3.aspect('dataset', urn, 'datasetProperties', { version: 'x' }), 400, 'version');
  });

  it('POST to an existing aspect updates it; an equal value returns the same and makes no version', async () => {
    const urn = dataset();
    for (const each of ['a', 'b', 'b']) body(await v3.post('dataset', urn, 'datasetProperties', text(each)));
    const { datasetProperties } = body(await v3.post('dataset', urn, 'datasetProperties', text('b'), { systemMetadata: true }));
    expect(datasetProperties).to.deep.include({ value: { description: 'b' } });
    expect((datasetProperties as { systemMetadata: Json }).systemMetadata.version).to.equal('2');
    expect(datasetProperties).to.have.nested.property('auditStamp.actor');
  });

  it('createIfNotExists=true refuses an existing aspect, createIfNotExists=false updates it', async () => {
    const urn = dataset();
    body(await v3.post('dataset', urn, 'datasetProperties', text('a'), { createIfNotExists: true }));
    const refused = expectRefused(
      await v3.post('dataset', urn, 'datasetProperties', text('b'), { createIfNotExists: true }),
      400,
      'aspect already exists',
    );
    expect(refused.error).to.equal('Validation Error');
    body(await v3.post('dataset', urn, 'datasetProperties', text('c'), { createIfNotExists: false }));
    expect((await v3.aspect('dataset', urn, 'datasetProperties')).body.value).to.deep.equal({ description: 'c' });
  });

  it('createIfEntityNotExists=true refuses an existing entity', async () => {
    const urn = dataset();
    body(await v3.post('dataset', urn, 'status', { value: status(false) }, { createIfEntityNotExists: true }));
    expectRefused(await v3.post('dataset', urn, 'datasetProperties', text('a'), { createIfEntityNotExists: true }), 400, 'entity key already exists');
  });

  it('async=true answers 202 with the same body', async () => {
    const urn = dataset();
    expect(body(await v3.post('dataset', urn, 'status', { value: status(true) }, { async: true }), 202)).to.deep.equal({
      urn,
      status: { value: { removed: true } },
    });
  });

  it('uses systemMetadata and headers beside the value', async () => {
    const urn = dataset();
    await v3.post('dataset', urn, 'status', { value: status(true), systemMetadata: { runId: 'run-1', lastObserved: 5 } });
    const read = await v3.aspect('dataset', urn, 'status', { systemMetadata: true });
    expect(read.body.systemMetadata).to.deep.include({ runId: 'run-1', lastObserved: 5, version: '1' });
    const failed = await v3.post('dataset', urn, 'status', { value: status(false), headers: { 'If-Version-Match': '7' } });
    expect(expectRefused(failed, 412, 'Expected version 7, actual version 1').error).to.equal('Precondition Error');
    body(await v3.post('dataset', urn, 'status', { value: status(false), headers: { 'If-Version-Match': '1' } }));
  });

  it('a conditional header of the request works too', async () => {
    const urn = dataset();
    await v3.post('dataset', urn, 'status', { value: status(true) });
    const path = `/dataset/${encode(urn)}/status`;
    expectRefused(
      await v3.send('POST', path, {}, { json: { value: status(false) }, headers: { 'If-Version-Match': '-1' } }),
      412,
      'Expected version -1',
    );
    expectRefused(await v3.send('POST', path, {}, { json: { value: status(false) }, headers: { 'If-Match': '' } }), 400, 'If-Match');
  });

  it('a refusal points to the place of a wrong name', async () => {
    const urn = dataset();
    const pointers: [Promise<Answer>, string][] = [
      [
        v3.batch('dataset', [
          { urn, status: { value: status(true) } },
          { urn, nope: { value: {} } },
        ]),
        '/1/nope',
      ],
      [
        v3.batch('dataset', [
          { urn, status: { value: status(true) } },
          { urn: 'orders', status: { value: status(true) } },
        ]),
        '/1/urn',
      ],
      [v3.send('POST', '/dataset/batchGet', {}, { json: [{ urn }, { urn: 'orders' }] }), '/1/urn'],
      [v3.send('POST', '/dataset/batchGet', {}, { json: [{ urn, nope: {} }] }), '/0/nope'],
      [
        v3.send('POST', '/dataset/batchGet', {}, { json: [{ urn, status: { headers: { 'if-version-match': 'x' } } }] }),
        '/0/status/headers/if-version-match',
      ],
      [api.send('GET', '/openapi/v2/timeseries/dataset/datasetProfile?urns=orders'), '/urns/0'],
      [api.send('GET', '/changes?actors=nobody'), '/actors'],
    ];
    for (const [answer, pointer] of pointers) {
      const { details } = (await answer).body as { details?: { pointer: string }[] };
      expect(details?.map((each) => each.pointer)).to.deep.equal([pointer]);
    }
  });

  for (const version of ['v2', 'v3'] as const) {
    it(`a DELETE in ${version} can be conditional, and is refused if it would ignore a condition`, async () => {
      const [{ removeAspect, send }, urn] = [openapi(version), dataset()];
      for (const removed of [true, false]) await write(urn, 'status', status(removed));
      await write(urn, 'datasetProfile', { timestampMillis: 1, rowCount: 1 });
      const path = `/dataset/${encode(urn)}`;
      const headers = { 'If-Version-Match': '1' };
      expectRefused(await send('DELETE', `${path}/status`, {}, { headers }), 412, 'Expected version 1, actual version 2');
      expectRefused(await send('DELETE', `${path}/datasetProfile`, {}, { headers }), 400, 'expected no condition');
      expectRefused(await send('DELETE', path, {}, { headers }), 400, 'an entity has no version');
      for (const query of [{}, { aspects: 'status' }])
        expectRefused(await send('DELETE', path, query, { headers: { 'If-Unmodified-Since': '2000-01-01T00:00:00Z' } }), 412, 'modified');
      expect(body(await v3.entity('dataset', urn))).to.include.keys('status');
      expect((await v3.aspect('dataset', urn, 'datasetProfile')).status).to.equal(200);
      body(await send('DELETE', `${path}/status`, {}, { headers: { 'If-Version-Match': '2' } }));
      expect((await v3.aspect('dataset', urn, 'status')).status).to.equal(404);
      body(await removeAspect('dataset', urn, 'datasetProfile'));
    });
  }

  it('refuses invalid bodies', async () => {
    const path = `/dataset/${encode(dataset())}/datasetProperties`;
    expectRefused(await v3.send('POST', path, {}, { json: { description: 'flat' } }), 400, 'description');
    expectRefused(await v3.send('POST', path, {}, { json: {} }), 400, 'value');
    expectRefused(await v3.send('POST', path, {}, { json: [] }), 400, 'JSON object');
    expect(expectRefused(await v3.send('POST', path, {}, { text: '{"value":' }), 400, 'JSON').error).to.equal('Invalid JSON format');
    expectRefused(await v3.send('POST', path, {}, { json: { value: { customProperties: 3 } } }), 400, '/customProperties');
    expectRefused(await v3.send('POST', path, {}, { json: { value: {}, systemMetadata: { runId: 5 } } }), 400, 'runId');
    expectRefused(
      await v3.send('POST', path, {}, { text: 'a=b', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
      415,
      'application/json',
    );
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    expectRefused(await v3.send('POST', path, {}, { text: `{"value":{"x":${deep}}}` }), 400, 'nested too deeply');
    expectRefused(await v3.send('POST', `${path}?createIfNotExists=maybe`, {}, { json: text('a') }), 400, 'createIfNotExists');
  });
});

describe('OpenAPI v3: paths (docs/semantics.md 13.1)', () => {
  it('ignores the case of entity types and aspects, and `generic` accepts any type', async () => {
    const urn = dataset();
    body(await v3.post('DataSet', urn, 'GLOBALTAGS', { value: tags() }));
    expect(body(await v3.aspect('dataset', urn, 'globaltags'))).to.have.property('globalTags');
    expect(body(await v3.entity('generic', urn))).to.include({ urn });
  });

  it('accepts unencoded URNs, also with slashes, with and without an aspect', async () => {
    const urn = urns.of('tag', `${own()}/a/b`);
    body(await api.raw(`/openapi/v3/entity/tag`), 200);
    body(await v3.post('tag', urn, 'tagProperties', { value: { name: 'n' } }));
    expect(body(await api.raw<Json>(`/openapi/v3/entity/tag/${urn}`))).to.include({ urn });
    expect(body(await api.raw<Json>(`/openapi/v3/entity/tag/${urn}/tagProperties`)).value).to.deep.equal({ name: 'n' });
    expect((await api.send('DELETE', `/openapi/v3/entity/tag/${urn}`, { json: [] })).status).to.equal(200);
    expect((await v3.entity('tag', urn)).status).to.equal(404);
  });

  it('accepts URNs that are encoded except their slashes, and a slash at the end', async () => {
    const urn = urns.dataset(`${own()}/a/b`, 's3');
    const path = `/dataset/${encode(urn).replaceAll('%2F', '/')}`;
    body(await v3.send('POST', `${path}/status/`, {}, { json: { value: status(false) } }));
    for (const end of ['', '/']) expect(body(await v3.send<Json>('GET', `${path}${end}`))).to.include({ urn });
    for (const end of ['', '/']) expect(body(await v3.aspect('dataset', urn, `status${end}`)).value).to.deep.equal({ removed: false });
    expect(body(await v3.list('dataset/', { count: 1 })).entities).to.have.length(1);
  });

  it('keeps percent signs of the URN itself', async () => {
    const urn = urns.dataset(`${own()}%28x%29`);
    body(await v3.post('dataset', urn, 'status', { value: status(false) }));
    expect(body(await v3.entity('dataset', urn))).to.include({ urn });
    expect(body(await api.raw<Json>(`/openapi/v3/entity/dataset/${urn}`))).to.include({ urn });
  });

  it('keeps them also if a client has encoded only what no URL may contain', async () => {
    const urn = urns.dataset(`${own()} ü%28x%2Cy%29`);
    body(await v3.post('dataset', urn, 'status', { value: status(false) }));
    expect((await api.send('DELETE', `/openapi/v3/entity/dataset/${urn}`, { json: [] })).status).to.equal(200);
    expect((await v3.entity('dataset', urn)).status).to.equal(404);
  });

  it('refuses unknown paths', async () => {
    const urn = dataset();
    expectRefused(await v3.entity('nothing', urn), 400, 'Failed to find entity with name nothing');
    expectRefused(await v3.entity('chart', urn), 400, 'URN entity type does not match');
    expect(expectRefused(await v3.entity('dataset', 'urn:svc:dataset:x'), 400, 'urn:svc:dataset:x').error).to.match(/^Invalid urn!: /);
    expectRefused(await v3.entity('dataset', urns.dataset(own(), 'hive', 'NOWHERE')), 400, 'Invalid urn!');
    expectRefused(await v3.aspect('dataset', 'urn:svc:dataset:x', 'status'), 400, 'Invalid urn!: urn:svc:dataset:x (');
    expectRefused(await api.raw('/openapi/v3/entity/dataset/urn:svc:dataset:x/status'), 400, 'Invalid urn!: urn:svc:dataset:x (');
    expectRefused(await v3.aspect('dataset', urn, 'noAspect'), 400, 'Unknown aspect noAspect for entity dataset');
    expectRefused(await v3.send('PUT', `/dataset/${encode(urn)}`, {}, { json: {} }), 405, 'GET, HEAD, DELETE');
    expectRefused(await api.send('GET', '/openapi/v3/nothing'), 404, 'No endpoint GET /openapi/v3/nothing.');
    const registry = '/openapi/v1/registry/models';
    const paths = ['v3/entity/dataset', 'v3/relationship', 'v3/relationship/dataset', 'v2/timeseries/dataset'].map((each) => `/openapi/${each}`);
    for (const path of [...paths, `${registry}/entity/specifications`, `${registry}/aspect/specifications`])
      expectRefused(await api.send('GET', `${path}/%E0%A4`), 400, 'percent-encoded');
  });
});

describe('OpenAPI v3: an entity (docs/semantics.md 13.3, 13.7)', () => {
  it('GET returns every aspect, or the requested ones; 404 with a reason if nothing is stored', async () => {
    const urn = dataset();
    const absent = await v3.entity('dataset', urn);
    expectRefused(absent, 404, urn);
    expect(absent.headers.get('Not-Found-Reason')).to.equal('ENTITY');
    await v3.post('dataset', urn, 'status', { value: status(false) });
    await v3.post('dataset', urn, 'datasetProperties', text('a'));
    expect(body(await v3.entity('dataset', urn))).to.include.keys('datasetKey', 'status', 'datasetProperties', 'dataPlatformInstance');
    expect(body(await v3.entity('dataset', urn, { aspects: 'STATUS' }))).to.deep.equal({ urn, status: { value: status(false) } });
    expect(body(await v3.entity('dataset', urn, { aspects: ['status', 'datasetProperties'] }))).to.have.all.keys(
      'urn',
      'status',
      'datasetProperties',
    );
    expect(body(await v3.entity('dataset', urn, { aspects: 'status,ownership', systemMetadata: true }))).to.have.nested.property(
      'status.systemMetadata.version',
      '1',
    );
    expectRefused(await v3.entity('dataset', urn, { aspects: 'noAspect' }), 400, 'noAspect');
  });

  it('HEAD finds soft-deleted entities only with includeSoftDelete', async () => {
    const urn = dataset();
    expect((await v3.head('dataset', urn)).status).to.equal(404);
    await write(urn, 'status', status(false));
    expect((await v3.head('dataset', urn)).status).to.equal(204);
    await write(urn, 'status', status(true));
    expect((await v3.head('dataset', urn)).status).to.equal(404);
    expect((await v3.head('dataset', urn, { includeSoftDelete: true })).status).to.equal(204);
    expect((await v3.entity('dataset', urn)).status).to.equal(200);
  });

  it('DELETE is 200 with an empty body, also if nothing was stored', async () => {
    const urn = dataset();
    await write(urn, 'status', status(false));
    for (let time = 0; time < 2; time++) {
      const gone = await v3.remove('dataset', urn);
      expect([gone.status, gone.text]).to.deep.equal([200, '']);
    }
    expect((await v3.entity('dataset', urn)).status).to.equal(404);
  });

  it('DELETE removes some aspects, or all but the key', async () => {
    const urn = dataset();
    for (const aspect of ['status', 'globalTags']) await write(urn, aspect, aspect === 'status' ? status(false) : tags());
    await v3.post('dataset', urn, 'datasetProperties', text('a'));
    body(await v3.remove('dataset', urn, { aspects: 'status,globalTags' }));
    expect(body(await v3.entity('dataset', urn)))
      .to.include.keys('datasetProperties')
      .and.not.to.have.any.keys('status', 'globalTags');
    for (const query of ['aspects=', 'aspects', 'aspects=,', 'aspects=List()', 'aspectNames=', 'aspects=&clear=true'])
      expectRefused(await api.send('DELETE', `/openapi/v3/entity/dataset/${encode(urn)}?${query}`), 400, 'expected an aspect of the model');
    expect(body(await v3.entity('dataset', urn))).to.include.keys('datasetProperties');
    body(await v3.remove('dataset', urn, { clear: true }));
    expect(body(await v3.entity('dataset', urn))).to.have.all.keys('urn', 'datasetKey');
  });

  it('DELETE of an aspect removes its versions; DELETE of the key aspect removes the entity', async () => {
    const urn = dataset();
    for (const each of ['a', 'b']) await v3.post('dataset', urn, 'datasetProperties', text(each));
    expect((await v3.removeAspect('dataset', urn, 'datasetProperties')).text).to.equal('');
    expect((await v3.aspect('dataset', urn, 'datasetProperties')).status).to.equal(404);
    expect((await v3.aspect('dataset', urn, 'datasetProperties', { version: 1 })).status).to.equal(404);
    body(await v3.removeAspect('dataset', urn, 'datasetKey'));
    expect((await v3.entity('dataset', urn)).status).to.equal(404);
  });

  it('lists every entity of a type, page after page, while others write', async () => {
    const room = own('list');
    const mine = Array.from({ length: 7 }, (_, at) => urns.of('glossaryNode', `${room}.${at}`));
    for (const urn of mine) body(await v3.post('glossaryNode', urn, 'glossaryNodeInfo', { value: { definition: urn } }));
    for (const sortOrder of ['ASCENDING', 'DESCENDING']) {
      const found: string[] = [];
      let scrollId: string | undefined;
      do {
        const page: Page = body(
          await v3.list('GlossaryNode', { count: 5, sortOrder, scrollId, aspects: 'status', sortCriteria: 'urn', query: '*', skipCache: true }),
        );
        found.push(...page.entities.map(({ urn }) => urn));
        await write(urns.of('glossaryNode', `${room}.${sortOrder}${found.length}`), 'glossaryNodeInfo', { definition: 'new' });
        scrollId = page.scrollId;
      } while (scrollId !== undefined);
      const ours = found.filter((urn) => mine.includes(urn));
      expect(ours).to.deep.equal(sortOrder === 'ASCENDING' ? mine : [...mine].reverse());
      expect(new Set(found).size).to.equal(found.length);
    }
  });
});
