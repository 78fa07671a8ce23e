import { expect } from 'chai';
import { type Answer, api, encode, type Proposal } from '../support/client.ts';
import { ask } from '../support/graphql.ts';
import { description, ownership, ownNames, proposal, schemaMetadata, status, tags, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { version } from '../support/writes.ts';

const own = ownNames('bad');
const dataset = () => urns.dataset(own());
const INGEST = '/aspects?action=ingestProposal';
const BATCH = '/aspects?action=ingestProposalBatch';
const SERIES = '/aspects?action=getTimeseriesAspectValues';

/** What is wrong, the status, what the refusal names. */
type Row<Input> = [what: string, input: Input, status: number | number[], mention: string | RegExp];

describe('Bad bodies of every action (docs/semantics.md 1.1)', () => {
  const BODIES: Row<string>[] = [
    ['empty', '', 400, 'JSON'],
    ['no JSON', '{"proposal":', 400, 'JSON'],
    ['a bare word', 'proposal', 400, 'JSON'],
    ['single quotes', "{'proposal':{}}", 400, 'JSON'],
    ['null', 'null', 400, /object/],
    ['a list', '[]', 400, /object/],
    ['a text', '"proposal"', 400, /object/],
    ['a number', '7', 400, /object/],
    ['an empty object', '{}', 400, /required/],
    ['a parameter that there is not', '{"colour":"red"}', 400, '/colour'],
  ];
  for (const path of [INGEST, BATCH, SERIES]) {
    for (const [what, text, code, mention] of BODIES) {
      it(`${path.split('=')[1]}: ${what}`, async () => {
        expectRefusal(await api.send('POST', path, { text }), code, mention);
      });
    }
  }

  it('a body that is not UTF-8 is refused on every API, never stored as other text', async () => {
    const urn = dataset();
    const latin1 = (json: unknown) => ({ text: Buffer.from(JSON.stringify(json), 'latin1'), headers: { 'Content-Type': 'application/json' } });
    const value = description('caf\u00e9');
    expectRefusal(await api.send('POST', INGEST, latin1({ proposal: proposal(urn, 'datasetProperties', value) })), 400, 'UTF-8');
    const path = `/openapi/v3/entity/dataset/${encode(urn)}/datasetProperties`;
    const answer = await api.send('POST', path, latin1({ value }));
    expect([answer.status, answer.text.includes('UTF-8')]).to.deep.equal([400, true]);
    expect(await version(urn, 'datasetProperties', 0)).to.equal(undefined);
  });

  it('a body may begin with a byte order mark', async () => {
    const text = Buffer.from(`\ufeff${JSON.stringify({ proposal: proposal(dataset(), 'status', status(false)) })}`);
    expect((await api.send('POST', INGEST, { text })).status).to.equal(200);
  });

  it('a body that is too large is refused after it was sent, so that the client gets the reason', async () => {
    expectRefusal(await api.send('POST', INGEST, { text: `"${'x'.repeat(33 * 1024 * 1024)}"` }), 413, '33554432');
  });

  for (const resource of ['aspects']) {
    for (const query of ['', '?action=', '?action=nope', '?action=constructor', '?action=__proto__', '?action=INGESTPROPOSAL']) {
      it(`POST /${resource}${query} is refused, and the error lists the actions`, async () => {
        expectRefusal(await api.send('POST', `/${resource}${query}`, { json: {} }), [400, 404], 'ingestProposal');
      });
    }
  }
});

describe('Bad proposals (docs/semantics.md 1.1, 3.1)', () => {
  const good = () => proposal(dataset(), 'status', status(false));
  const without = (field: string): Proposal => Object.fromEntries(Object.entries(good()).filter(([name]) => name !== field));
  const withAspect = (aspect: unknown): Proposal => ({ ...good(), aspect });
  const json = (value: unknown, contentType: unknown = 'application/json') => ({ value, contentType });

  const PROPOSALS: Row<() => unknown>[] = [
    ['a text', () => 'x', 400, '/proposal'],
    ['a list', () => [], 400, '/proposal'],
    ['empty', () => ({}), 400, '/proposal/entityType'],
    ['without entityType', () => without('entityType'), 400, '/proposal/entityType'],
    ['entityType null', () => ({ ...good(), entityType: null }), 400, '/proposal/entityType'],
    ['entityType a number', () => ({ ...good(), entityType: 7 }), 400, '/proposal/entityType'],
    ['entityType empty', () => ({ ...good(), entityType: '' }), 400, '/proposal/entityType'],
    ['an unknown entityType', () => ({ ...good(), entityType: 'sofa' }), 422, 'Failed to find entity with name sofa'],
    ['entityType a name that JavaScript knows', () => ({ ...good(), entityType: '__proto__' }), 422, 'Failed to find entity with name __proto__'],
    ['entityUrn a number', () => ({ ...good(), entityUrn: 7 }), 400, '/proposal/entityUrn'],
    ['entityUrn an object', () => ({ ...good(), entityUrn: {} }), 400, '/proposal/entityUrn'],
    ['without entityUrn', () => without('entityUrn'), [400, 422], 'entityUrn'],
    ['without changeType', () => without('changeType'), 400, '/proposal/changeType'],
    ['an unknown changeType', () => ({ ...good(), changeType: 'MERGE' }), 400, '/proposal/changeType'],
    ['changeType in lower case', () => ({ ...good(), changeType: 'upsert' }), 400, '/proposal/changeType'],
    ['changeType a list', () => ({ ...good(), changeType: ['UPSERT'] }), 400, '/proposal/changeType'],
    ['without aspectName', () => without('aspectName'), 400, '/proposal/aspectName'],
    ['aspectName a number', () => ({ ...good(), aspectName: 7 }), 400, '/proposal/aspectName'],
    ['an unknown aspect', () => ({ ...good(), aspectName: 'nope' }), 422, 'Unknown aspect nope for entity dataset'],
    ['an aspect of another entity type', () => ({ ...good(), aspectName: 'chartInfo' }), 422, 'Unknown aspect chartInfo for entity dataset'],
    ['an aspect that JavaScript knows', () => ({ ...good(), aspectName: 'constructor' }), 422, 'Unknown aspect constructor'],
    ['DELETE of an unknown aspect', () => ({ ...good(), changeType: 'DELETE', aspectName: 'nope' }), 422, 'Unknown aspect nope'],
    ['without aspect', () => without('aspect'), 400, 'aspect'],
    ['aspect null', () => withAspect(null), 400, 'aspect'],
    ['aspect the value itself', () => withAspect({ removed: true }), 400, '/proposal/aspect'],
    ['aspect without value', () => withAspect({ contentType: 'application/json' }), 400, '/proposal/aspect/value'],
    ['aspect without contentType', () => withAspect({ value: '{}' }), 400, '/proposal/aspect/contentType'],
    ['aspect.value an object', () => withAspect(json({ removed: true })), 400, '/proposal/aspect/value'],
    ['aspect.value no JSON', () => withAspect(json('{removed:true}')), 400, 'aspect.value'],
    ['aspect.value empty', () => withAspect(json('')), 400, 'aspect.value'],
    ['aspect.value cut short', () => withAspect(json('{"removed":tr')), 400, 'aspect.value'],
    ['aspect.value null', () => withAspect(json('null')), [400, 422], /object/],
    ['aspect.value a list', () => withAspect(json('[]')), 422, /object/],
    ['aspect.value a text', () => withAspect(json('"removed"')), 422, /object/],
    ['an unknown contentType', () => withAspect(json('{}', 'text/xml')), 400, 'contentType'],
    ['contentType a number', () => withAspect(json('{}', 7)), 400, '/proposal/aspect/contentType'],
    ['headers a list', () => ({ ...good(), headers: ['If-None-Match'] }), 400, '/proposal/headers'],
    ['a header that is no text', () => ({ ...good(), headers: { 'If-Version-Match': 1 } }), 400, '/proposal/headers/If-Version-Match'],
    ['systemMetadata a number', () => ({ ...good(), systemMetadata: 7 }), 400, '/proposal/systemMetadata'],
    ['systemMetadata.runId a number', () => ({ ...good(), systemMetadata: { runId: 7 } }), 400, '/proposal/systemMetadata/runId'],
    [
      'systemMetadata.lastObserved a text',
      () => ({ ...good(), systemMetadata: { lastObserved: 'now' } }),
      400,
      '/proposal/systemMetadata/lastObserved',
    ],
    [
      'systemMetadata.lastObserved with a fraction',
      () => ({ ...good(), systemMetadata: { lastObserved: 1.5 } }),
      400,
      '/proposal/systemMetadata/lastObserved',
    ],
    [
      'systemMetadata.lastObserved beyond 2^53',
      () => ({ ...good(), systemMetadata: { lastObserved: 2 ** 53 } }),
      400,
      '/proposal/systemMetadata/lastObserved',
    ],
    [
      'systemMetadata with a field that there is not',
      () => ({ ...good(), systemMetadata: { colour: 'red' } }),
      400,
      '/proposal/systemMetadata/colour',
    ],
    [
      'a property in systemMetadata that is no text',
      () => ({ ...good(), systemMetadata: { properties: { a: 1 } } }),
      400,
      '/proposal/systemMetadata/properties/a',
    ],
    ['entityKeyAspect that is no key', () => ({ ...without('entityUrn'), entityKeyAspect: json('{"colour":"red"}') }), [400, 422], 'entityKeyAspect'],
    ['a key aspect that does not agree with the URN', () => proposal(urns.user('a'), 'corpUserKey', { username: 'b' }), 422, 'username'],
  ];
  for (const [what, input, code, mention] of PROPOSALS) {
    it(what, async () => {
      const sent = input();
      expectRefusal(await api.ingestProposal(sent), code, mention);
      const each = await api.ingestEach([sent]);
      expect(each.status, each.text).to.equal(200);
      expect(each.body.value.items[0]).to.include({ outcome: 'refused' });
      expectRefusal(await api.ingestProposalBatch([proposal(dataset(), 'status', status(true)), sent]), code, mention);
    });
  }

  it('async that is neither true nor false', async () => {
    for (const async of ['maybe', 1, {}, '']) expectRefusal(await api.send('POST', INGEST, { json: { proposal: good(), async } }), 400, '/async');
  });

  const LISTS: Row<unknown>[] = [
    ['proposals an object', { proposals: good() }, 400, '/proposals'],
    ['proposals empty', { proposals: [] }, 400, 'proposals'],
    ['an item null', { proposals: [null] }, 400, 'proposal'],
    ['an item a text', { proposals: ['x'] }, 400, 'proposal'],
    ['perItem a number', { proposals: [good()], perItem: 7 }, 400, '/perItem'],
  ];
  for (const [what, body, code, mention] of LISTS) {
    it(`batch: ${what}`, async () => {
      expectRefusal(await api.send('POST', BATCH, { json: body }), code, mention);
    });
  }
});

describe('Aspects that do not validate: 422, Invalid format for aspect, the pointer (docs/semantics.md 1.1, 1.3)', () => {
  const owners = (owner: unknown) => ({ owners: [owner] });
  const schema = (more: Record<string, unknown>) => schemaMetadata(['id'], more);
  const field = (more: Record<string, unknown>) => schema({ fields: [{ ...schemaMetadata(['id']).fields[0], ...more }] });
  const ROWS: Row<[aspect: string, value: unknown]>[] = [
    ['a wrong type', ['status', { removed: 'yes' }], 422, '/removed'],
    ['a list for a record', ['status', []], 422, /object/],
    ['a missing required list', ['ownership', {}], 422, '/owners'],
    ['a record for a list', ['ownership', { owners: {} }], 422, '/owners'],
    ['an item of another type', ['ownership', owners('jdoe')], 422, '/owners/0'],
    ['a missing required field of an item', ['ownership', owners({ type: 'DATAOWNER' })], 422, '/owners/0/owner'],
    ['an unknown enum value', ['ownership', owners({ owner: urns.user('a'), type: 'BOSS' })], 422, '/owners/0/type'],
    ['an enum value in lower case', ['ownership', owners({ owner: urns.user('a'), type: 'dataowner' })], 422, '/owners/0/type'],
    ['a bad URN', ['ownership', owners({ owner: 'jdoe', type: 'DATAOWNER' })], 422, '/owners/0/owner'],
    ['a URN of a wrong type', ['ownership', owners({ owner: urns.dataset('x'), type: 'DATAOWNER' })], 422, '/owners/0/owner'],
    ['a bad URN of any type', ['datasetProperties', { created: { time: 1, actor: 'jdoe' } }], 422, '/created/actor'],
    ['a stamp without an actor', ['ownership', { ...ownership(), lastModified: { time: 1 } }], 422, '/lastModified/actor'],
    ['a time that is a text', ['ownership', { ...ownership(), lastModified: { time: '2020', actor: urns.user('a') } }], 422, '/lastModified/time'],
    ['an integer with a fraction', ['datasetProperties', { created: { time: 1.5 } }], 422, '/created/time'],
    ['a map value of another type', ['datasetProperties', { customProperties: { a: 1 } }], 422, '/customProperties/a'],
    ['an unknown member of a union', ['schemaMetadata', schema({ platformSchema: { 'com.svc.schema.Nope': {} } })], 422, '/platformSchema'],
    [
      'two members of a union',
      ['schemaMetadata', schema({ platformSchema: { 'com.svc.schema.Schemaless': {}, 'com.svc.schema.OtherSchema': { rawSchema: 'x' } } })],
      422,
      '/platformSchema',
    ],
    ['an empty union', ['schemaMetadata', schema({ platformSchema: {} })], 422, '/platformSchema'],
    ['a union that is a text', ['schemaMetadata', schema({ platformSchema: 'x' })], 422, '/platformSchema'],
    [
      'a wrong field in a union member',
      ['schemaMetadata', schema({ platformSchema: { 'com.svc.schema.StreamSchema': { documentSchema: 7 } } })],
      422,
      /documentSchema/,
    ],
    ['a wrong type deep inside', ['schemaMetadata', field({ type: { type: { 'com.svc.schema.SofaType': {} } } })], 422, '/fields/0/type/type'],
    ['a text for a boolean', ['schemaMetadata', field({ nullable: 'true' })], 422, '/fields/0/nullable'],
    ['an integer of 32 bits that has more', ['datasetUsageStatistics', { timestampMillis: 1, uniqueUserCount: 2 ** 31 }], 422, '/uniqueUserCount'],
    [
      'a number too large for a double',
      ['datasetProfile', '{"timestampMillis":1,"fieldProfiles":[{"fieldPath":"a","nullProportion":1e999}]}'],
      422,
      '/fieldProfiles/0/nullProportion',
    ],
    ['a text for a timestamp', ['datasetProfile', { timestampMillis: 'now' }], 422, '/timestampMillis'],
    ['a tag that is no object', ['globalTags', { tags: [urns.tag('x')] }], 422, '/tags/0'],
  ];
  for (const [what, [aspect, value], code, mention] of ROWS) {
    it(`${what}: ${aspect}`, async () => {
      const urn = dataset();
      const refused = expectRefusal(await api.ingestProposal(proposal(urn, aspect, value)), code, mention);
      expect(refused.message)
        .to.include('Invalid format for aspect')
        .and.match(/ERROR :: \/\S* :: /);
      expect(refused.details).to.be.an('array').with.length.greaterThan(0);
      for (const detail of refused.details ?? []) expect(detail.expected, JSON.stringify(detail)).to.be.a('string').and.not.equal('');
      expect(await version(urn, 'datasetKey', 0), 'nothing is written').to.equal(undefined);
    });
  }

  it('the error lists every mistake, with the expected and the actual value', async () => {
    const refused = expectRefusal(
      await api.ingestProposal(proposal(dataset(), 'ownership', { owners: [{ owner: 'x', type: 'BOSS' }, {}], lastModified: 7 })),
      422,
      '/owners/0/owner',
    );
    const pointers = (refused.details ?? []).map(({ pointer }) => pointer);
    expect(pointers).to.include.members(['/owners/0/owner', '/owners/0/type', '/owners/1/owner', '/owners/1/type', '/lastModified']);
    const type = refused.details?.find(({ pointer }) => pointer === '/owners/0/type');
    expect(type?.expected).to.include('DATAOWNER');
    expect(type?.got).to.equal('BOSS');
  });

  it('the error does not repeat a long value', async () => {
    const answer = await api.ingestProposal(proposal(dataset(), 'status', { removed: 'x'.repeat(100_000) }));
    expectRefusal(answer, 422, '/removed');
    expect(answer.text.length).to.be.lessThan(5_000);
  });

  it('deeply nested values are refused or stored, never an internal error', async () => {
    const deep = `{"removed":false,"deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const answer = await api.ingestProposal(proposal(dataset(), 'status', deep));
    expect(answer.status, answer.text.slice(0, 200)).to.be.lessThan(500);
  });
});

describe('Bad reads (docs/semantics.md 1.1)', () => {
  const urn = dataset();
  const related = (query: string) => () => api.send('GET', `/relationships?${query}`);
  const series = (more: object) => () => api.series({ urn, entity: 'dataset', aspect: 'datasetProfile', ...more });
  const aspect = (query: string) => () => api.send('GET', `/aspects/${encode(urn)}?${query}`);
  const filter = (criterion: unknown) => series({ filter: { or: [{ and: [criterion] }] } });

  before(async () => {
    await api.ingestProposalBatch([
      proposal(urn, 'globalTags', tags()),
      proposal(urn, 'datasetProperties', description('x')),
      proposal(urn, 'datasetProfile', { timestampMillis: 1, rowCount: 1 }),
    ]);
  });

  const ROWS: Row<() => Promise<Answer>>[] = [
    ['aspects without aspect', aspect('version=0'), 400, 'aspect'],
    ['aspects with an empty aspect', aspect('aspect=&version=0'), 400, 'aspect'],
    ['aspects with a version that is no number', aspect('aspect=status&version=latest'), 400, 'version'],
    ['aspects with a version with a fraction', aspect('aspect=status&version=1.5'), 400, 'version'],
    ['aspects with a version beyond every number', aspect(`aspect=status&version=${'9'.repeat(40)}`), [400, 404], 'version'],
    ['entitiesV2 without a URN or ids', () => api.send('GET', '/entitiesV2'), 400, 'ids'],
    ['entitiesV2 with an empty list', () => api.send('GET', '/entitiesV2?ids=List()'), 400, 'ids'],
    ['entitiesV2 with too many ids', () => api.entities(`List(${Array.from({ length: 1_001 }, (_, index) => `u${index}`).join(',')})`), 400, 'ids'],
    ['relationships without urn', related('direction=OUTGOING'), 400, 'urn'],
    ['relationships with an empty urn', related('urn=&direction=OUTGOING'), 400, 'urn'],
    ['relationships without direction', related(`urn=${encode(urn)}`), 400, 'direction'],
    ['relationships with a bad direction', related(`urn=${encode(urn)}&direction=SIDEWAYS`), 400, 'direction'],
    ['relationships with an empty direction', related(`urn=${encode(urn)}&direction=`), 400, 'direction'],
    ['relationships with a start that is no number', related(`urn=${encode(urn)}&direction=OUTGOING&start=x`), 400, 'start'],
    ['relationships with a negative start', related(`urn=${encode(urn)}&direction=OUTGOING&start=-1`), 400, 'start'],
    ['relationships with a negative count', related(`urn=${encode(urn)}&direction=OUTGOING&count=-1`), 400, 'count'],
    ['relationships with a count above the maximum', related(`urn=${encode(urn)}&direction=OUTGOING&count=1000000`), 400, 'count'],
    ['relationships with bad percent-encoding', () => api.raw('/relationships?urn=%zz&direction=OUTGOING'), 400, 'urn'],
    ['relationships whose types are no text', () => api.raw(`/relationships?urn=${encode(urn)}&direction=OUTGOING&types=%E0%A4%A`), 400, 'types'],
    ['series without urn', () => api.series({ entity: 'dataset', aspect: 'datasetProfile' }), 400, '/urn'],
    ['series without entity', () => api.series({ urn, aspect: 'datasetProfile' }), 400, '/entity'],
    ['series without aspect', () => api.series({ urn, entity: 'dataset' }), 400, '/aspect'],
    ['series of an unknown entity type', series({ entity: 'sofa' }), [400, 422], 'Failed to find entity with name sofa'],
    ['series of another entity type than the URN', series({ entity: 'chart' }), [400, 422], 'urn'],
    ['series of an unknown aspect', series({ aspect: 'nope' }), [400, 404, 422], 'nope'],
    ['series of a versioned aspect', series({ aspect: 'status' }), [400, 422], 'status'],
    ['series of an aspect that the type does not have', series({ aspect: 'dashboardUsageStatistics' }), [400, 404, 422], 'dashboardUsageStatistics'],
    ['series from a text', series({ startTimeMillis: 'yesterday' }), 400, '/startTimeMillis'],
    ['series to a fraction', series({ endTimeMillis: 1.5 }), 400, '/endTimeMillis'],
    ['series from beyond 2^53', series({ startTimeMillis: 2 ** 53 }), 400, '/startTimeMillis'],
    ['series with a limit that is a text', series({ limit: 'all' }), 400, '/limit'],
    ['series with latestValue a number', series({ latestValue: 7 }), 400, '/latestValue'],
    ['series with a filter that is a text', series({ filter: 'rowCount' }), 400, '/filter'],
    ['series with a filter of another shape', series({ filter: { nope: [] } }), 400, '/filter'],
    ['series with a criterion without field', filter({ values: ['1'] }), 400, 'field'],
    ['series with an unknown condition', filter({ field: 'rowCount', values: ['1'], condition: 'LIKE' }), 400, 'condition'],
    ['series with a condition that JavaScript knows', filter({ field: 'rowCount', values: ['1'], condition: '__proto__' }), 400, 'condition'],
    ['series with another condition that JavaScript knows', filter({ field: 'rowCount', values: ['1'], condition: 'constructor' }), 400, 'condition'],
    ['series with a number compared with a text', filter({ field: 'rowCount', values: ['many'], condition: 'GREATER_THAN' }), 400, 'number'],
    ['series with values that are no list', filter({ field: 'rowCount', values: '1' }), 400, 'values'],
    ['series sorted by a field that the aspect does not have', series({ sort: { field: 'nope' } }), 400, '/sort/field'],
    ['series in an order that there is not', series({ sort: { field: 'timestampMillis', order: 'UP' } }), 400, '/sort/order'],
  ];
  for (const [what, call, code, mention] of ROWS) {
    it(what, async () => {
      expectRefusal(await call(), code, mention);
    });
  }
});

describe('The code of a refusal (docs/errors.md)', () => {
  const sofa = 'urn:svc:sofa:x';
  const bad = () => proposal(dataset(), 'datasetProperties', { description: 7 });
  const v3 = (urn: string) => api.send<{ code: string }>('GET', `/openapi/v3/entity/dataset/${encode(urn)}`);

  it('is in the body of the legacy API', async () => {
    expect(expectRefusal(await api.ingestProposal(bad()), 422, 'description').code).to.equal('bad-aspect-value');
    expect(expectRefusal(await api.ingestProposal({ ...bad(), entityType: 'sofa' }), 422, 'sofa').code).to.equal('unknown-entity-type');
    const condition = { ...proposal(dataset(), 'status', status(false)), headers: { 'If-Version-Match': '7' } };
    expect(expectRefusal(await api.ingestProposal(condition), 422, 'version').code).to.equal('condition-failed');
    expect(expectRefusal(await api.send('POST', INGEST, { text: '{' }), 400, 'JSON').code).to.equal('not-json');
    expect(expectRefusal(await api.raw('/relationships?direction=OUTGOING'), 400, 'urn').code).to.equal('missing-parameter');
  });

  it('is beside each refused item of a batch', async () => {
    const { body } = await api.ingestEach([bad(), proposal(dataset(), 'nope', {}), proposal(dataset(), 'status', status(false))]);
    expect(body.value.items.map(({ code }) => code)).to.deep.equal(['bad-aspect-value', 'unknown-aspect', undefined]);
  });

  it('is in the body of OpenAPI answers, and of all others', async () => {
    const urn = dataset();
    expect((await v3(sofa)).body.code).to.equal('bad-urn');
    expect((await v3(urns.chart(own()))).body.code).to.equal('wrong-entity-type');
    expect((await v3(urn)).body.code).to.equal('no-such-entity');
    const unknown = await api.send<{ code: string }>('GET', `/openapi/v2/entity/dataset/${encode(urn)}/nope`);
    expect([unknown.status, unknown.body.code]).to.deep.equal([400, 'unknown-aspect']);
    const other = await api.send<{ code: string }>('PUT', '/nowhere');
    expect([other.status, other.body.code]).to.deep.equal([404, 'no-endpoint']);
  });

  it('is in extensions.reason of GraphQL, beside the status that its clients know', async () => {
    const reason = async (query: string) => (await ask(query)).errors?.map(({ extensions }) => [extensions.code, extensions.reason]);
    expect(await reason('{ nothing }')).to.deep.equal([[400, 'bad-graphql']]);
    expect(await reason(`{ dataset(urn: "${sofa}") { urn } }`)).to.deep.equal([[400, 'bad-urn']]);
    expect(await reason(`{ dataset(urn: "${urns.user('x')}") { urn } }`)).to.deep.equal([[400, 'wrong-entity-type']]);
  });
});
