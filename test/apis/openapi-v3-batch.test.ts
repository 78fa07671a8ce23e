import { expect } from 'chai';
import { api } from '../support/client.ts';
import { ownNames, status, tags, urns } from '../support/make.ts';
import { body, expectRefused, type Json, openapi, type Page, type Shown } from '../support/openapi.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('batch');
const v3 = openapi('v3');
const dataset = () => urns.dataset(own());
const patchOf = (tag: string) => ({ value: { patch: [{ op: 'add', path: `/tags/${tag}`, value: { tag } }], arrayPrimaryKeys: { tags: ['tag'] } } });

describe('OpenAPI v3: batches (docs/semantics.md 13.5, 13.6)', () => {
  it('async=false is 200 with what was written, including what the server added', async () => {
    const urn = dataset();
    const [written] = body(await v3.batch('dataset', [{ urn, status: { value: status(false) } }], { async: false }));
    expect(written).to.include({ urn }).and.to.include.keys('datasetKey', 'dataPlatformInstance', 'browsePathsV2', 'status');
  });

  it('async is true by default: 202 with the accepted items', async () => {
    const urn = dataset();
    const answer = await v3.batch('dataset', [{ urn, status: { value: status(false) } }]);
    expect(body(answer, 202)).to.deep.equal([{ urn, status: { value: status(false) } }]);
    expect(answer.headers.get('traceparent')).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it('accepts the same URN several times, and several aspects in one item', async () => {
    const urn = dataset();
    const items = [
      { urn, status: { value: status(true) }, globalTags: { value: tags() } },
      { urn, status: { value: status(false), systemMetadata: null } },
    ];
    const written = body(await v3.batch('dataset', items, { async: false }));
    expect(written.map((each) => each.urn)).to.deep.equal([urn, urn]);
    expect(await values(urn)).to.deep.include({ status: status(false), globalTags: tags() });
  });

  it('one invalid item refuses the whole batch', async () => {
    const [good, bad] = [dataset(), dataset()];
    const items = [
      { urn: good, status: { value: status(false) } },
      { urn: bad, datasetProperties: { value: { customProperties: 1 } } },
    ];
    expectRefused(await v3.batch('dataset', items), 400, 'customProperties');
    expect((await v3.entity('dataset', good)).status).to.equal(404);
  });

  it('async=true writes what is valid, and a warning names the rest; if nothing is, it refuses', async () => {
    const [good, bad, half] = [dataset(), dataset(), dataset()];
    const wrong = { value: { customProperties: 1 } };
    const items = [
      { urn: good, status: { value: status(false) } },
      { urn: bad, datasetProperties: wrong },
      { urn: half, status: { value: status(true) }, datasetProperties: wrong },
    ];
    const answer = await v3.batch<Shown[]>('dataset', items, { async: true });
    expect(body(answer, 202)).to.deep.equal([
      { urn: good, status: { value: status(false) } },
      { urn: half, status: { value: status(true) } },
    ]);
    expect(answer.headers.get('x-svc-warning')).to.include('2 of 4 aspects were refused').and.include('customProperties');
    expect((await v3.entity('dataset', good)).status).to.equal(200);
    expect((await v3.entity('dataset', bad)).status).to.equal(404);
    const failing = { urn: good, status: { value: status(true), headers: { 'If-Version-Match': '4' } } };
    expectRefused(await v3.batch('dataset', [{ urn: bad, datasetProperties: wrong }, failing], { async: true }), 400, 'customProperties');
  });

  it('PATCH answers with empty lists and maps that the aspect has by default, and stores what it was', async () => {
    const urn = dataset();
    await write(urn, 'datasetProperties', { name: 'old' });
    const patch = { patch: [{ op: 'add', path: '/description', value: 'new' }] };
    const value = { name: 'old', description: 'new', customProperties: {}, tags: [] };
    expect(body(await v3.patch('dataset', urn, 'datasetProperties', patch)).datasetProperties).to.deep.equal({ value });
    const [patched] = body(await v3.send<Shown[]>('PATCH', '/dataset', { async: false }, { json: [{ urn, datasetProperties: { value: patch } }] }));
    expect(patched).to.deep.equal({ urn, datasetProperties: { value } });
    expect((await values(urn)).datasetProperties).to.deep.equal({ name: 'old', description: 'new' });
  });

  it('refuses an item without urn, of another type, with an unknown aspect or without aspects, and a body that is not a list', async () => {
    expectRefused(await v3.batch('dataset', [{ status: { value: status(false) } }]), 400, 'Missing `urn` field');
    expectRefused(await v3.batch('dataset', [{ urn: urns.chart(own()), status: { value: {} } }]), 400, 'URN entity type does not match');
    expectRefused(await v3.batch('dataset', [{ urn: 'nothing', status: { value: {} } }]), 400, 'Invalid urn!: nothing');
    expectRefused(await v3.batch('dataset', [{ urn: dataset(), noAspect: { value: {} } }]), 400, 'Unknown aspect noAspect');
    expectRefused(await v3.batch('dataset', [{ urn: dataset(), status: status(true) }]), 400, '/0/status');
    expectRefused(await v3.batch('dataset', [{ urn: dataset() }]), 400, 'expected at least one aspect');
    expectRefused(await v3.batch('dataset', { urn: dataset() }), 400, 'a list of entities');
    expect(body(await v3.batch('dataset', [], { async: false }))).to.deep.equal([]);
  });

  it('a failed condition refuses the whole batch', async () => {
    const [urn, other] = [dataset(), dataset()];
    const items = [
      { urn, status: { value: status(false) } },
      { urn: other, status: { value: status(false), headers: { 'If-Version-Match': '4' } } },
    ];
    expectRefused(await v3.batch('dataset', items), 412, 'Expected version 4');
    expect((await v3.head('dataset', urn)).status).to.equal(404);
  });

  it('createIfEntityNotExists creates an entity with all of its aspects', async () => {
    const item = { urn: dataset(), status: { value: status(false) }, globalTags: { value: tags() } };
    body(await v3.batch('dataset', [item], { async: false, createIfEntityNotExists: true }));
    expectRefused(await v3.batch('dataset', [item], { createIfEntityNotExists: true }), 400, 'entity key already exists');
  });

  it('`generic` accepts lists of several entity types', async () => {
    const [urn, chart] = [dataset(), urns.chart(own())];
    const json = { dataset: [{ urn, status: { value: status(false) } }], chart: [{ urn: chart, status: { value: status(true) } }] };
    const written = body(await v3.batch<Record<string, Shown[]>>('generic', json, { async: false }));
    expect([written.dataset?.[0]?.urn, written.chart?.[0]?.urn]).to.deep.equal([urn, chart]);
    const read = (wanted: object) => api.send<Record<string, Shown[]>>('POST', '/openapi/v3/entity/generic/batchGet', { json: wanted });
    expect(body(await read({ dataset: [{ urn, status: {} }], chart: [{ urn: chart, status: {} }] }))).to.deep.equal({
      dataset: [{ urn, status: { value: status(false) } }],
      chart: [{ urn: chart, status: { value: status(true) } }],
    });
    expectRefused(await read({ dataset: [{ urn: chart }] }), 400, 'URN entity type does not match');
    expectRefused(await read({ colour: [] }), 400, 'colour');
    expectRefused(await v3.batch('generic', { dataset: [{ urn: chart, status: { value: {} } }] }), 400, 'URN entity type does not match');
  });

  it('PATCH of one aspect accepts both content types, and creates a missing aspect', async () => {
    const urn = dataset();
    const tag = urns.tag(own());
    const patch = { patch: [{ op: 'add', path: `/tags/${tag}`, value: { tag } }], arrayPrimaryKeys: { tags: ['tag'] } };
    expect(body(await v3.patch('dataset', urn, 'globalTags', patch))).to.deep.equal({ urn, globalTags: { value: tags(tag) } });
    const second = urns.tag(own());
    const bare = [{ op: 'add', path: `/tags/${second}`, value: { tag: second } }];
    expect(body(await v3.patch('dataset', urn, 'globalTags', bare, 'application/json')).globalTags).to.deep.equal({ value: tags(tag, second) });
    const remove = { patch: [{ op: 'remove', path: `/tags/${tag}` }], arrayPrimaryKeys: { tags: ['tag'] } };
    expect(body(await v3.patch('dataset', urn, 'globalTags', remove)).globalTags).to.deep.equal({ value: tags(second) });
    expectRefused(await v3.patch('dataset', urn, 'globalTags', { patch: [{ op: 'fly', path: '/tags' }] }), 400, 'patch[0].op');
    for (const path of ['/__proto__/x', '/tags/constructor/prototype'])
      expectRefused(await v3.patch('dataset', urn, 'globalTags', { patch: [{ op: 'add', path, value: 1 }] }), 400, 'patch[0].path');
    expectRefused(
      await v3.patch('dataset', urn, 'globalTags', { patch: [{ op: 'copy', from: '/__proto__', path: '/tags/-' }] }),
      400,
      'patch[0].from',
    );
    for (const odd of [[{ toString: 1 }], { a: { toString: 1 } }])
      expectRefused(await v3.patch('dataset', urn, 'globalTags', [{ op: 'add', path: '/tags/a/b', value: { tag: odd } }]), 400, '/tags/1/tag');
    expectRefused(await v3.patch('dataset', urn, 'globalTags', { ...remove, forceGenericPatch: 1 }), 400, 'forceGenericPatch');
    expectRefused(await v3.patch('dataset', urn, 'globalTags', {}), 400, 'patch');
    expectRefused(await v3.patch('dataset', urn, 'globalTags', patch, 'text/plain'), 415, 'application/json');
  });

  it('a condition beside a patch is refused, not dropped', async () => {
    const urn = urns.dataset(own());
    const patch = [{ op: 'add', path: '/description', value: 'x' }];
    const headers = { 'If-Version-Match': '7' };
    for (const version of ['v2', 'v3'] as const) {
      const { patch: send, send: sendTo } = openapi(version);
      expectRefused(await send('dataset', urn, 'datasetProperties', { patch, headers }), 400, 'headers');
      const aspects = { datasetProperties: { patch, headers } };
      const item = version === 'v2' ? { urn, aspects } : { urn, ...aspects };
      expectRefused(await sendTo('PATCH', '/dataset', { async: false }, { json: [item] }), 400, 'headers');
    }
    expect((await v3.entity('dataset', urn)).status).to.equal(404);
  });

  it('PATCH works for a batch', async () => {
    const [urn, tag, other] = [dataset(), urns.tag(own()), urns.tag(own())];
    const json = [tag, other].map((each) => ({ urn, globalTags: patchOf(each) }));
    const written = body(await v3.send<Shown[]>('PATCH', '/dataset', { async: false }, { json }));
    expect(written.at(-1)).to.deep.include({ urn, globalTags: { value: tags(tag, other) } });
    body(await v3.send('PATCH', '/dataset', {}, { json }), 202);
  });

  it('batchGet reads many: all aspects, the requested ones, or a version; absent ones are left out', async () => {
    const [urn, absent] = [dataset(), dataset()];
    await write(urn, 'status', status(true));
    await write(urn, 'status', status(false));
    const get = async (json: unknown) => body(await v3.send<Shown[]>('POST', '/dataset/batchGet', {}, { json }));
    expect(await get([{ urn, status: {} }, { urn: absent }])).to.deep.equal([{ urn, status: { value: status(false) } }]);
    expect((await get([{ urn }]))[0]).to.include.keys('datasetKey', 'status', 'browsePathsV2');
    expect(await get([{ urn, status: { headers: { 'If-Version-Match': '1' } } }])).to.deep.equal([{ urn, status: { value: status(true) } }]);
    expect(await get([{ urn, status: { headers: { 'If-Version-Match': '9' } } }])).to.deep.equal([{ urn }]);
    for (const odd of ['x', 1.5, {}, { toString: 1 }, ['1']]) {
      const json = [{ urn, status: { headers: { 'If-Version-Match': odd } } }];
      expectRefused(await v3.send('POST', '/dataset/batchGet', {}, { json }), 400, 'If-Version-Match: expected a whole number');
    }
    expectRefused(await v3.send('POST', '/dataset/batchGet', {}, { json: [{}] }), 400, 'Missing `urn` field');
    expectRefused(await v3.send('POST', '/dataset/batchGet', {}, { json: {} }), 400, 'a list of entities');
  });
});

describe('OpenAPI v3: lists and scrolls (docs/semantics.md 13.2)', () => {
  it('returns 10 by default, the total, and no scrollId on the last page', async () => {
    const page = body(await v3.list('dataPlatform'));
    expect(page.entities).to.have.length(10);
    expect(page.scrollId).to.be.a('string');
    const all = body(await v3.list('dataPlatform', { count: 100_000 }));
    expect(all.entities).to.have.length(page.totalCount);
    expect(all).not.to.have.property('scrollId');
    expect(all.entities[0]).to.include.keys('dataPlatformKey', 'dataPlatformInfo');
  });

  it('returns only requested aspects, and system metadata on request', async () => {
    const { entities } = body(await v3.list('dataPlatform', { aspects: ['dataPlatformInfo', 'status'], count: 1, systemMetadata: true }));
    expect(entities[0]).to.have.all.keys('urn', 'dataPlatformInfo').and.to.have.nested.property('dataPlatformInfo.systemMetadata.version');
  });

  it('shows whether each structured property is immutable', async () => {
    const [fixed, free] = [urns.of('structuredProperty', own()), urns.of('structuredProperty', own())];
    const definition = { qualifiedName: own(), valueType: urns.of('dataType', 'svc.number'), entityTypes: [] };
    await write(fixed, 'propertyDefinition', { ...definition, immutable: true });
    await write(free, 'propertyDefinition', definition);
    for (const [version, list] of [['v3', 'entities'] as const, ['v2', 'results'] as const]) {
      const page = body(await openapi(version).list('structuredproperty', { count: 5000, aspects: ['propertyDefinition'] }));
      const shown = new Map(page[list].map((each) => [each.urn, JSON.stringify(each)]));
      expect(shown.get(fixed)).to.include('"immutable":true');
      expect(shown.get(free)).to.include('"immutable":false').and.to.include(`"qualifiedName":"${definition.qualifiedName}"`);
    }
    expect(body(await v3.aspect('structuredProperty', free, 'propertyDefinition')).value).to.deep.equal(definition);
  });

  it('includes soft-deleted entities only with includeSoftDelete, also in the total', async () => {
    const urn = urns.of('glossaryNode', own());
    await write(urn, 'status', status(false));
    const read = async (includeSoftDelete: boolean) => body(await v3.list('glossaryNode', { count: 5000, includeSoftDelete }));
    const [before, all] = [await read(false), await read(true)];
    await write(urn, 'status', status(true));
    const [after, still] = [await read(false), await read(true)];
    const has = ({ entities }: Page) => entities.some((entity) => entity.urn === urn);
    expect([before, all, after, still].map(has)).to.deep.equal([true, true, false, true]);
    expect([after.totalCount - before.totalCount, still.totalCount - all.totalCount]).to.deep.equal([-1, 0]);
  });

  it('slices together make up the whole', async () => {
    const whole = body(await v3.list('dataPlatform', { count: 5000 })).entities.map(({ urn }) => urn);
    const slices = await Promise.all(
      [0, 1, 2].map(async (sliceId) => body(await v3.list('dataPlatform', { count: 5000, sliceId, sliceMax: 3 })).entities),
    );
    expect(slices.flat().map(({ urn }) => urn))
      .to.have.members(whole)
      .and.have.length(whole.length);
  });

  it('scrolls over several types: only URNs, all aspects with an empty list, or the requested ones', async () => {
    const scroll = async (json: unknown, query = {}) => body(await v3.send<Page>('POST', '/scroll', query, { json }));
    const entities = ['dataType', 'entityType'];
    const first = await scroll({ entities }, { count: 3 });
    expect(first.entities.every((entity) => Object.keys(entity).length === 1)).to.equal(true);
    const next = await scroll({ entities, aspects: [] }, { count: 1000, scrollId: first.scrollId });
    expect(next.entities.length + 3).to.equal(first.totalCount);
    expect(next.entities[0]).to.include.keys('dataTypeKey', 'dataTypeInfo');
    const descending = await scroll({ entities, aspects: ['dataTypeKey'], sortCriteria: [{ field: 'urn', order: 'DESCENDING' }] }, { count: 1 });
    expect(descending.entities[0]?.urn).to.match(/:entityType:/);
  });

  it('refuses invalid parameters', async () => {
    expectRefused(await v3.list('dataset', { count: 'x' }), 400, 'count');
    expectRefused(await v3.list('dataset', { count: -1 }), 400, 'count');
    expectRefused(await v3.list('dataset', { sortOrder: 'UP' }), 400, 'sortOrder');
    expectRefused(await v3.list('dataset', { scrollId: 'nothing' }), 400, 'scrollId');
    expectRefused(await v3.list('dataset', { sliceId: -1 }), 400, 'sliceId');
    expectRefused(await v3.list('dataset', { sliceId: 3, sliceMax: 3 }), 400, 'sliceId');
    expectRefused(await v3.list('dataset', { aspects: 'noAspect' }), 400, 'noAspect');
    expectRefused(await v3.list('dataset', { includeSoftDelete: 'perhaps' }), 400, 'includeSoftDelete');
    const { scrollId } = body(await v3.list('dataPlatform', { count: 1 }));
    expectRefused(await v3.list('dataset', { scrollId }), 400, 'scrollId');
    expectRefused(await v3.send('POST', '/scroll', {}, { json: { entities: ['nothing'] } }), 400, 'nothing');
    expectRefused(await v3.send('POST', '/scroll', {}, { json: { sort: 'x' } }), 400, 'sort');
  });
});

describe('The registry and traces (docs/semantics.md 18.3, 18.5)', () => {
  const models = '/openapi/v1/registry/models';

  it('pages through entity types with their aspects', async () => {
    type Specifications = {
      start: number;
      count: number;
      total: number;
      elements: (Json & { name: string; aspectSpecs: { aspectAnnotation: { name: string } }[] })[];
    };
    const page = body(await api.send<Specifications>('GET', `${models}/entity/specifications?start=2&count=3`));
    expect(page).to.include({ start: 2, count: 3 }).and.to.have.property('elements').with.length(3);
    const one = body(await api.send<Specifications['elements'][0]>('GET', `${models}/entity/specifications/DATASET`));
    expect(one).to.include({ name: 'dataset', keyAspectName: 'datasetKey' });
    expect(one.aspectSpecs.map(({ aspectAnnotation }) => aspectAnnotation.name)).to.include('structuredProperties');
    expectRefused(await api.send('GET', `${models}/entity/specifications/nothing`), 404, 'nothing');
  });

  it('lists the aspects', async () => {
    body(await api.send('GET', `${models}/aspect/specifications`));
    expect(body(await api.send<Json>('GET', `${models}/aspect/specifications/datasetProfile`))).to.have.nested.property(
      'aspectAnnotation.type',
      'timeseries',
    );
    expectRefused(await api.send('GET', `${models}/aspect/specifications/nothing`), 404, 'nothing');
  });

  it('a trace shows the outcome of a write', async () => {
    const urn = dataset();
    const { headers } = await v3.batch('dataset', [{ urn, status: { value: status(false) } }]);
    const id = headers.get('traceparent')?.split('-')[1];
    type Trace = Record<string, Record<string, { success: boolean; primaryStorage: { writeStatus: string } }>>;
    const path = `/openapi/v1/trace/write/${id}?onlyIncludeErrors=false&detailed=true`;
    const trace = body(await api.send<Trace>('POST', path, { json: { [urn]: ['status'] } }));
    expect(trace[urn]?.status).to.deep.include({ success: true, primaryStorage: { writeStatus: 'ACTIVE_STATE' } });
    expect(body(await api.send('GET', path))).to.deep.equal({});
    expectRefused(await api.send('GET', '/openapi/v1/trace/write/xyz'), 400, '32 hex digits');
    expectRefused(await api.send('POST', path, { json: [] }), 400, 'an object');
    expectRefused(await api.send('POST', '/openapi/v1/trace/write/xyz', { json: {} }), 400, '32 hex digits');
  });

  it('no consumer of a message queue is behind: there is none', async () => {
    for (const consumer of ['mcp', 'mcl', 'mcl-timeseries']) {
      const answer = await api.send('GET', `/openapi/operations/kafka/${consumer}/consumer/offsets?skipCache=true&detailed=true`);
      expect(body(answer), consumer).to.deep.equal({});
      expect(answer.headers.get(api.names.warningHeader), 'hints of clients bring no warning').to.equal(null);
    }
    expectRefused(await api.send('GET', '/openapi/operations/kafka/other/consumer/offsets'), 400, 'mcl-timeseries');
  });
});
