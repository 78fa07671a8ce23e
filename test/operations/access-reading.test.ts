/** Restricted reading (docs/access.md 6): for a reader who sees a part, everything else is as if it did not exist, in every API. */
import { randomInt } from 'node:crypto';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { ResourceListChangedNotificationSchema, ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect } from 'chai';
import { connectAgent } from '../support/agent.ts';
import { type Answer, encode, makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import type { Data } from '../support/graphql.ts';
import { description, ownership, proposal, schemaMetadata, tags, typeOf, upstreams, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { makeRandom } from '../support/random.ts';
import { emptyEngines } from '../support/shared-engines.ts';
import { startSlowSearch } from '../support/slow-search.ts';

const SYNC = { 'X-Svc-Sync-Index-Update': 'true' };
const INFO = 'dataHubPolicyInfo';
const [SALES, EU, STAFF] = ['sales', 'sales-eu', 'staff'].map((id) => urns.of('domain', id)) as [string, string, string];
const [BOX, SHELF] = [urns.container('box'), urns.container('shelf')];
const PII = urns.tag('pii');

/** What ann sees: the domain of sales with all below it. */
const ORDERS = urns.dataset('orders');
const REPORT = urns.dataset('orders_report');
/** What she does not see. */
const SALARIES = urns.dataset('salaries');
const LOOSE = urns.dataset('orders_loose');
const SEEN = [ORDERS, REPORT].sort();

describe('Reading, if policies decide about it', function () {
  this.timeout(300_000);
  let settings: Record<string, string>;
  let cairn: RunningCairn;
  let ann: Record<string, string>;
  let owner: Record<string, string>;
  const client = makeClient(() => cairn.url, SVC);

  const send = <Body = Data>(headers: Record<string, string>, method: string, path: string, json?: unknown): Promise<Answer<Body>> =>
    client.send<Body>(method, path, { headers, ...(json !== undefined && { json }) });
  const ok = async (headers: Record<string, string>, method: string, path: string, json?: unknown): Promise<Data> => {
    const answer = await send(headers, method, path, json);
    expect(answer.status, `${method} ${path} ${answer.text}`).to.equal(200);
    return answer.body;
  };
  const act = async (headers: Record<string, string>, resource: string, action: string, json: unknown): Promise<Data> =>
    (await ok(headers, 'POST', `/${resource}?action=${action}`, json)).value;
  const graphql = async (headers: Record<string, string>, query: string, variables: object = {}): Promise<Data> => {
    const { data, errors } = await ok(headers, 'POST', '/api/graphql', { query, variables });
    expect(errors, JSON.stringify(errors)).to.equal(undefined);
    return data;
  };
  const write = async (...all: [urn: string, aspect: string, value: unknown][]): Promise<void> => {
    const proposals = all.map(([urn, aspect, value]) => proposal(urn, aspect, value));
    await ok(SYNC, 'POST', '/aspects?action=ingestProposalBatch', { proposals });
  };
  const policy = (id: string, more: Record<string, unknown>): [string, string, unknown] => [
    urns.of('dataHubPolicy', id),
    INFO,
    { displayName: id, description: '', type: 'METADATA', state: 'ACTIVE', privileges: ['VIEW_ENTITY_PAGE'], actors: {}, ...more },
  ];
  const onCriteria = (...criteria: object[]) => ({ resources: { filter: { criteria } } });
  const userWithToken = async (name: string): Promise<Record<string, string>> => {
    const urn = urns.user(name);
    await write([urn, 'corpUserInfo', { active: true, displayName: name }]);
    const input = { type: 'PERSONAL', actorUrn: urn, duration: 'ONE_HOUR', name: 'test' };
    const query = 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }';
    return { Authorization: `Bearer ${(await graphql({}, query, { input })).createAccessToken.accessToken}` };
  };
  const salesPolicy = (state: string) =>
    policy('ann-sales', { state, actors: { users: [urns.user('ann')] }, ...onCriteria({ field: 'DOMAIN', values: [SALES] }) });

  let second: RunningCairn | undefined;
  /** Another server on the same store. */
  const another = async (): Promise<RunningCairn> => (second ??= await startCairn(settings));

  before(async () => {
    settings = { ...(await emptyEngines()), READ_POLICIES: 'true' };
    cairn = await startCairn(settings);
    await write(
      policy('view-entity-page-all', { state: 'INACTIVE', actors: { allUsers: true } }),
      [SALES, 'domainProperties', { name: 'Sales' }],
      [EU, 'domainProperties', { name: 'Sales EU', parentDomain: SALES }],
      [STAFF, 'domainProperties', { name: 'Staff' }],
      [BOX, 'containerProperties', { name: 'Box' }],
      [SHELF, 'containerProperties', { name: 'Shelf' }],
      [SHELF, 'container', { container: BOX }],
      [PII, 'tagProperties', { name: 'pii' }],
      [urns.of('corpGroup', 'stewards'), 'corpGroupInfo', { displayName: 'Stewards', admins: [], members: [], groups: [] }],
      ...[ORDERS, REPORT, SALARIES, LOOSE].map((urn): [string, string, unknown] => [urn, 'datasetProperties', description(`about ${urn}`)]),
      ...[ORDERS, REPORT, SALARIES, LOOSE].map((urn): [string, string, unknown] => [urn, 'browsePathsV2', { path: [{ id: 'prod' }, { id: 'db' }] }]),
      [ORDERS, 'domains', { domains: [SALES] }],
      [REPORT, 'domains', { domains: [EU] }],
      [SALARIES, 'domains', { domains: [STAFF] }],
      [ORDERS, 'schemaMetadata', schemaMetadata(['id'])],
      [SALARIES, 'globalTags', tags(PII)],
      // Behind what is hidden lies what is not.
      [SALARIES, 'upstreamLineage', upstreams(ORDERS)],
      [REPORT, 'upstreamLineage', upstreams(SALARIES, LOOSE)],
      [LOOSE, 'ownership', ownership(urns.user('owner'))],
      salesPolicy('ACTIVE'),
      policy('pii', { actors: { users: [urns.user('owner')] }, ...onCriteria({ field: 'TAG', values: [PII] }) }),
      policy('own', { actors: { resourceOwners: true } }),
    );
    ann = await userWithToken('ann');
    owner = await userWithToken('owner');
  });
  after(endAll);

  /** The datasets in some JSON. */
  const named = (answer: unknown): string[] => {
    const text = JSON.stringify(answer);
    return [ORDERS, REPORT, SALARIES, LOOSE].filter((urn) => text.includes(urn)).sort();
  };

  // SECURITY.md R18
  it('tells nothing of a sibling that is not seen, in no value, list, count or filter', async () => {
    const [model, table] = ['dbt', 'snowflake'].map((platform) => urns.dataset('somedb.pair', platform)) as [string, string];
    await write(
      [table, 'datasetProperties', { name: 'a plain table' }],
      [table, 'domains', { domains: [SALES] }],
      [model, 'datasetProperties', { ...description('the hidden story'), name: 'a plain model' }],
      [model, 'domains', { domains: [STAFF] }],
      [model, 'ownership', ownership(urns.user('boss'))],
      [model, 'subTypes', { typeNames: ['Source'] }],
      [model, 'upstreamLineage', upstreams(table)],
    );
    const own = async (headers: Record<string, string>): Promise<string> => JSON.stringify(await ok(headers, 'GET', `/entitiesV2/${encode(table)}`));
    await eventually(async () => expect(await own({})).to.include('"siblings"'));
    const asked = { input: 'plain', entity: 'dataset', start: 0, count: 10 };
    const owned = (value: string, more = {}) => ({ ...asked, ...more, filter: { or: [{ and: [{ field: 'hasOwners', values: [value] }] }] } });
    await eventually(async () => expect((await act({}, 'entities', 'search', owned('false'))).numEntities).to.equal(0));
    expect(await own(ann))
      .not.to.include('sibling')
      .and.not.to.include(model);
    const [hidden, none] = [table, ORDERS].map((urn) => `/aspects/${encode(urn)}?aspect=siblings&version=0`) as [string, string];
    const answers = await Promise.all([hidden, none].map((path) => send(ann, 'GET', path)));
    expect(answers.map(({ status }) => status)).to.deep.equal([404, 404]);
    expect(answers[0]?.text).to.equal(answers[1]?.text.replaceAll(ORDERS, table));
    const query = '{ dataset(urn: "URN") { siblings { siblings { urn } } siblingsSearch(input: {}) { total } } }'.replace('URN', table);
    expect((await graphql(ann, query)).dataset).to.deep.equal({ siblings: null, siblingsSearch: { total: 0 } });
    for (const groupSiblings of [false, true])
      expect(await act(ann, 'entities', 'search', owned('false', { searchFlags: { groupSiblings } }))).to.deep.include({
        numEntities: 1,
        entities: [table],
      });
    expect((await act(ann, 'entities', 'search', owned('true'))).numEntities).to.equal(0);
    for (const field of ['hasSiblings', 'siblings', 'hasOwnersShared']) {
      const filter = { or: [{ and: [{ field, values: [field === 'siblings' ? model : 'true'] }] }] };
      expect((await send(ann, 'POST', '/entities?action=search', { ...asked, filter })).status, field).to.equal(403);
    }
    await act(SYNC, 'entities', 'delete', { urn: table });
    await act(SYNC, 'entities', 'delete', { urn: model });
  });

  // SECURITY.md R1
  it('searches, counts, suggests and browses among what is seen', async () => {
    const asked = { input: '*', entity: 'dataset', start: 0, count: 10 };
    const found = await act(ann, 'entities', 'search', asked);
    expect([found.numEntities, named(found)]).to.deep.equal([2, SEEN]);
    const facet = (name: string) => found.metadata.searchResultMetadatas.find((each: Data) => each.name === name)?.aggregations;
    expect(facet('platform')).to.deep.equal({ [urns.platform('hive')]: 2 });
    expect(Object.keys(facet('domains'))).to.have.members([SALES, EU]);
    expect(facet('tags') ?? {}).to.deep.equal({});
    expect((await act(ann, 'entities', 'search', { ...asked, input: 'salaries' })).numEntities).to.equal(0);
    // A question, of which hidden entities have words.
    const best = await act(ann, 'entities', 'searchAcrossEntities', { ...asked, input: 'which orders feed salaries and the report' });
    expect(named(best)).to.deep.equal(SEEN);
    const hit = (await act({}, 'entities', 'search', { ...asked, input: 'salaries' })).numEntities;
    expect(hit, 'the operator').to.equal(1);
    const filter = { or: [{ and: [{ field: 'domains', condition: 'EQUAL', values: [STAFF] }] }] };
    expect((await act(ann, 'entities', 'filter', { entity: 'dataset', filter, start: 0, count: 10 })).numEntities).to.equal(0);
    expect((await act(ann, 'entities', 'autocomplete', { entity: 'dataset', query: 'sal', limit: 10 })).suggestions).to.deep.equal([]);
    expect((await act(ann, 'entities', 'autocomplete', { entity: 'dataset', query: 'ord', limit: 10 })).suggestions).to.have.length(2);
    expect((await act(ann, 'entities', 'getTotalEntityCount', { entity: 'dataset' })) as unknown).to.equal(2);
    expect(await act(ann, 'entities', 'batchGetTotalEntityCount', { entities: ['dataset', 'domain', 'container'] })).to.deep.equal({
      dataset: 2,
      domain: 2,
      container: 0,
    });
    const listed = await act(ann, 'entities', 'listUrns', { entity: 'dataset', start: 0, count: 10 });
    expect([listed.total, listed.entities]).to.deep.equal([2, SEEN]);
    expect((await act(ann, 'entities', 'listUrns', { entity: 'dataset', start: 1, count: 10 })).entities).to.deep.equal(SEEN.slice(1));
  });

  it('may ask whatever others ask, however many policies there are and however they differ [long]', async () => {
    const reader = await userWithToken('many');
    const users = [urns.user('many')];
    const unlike = (at: number) =>
      onCriteria(
        { field: 'DOMAIN', values: [urns.of('domain', `d${at}`)] },
        { field: 'TAG', values: [urns.tag(`t${at}`)] },
        at % 2 === 0 ? { field: 'URN', condition: 'STARTS_WITH', values: [`urn:${at}`] } : { field: 'OWNER', values: [urns.user(`u${at}`)] },
      );
    await write(
      ...Array.from({ length: 300 }, (_, at) => policy(`many-${at}`, { actors: { users }, ...unlike(at) })),
      policy('many', { actors: { users }, ...onCriteria({ field: 'DOMAIN', values: [SALES] }, { field: 'TYPE', values: ['dataset'] }) }),
    );
    const asked = { input: 'orders OR report', entity: 'dataset', start: 0, count: 10 };
    expect(named(await act(reader, 'entities', 'search', { ...asked, input: '*' }))).to.deep.equal(SEEN);
    expect(named(await act(reader, 'entities', 'search', asked))).to.deep.equal(SEEN);
    // As much as a filter may have.
    const and = (at: number) => [
      { field: 'platform', value: urns.platform('hive') },
      { field: 'name', value: `n${at}` },
    ];
    const filter = {
      or: [
        ...Array.from({ length: 13 }, (_, at) => ({ and: and(at) })),
        {
          and: [
            { field: 'urn', value: ORDERS },
            { field: 'platform', value: urns.platform('hive') },
          ],
        },
      ],
    };
    for (const headers of [{}, reader])
      expect(named(await act(headers, 'entities', 'search', { ...asked, input: '*', filter }))).to.deep.equal([ORDERS]);
    expect(
      named(await act(reader, 'entities', 'searchAcrossEntities', { ...asked, input: 'which orders feed salaries and the report' })),
    ).to.deep.equal(SEEN);
    expect((await act(reader, 'entities', 'autocomplete', { entity: 'dataset', query: 'orders rep', limit: 10 })).suggestions).to.have.length(1);
    expect((await act(reader, 'entities', 'getTotalEntityCount', { entity: 'dataset' })) as unknown).to.equal(2);
    const browse = `{ browseV2(input: { type: DATASET, path: [], query: "orders about hive report", start: 0, count: 10 }) { total groups { name count } } }`;
    const { browseV2 } = await graphql(reader, browse);
    expect(browseV2.groups).to.deep.equal([{ name: 'prod', count: 1 }]);
    const facets = '{ aggregateAcrossEntities(input: { query: "*", facets: ["platform"] }) { facets { field aggregations { value count } } } }';
    expect((await graphql(reader, facets)).aggregateAcrossEntities.facets[0].aggregations[0].count).to.equal(2);
  });

  /** Every read of what is not seen is answered as that of what does not exist. */
  const readsAsMissing = async (urnIn: (table: string) => string): Promise<void> => {
    const [urn, other] = [urnIn(SALARIES), urnIn(urns.dataset('nowhere'))];
    const paths = (each: string): [string, string][] => [
      ['GET', `/entitiesV2/${encode(each)}`],
      ['GET', `/entities/${encode(each)}`],
      ['GET', `/entitiesV2?ids=List(${encode(each)})`],
      ['GET', `/aspects/${encode(each)}?aspect=status&version=0`],
      ['GET', `/aspects/${encode(each)}?aspect=status&version=1`],
      ['GET', `/aspects/${encode(each)}?aspect=status&start=0&count=5`],
      ['GET', `/relationships?urn=${encode(each)}&direction=INCOMING`],
      ['GET', `/relationships?urn=${encode(each)}&direction=OUTGOING&types=OwnedBy`],
      ['GET', `/lineage?urn=${encode(each)}&direction=UPSTREAM`],
      ['GET', `/openapi/v3/entity/${typeOf(each)}/${encode(each)}`],
      ['HEAD', `/openapi/v3/entity/${typeOf(each)}/${encode(each)}`],
      ['GET', `/openapi/v2/entity/${typeOf(each)}/${encode(each)}`],
      ['GET', `/openapi/v3/entity/${typeOf(each)}/${encode(each)}/status`],
      ['GET', `/openapi/v3/entity/${typeOf(each)}/${encode(each)}/status?version=1`],
      ['GET', `/openapi/v3/relationship/${typeOf(each)}/${encode(each)}?direction=INCOMING`],
      ['GET', `/openapi/timeline/v1/${encode(each)}?categories=DOCUMENTATION`],
    ];
    for (const [index, [method, path]] of paths(urn).entries()) {
      const [, twin] = paths(other)[index] ?? ['', ''];
      const [real, none] = [await send(ann, method, path), await send(ann, method, twin)];
      expect(real.status, path).to.equal(none.status);
      expect(real.text.replaceAll('salaries', 'nowhere'), path).to.equal(none.text);
    }
  };

  it('reads columns of what is not seen as what does not exist [long]', () => readsAsMissing((table) => urns.column(table, 'id')));

  // SECURITY.md R1
  it('reads what is not seen as what does not exist', async () => {
    await readsAsMissing((table) => table);
    expect(await act(ann, 'entities', 'exists', { urn: SALARIES })).to.equal(false);
    expect(await act(ann, 'entities', 'exists', { urn: ORDERS })).to.equal(true);
    expect(await act(ann, 'entities', 'filterExistingUrns', { urns: [SALARIES, ORDERS, LOOSE, REPORT] })).to.deep.equal([ORDERS, REPORT]);
    expect((await ok(ann, 'GET', `/entitiesV2/${encode(ORDERS)}`)).aspects).to.have.property('datasetProperties');
  });

  it('leaves out the other ends of relationships, and goes on behind them in lineage', async () => {
    const incoming = await ok(ann, 'GET', `/relationships?urn=${encode(ORDERS)}&direction=INCOMING&types=DownstreamOf`);
    expect([incoming.total, incoming.entities]).to.deep.equal([0, []]);
    expect((await ok({}, 'GET', `/relationships?urn=${encode(ORDERS)}&direction=INCOMING&types=DownstreamOf`)).total).to.equal(1);
    const down = await ok(ann, 'GET', `/lineage?urn=${encode(ORDERS)}&direction=DOWNSTREAM`);
    expect(down).to.deep.include({ total: 1, filtered: 0, degrees: { 2: 1 } });
    expect(down.entities).to.deep.equal([{ urn: REPORT, degree: 2, path: [ORDERS, REPORT], relationships: [] }]);
    const { relationships } = await act(ann, 'relationships', 'getLineage', { urn: ORDERS, direction: 'DOWNSTREAM', maxHops: 2 });
    expect(relationships).to.deep.equal([{ entity: REPORT, degree: 2, paths: [[ORDERS, REPORT]] }]);
    const lineage = `lineage(input: {direction: DOWNSTREAM}) { relationships { type degree entity { urn } } }`;
    const of = await graphql(ann, `{ dataset(urn: "${ORDERS}") { ${lineage} } }`);
    expect(of.dataset.lineage.relationships).to.deep.equal([{ type: null, degree: 2, entity: { urn: REPORT } }]);
    expect((await ok(ann, 'GET', `/lineage?urn=${encode(SALARIES)}&direction=DOWNSTREAM`)).total).to.equal(0);
    expect((await send(ann, 'GET', `/lineage?urn=${encode(SALARIES)}&direction=DOWNSTREAM&types=OwnedBy`)).status).to.equal(400);
    const asked = { urn: ORDERS, direction: 'DOWNSTREAM', input: '*', start: 0, count: 10, entities: [] };
    const across = await act(ann, 'entities', 'searchAcrossLineage', asked);
    expect([across.numEntities, named(across)]).to.deep.equal([1, SEEN]);
    const near = await act(ann, 'relationships', 'getNeighbours', { urns: [ORDERS, REPORT, SALARIES], count: 10 });
    expect(named(near.neighbours.map(({ upstream, downstream }: Data) => [upstream, downstream]))).to.deep.equal([]);
  });

  it('connects columns by what somebody says who is seen [long]', async () => {
    const job = urns.job(urns.flow('payroll'), 'salaries');
    const [from, to] = [urns.column(ORDERS, 'id'), urns.column(REPORT, 'id')];
    const entry = { upstreamType: 'FIELD_SET', downstreamType: 'FIELD', upstreams: [from], downstreams: [to] };
    const says = { inputDatasets: [], outputDatasets: [], fineGrainedLineages: [entry] };
    const across = { urn: from, direction: 'DOWNSTREAM', input: '*', start: 0, count: 10, entities: [] };
    /** What tells of the column that is made from the other. */
    const tellers = async (headers: Record<string, string>): Promise<string[]> => {
      const then = `asOf=${Date.now() - 1}`;
      const lineage = `/lineage?urn=${encode(from)}&direction=DOWNSTREAM`;
      const agent = await connectAgent(cairn.url, headers.Authorization?.replace('Bearer ', ''));
      try {
        const answers: Record<string, unknown> = {
          lineage: (await ok(headers, 'GET', lineage)).total,
          upstream: (await ok(headers, 'GET', `/lineage?urn=${encode(to)}&direction=UPSTREAM&hops=1`)).total,
          past: (await ok(headers, 'GET', `${lineage}&${then}`)).total,
          getLineage: (await act(headers, 'relationships', 'getLineage', { urn: from, direction: 'DOWNSTREAM', start: 0, count: 10 })).total,
          impact: (await ok(headers, 'GET', `/impact?urn=${encode(ORDERS)}`)).columns,
          impactOfOne: (await ok(headers, 'GET', `/impact?urn=${encode(ORDERS)}&columns=id`)).columns,
          across: (await act(headers, 'entities', 'searchAcrossLineage', across)).numEntities,
          neighbours: (await act(headers, 'relationships', 'getNeighbours', { urns: [from], count: 10 })).neighbours[0].downstream.total,
          above: (await act(headers, 'relationships', 'getNeighbours', { urns: [to], count: 10, asOf: Date.now() - 1 })).neighbours[0].upstream.total,
          agent: ((await agent.call('lineage_of', { asset: ORDERS, column: 'id', direction: 'downstream' })) as Data).total,
          joins: (await agent.ask('joins_between', { asset: ORDERS, other: REPORT })).text.includes('"lineage"') ? 1 : 0,
        };
        return Object.keys(answers).filter((name) => answers[name] !== 0);
      } finally {
        await agent.close();
      }
    };
    await write([job, 'dataJobInputOutput', says]);
    const all = await tellers({});
    expect(all).to.have.lengthOf(11);
    expect(await tellers(ann)).to.deep.equal([]);
    await write([ORDERS, 'upstreamLineage', { upstreams: [], fineGrainedLineages: [entry] }]);
    expect(await tellers(ann)).to.deep.equal(all);
    for (const each of [job, ORDERS])
      await send(SYNC, 'DELETE', `/openapi/v3/entity/${typeOf(each)}/${encode(each)}/${each === job ? 'dataJobInputOutput' : 'upstreamLineage'}`);
  });

  it('is the same in folders, in points, and in the past [long]', async () => {
    const folders = `query { browseV2(input: { type: DATASET, path: [], query: "*", start: 0, count: 10 }) {
      total groups { name count } metadata { totalNumEntities } } }`;
    const totals = async (headers: Record<string, string>): Promise<number[]> => {
      const { groups, metadata } = (await graphql(headers, folders)).browseV2;
      const old = await act(headers, 'entities', 'browse', { entity: 'dataset', path: '', start: 0, limit: 10 });
      return [metadata.totalNumEntities, ...groups.map(({ count }: Data) => count), old.metadata.totalNumEntities];
    };
    expect(await totals(ann)).to.deep.equal([2, 2, 2]);
    expect(await totals({})).to.deep.equal([4, 4, 4]);
    await write(...[ORDERS, SALARIES].map((urn): [string, string, unknown] => [urn, 'datasetProfile', { timestampMillis: Date.now(), rowCount: 7 }]));
    const points = async (urn: string) =>
      (await act(ann, 'aspects', 'getTimeseriesAspectValues', { urn, entity: 'dataset', aspect: 'datasetProfile' })).values;
    expect([await points(ORDERS), await points(SALARIES)].map(({ length }) => length)).to.deep.equal([1, 0]);
    expect(named(await ok(ann, 'GET', '/openapi/v2/timeseries/dataset/datasetProfile?count=10'))).to.deep.equal([ORDERS]);
    expect(named(await ok({}, 'GET', '/openapi/v2/timeseries/dataset/datasetProfile?count=10'))).to.deep.equal([ORDERS, SALARIES]);
    const profile = (urn: string) => `{ dataset(urn: "${urn}") { datasetProfiles(limit: 1) { rowCount } statsSummary { rowCount } } }`;
    expect((await graphql(ann, profile(ORDERS))).dataset.datasetProfiles).to.deep.equal([{ rowCount: 7 }]);
    expect(await graphql(ann, profile(SALARIES))).to.deep.equal(await graphql(ann, profile(urns.dataset('nowhere'))));
    const then = `asOf=${Date.now()}`;
    for (const path of [
      `/entitiesV2/:urn?${then}`,
      `/aspects/:urn?aspect=status&version=0&${then}`,
      `/relationships?urn=:urn&direction=INCOMING&${then}`,
    ]) {
      const [real, none] = [SALARIES, urns.dataset('nowhere')].map((urn) => send(ann, 'GET', path.replace(':urn', encode(urn))));
      expect((await real)?.text.replaceAll('salaries', 'nowhere'), path).to.equal((await none)?.text);
    }
    // How far history reaches is told of what is seen.
    const gone = urns.dataset('salaries_gone');
    await write([gone, 'status', { removed: false }]);
    const before = `asOf=${Date.now()}`;
    await send({}, 'DELETE', `/openapi/v3/entity/dataset/${encode(gone)}`);
    for (const more of ['version=0', 'version=1', 'start=0&count=5']) {
      const [real, none] = [gone, urns.dataset('nowhere')].map((urn) => send(ann, 'GET', `/aspects/${encode(urn)}?aspect=status&${more}&${before}`));
      expect((await real)?.text.replaceAll('salaries_gone', 'nowhere'), more).to.equal((await none)?.text);
    }
    const past = await ok(ann, 'GET', `/lineage?urn=${encode(ORDERS)}&direction=DOWNSTREAM&${then}`);
    expect([past.total, named(past)]).to.deep.equal([1, SEEN]);
  });

  it('is the same in OpenAPI [long]', async () => {
    const page = await ok(ann, 'GET', '/openapi/v3/entity/dataset?count=10&aspects=datasetProperties');
    expect(page.entities.map(({ urn }: Data) => urn)).to.deep.equal(SEEN);
    expect(page.totalCount).to.equal(2);
    expect((await ok(ann, 'GET', '/openapi/v3/entity/dataset?count=10&query=orders')).entities.map(({ urn }: Data) => urn)).to.have.members(SEEN);
    const first = await ok(ann, 'GET', '/openapi/v3/entity/dataset?count=1');
    const second = await ok(ann, 'GET', `/openapi/v3/entity/dataset?count=1&scrollId=${encodeURIComponent(first.scrollId)}`);
    expect([first, second].flatMap(({ entities }) => entities.map(({ urn }: Data) => urn))).to.deep.equal(SEEN);
    expect(second.scrollId ?? null).to.equal(null);
    const wanted = [ORDERS, SALARIES].map((urn) => ({ urn, datasetProperties: {} }));
    expect(named(await ok(ann, 'POST', '/openapi/v3/entity/dataset/batchGet', wanted))).to.deep.equal([ORDERS]);
    const edges = await ok(ann, 'GET', '/openapi/v3/relationship/DownstreamOf?count=10');
    expect(edges.results).to.deep.equal([]);
    expect((await ok({}, 'GET', '/openapi/v3/relationship/DownstreamOf?count=10')).results).to.have.length(3);
    expect((await ok(ann, 'POST', '/openapi/v3/lineage/scroll', { urns: [ORDERS] })).results).to.deep.equal([]);
  });

  // SECURITY.md R16
  it('tells of what a run was refused only what the reader has sent', async () => {
    const within = { systemMetadata: { runId: 'refused-together' } };
    const batch = (urn: string) => ({ async: 'true', proposals: [proposal(urn, 'datasetProperties', { description: 7 }, within)] });
    const refusedOf = (headers: Record<string, string>) => act(headers, 'runs', 'refused', { runId: 'refused-together' });
    await send(ann, 'POST', '/aspects?action=ingestProposalBatch', batch(ORDERS));
    await send(owner, 'POST', '/aspects?action=ingestProposalBatch', batch(LOOSE));
    expect(named(await refusedOf({}))).to.deep.equal([ORDERS, LOOSE].sort());
    expect(named(await refusedOf(ann))).to.deep.equal([ORDERS]);
    expect(named(await refusedOf(owner))).to.deep.equal([LOOSE]);
  });

  it('is the same in GraphQL [long]', async () => {
    const search = 'query ($input: SearchAcrossEntitiesInput!) { searchAcrossEntities(input: $input) { total searchResults { entity { urn } } } }';
    const { searchAcrossEntities: found } = await graphql(ann, search, { input: { types: ['DATASET'], query: '*', start: 0, count: 10 } });
    expect([found.total, named(found)]).to.deep.equal([2, SEEN]);
    const read = `query ($urn: String!) {
      dataset(urn: $urn) { urn properties { description } domain { domain { urn } }
        lineage(input: { direction: UPSTREAM }) { total relationships { entity { urn } } }
        relationships(input: { types: ["DownstreamOf"], direction: OUTGOING }) { total relationships { entity { urn } } } } }`;
    expect((await graphql(ann, read, { urn: ORDERS })).dataset.domain.domain.urn).to.equal(SALES);
    const { dataset: report } = await graphql(ann, read, { urn: REPORT });
    expect([report.relationships.total, named(report.lineage)]).to.deep.equal([0, [ORDERS]]);
    const one = (urn: string) => `query { dataset(urn: "${urn}") { properties { description } exists } }`;
    expect(await graphql(ann, one(SALARIES))).to.deep.equal(await graphql(ann, one(urns.dataset('nowhere'))));
    expect((await graphql(ann, '{ me { corpUser { info { displayName } } } }')).me.corpUser.info.displayName).to.equal('ann');
    // Those that others made for her are not hers to list.
    const input = { type: 'PERSONAL', actorUrn: urns.user('ann'), duration: 'ONE_HOUR', name: 'own' };
    await graphql(ann, 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }', { input });
    const list = '{ listAccessTokens(input: {}) { total tokens { name } } }';
    await eventually(async () => expect((await graphql(ann, list)).listAccessTokens).to.deep.equal({ total: 1, tokens: [{ name: 'own' }] }));
  });

  it('tells an agent that listens only of what is seen [long]', async () => {
    const agent = await connectAgent(cairn.url, ann.Authorization?.replace('Bearer ', ''));
    const told: string[] = [];
    let lists = 0;
    agent.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.push(decodeURIComponent(params.uri)));
    agent.client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void lists++);
    const follow = (urn: string) => agent.client.subscribeResource({ uri: `cairn://entity/${encodeURIComponent(urn)}` });
    try {
      expect(await follow(SALARIES).catch(({ code }: { code: number }) => code)).to.equal(-32_602);
      await follow(ORDERS);
      await follow(REPORT);
      await write([urns.dataset('hidden_too'), 'datasetProperties', description('x')]);
      await eventually(async () => {
        await write([ORDERS, 'datasetProperties', description(`about ${ORDERS}, ${randomInt(1e9)}`)]);
        expect(told).to.include(`cairn://entity/${ORDERS}`);
      });
      expect(lists).to.equal(0);
      // What she does not see any more she is not told of, although she follows it.
      await write([REPORT, 'domains', { domains: [STAFF] }]);
      const before = told.length;
      await write([REPORT, 'datasetProperties', description('now of the staff')], [ORDERS, 'datasetProperties', description(`about ${ORDERS}`)]);
      await eventually(async () => expect(told.slice(before)).to.include(`cairn://entity/${ORDERS}`));
      expect(told.slice(before)).to.not.include(`cairn://entity/${REPORT}`);
    } finally {
      await write([REPORT, 'domains', { domains: [EU] }], [REPORT, 'datasetProperties', description(`about ${REPORT}`)]);
      await write([urns.dataset('hidden_too'), 'status', { removed: true }]);
      await agent.close();
    }
  });

  it('tells an agent without a session only of what is seen [long]', async () => {
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${cairn.url}/mcp`), { requestInit: { headers: ann } }));
    const told: string[] = [];
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(decodeURIComponent(params.uri)));
    client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('list'));
    const uriOf = (urn: string): string => `cairn://entity/${encodeURIComponent(urn)}`;
    try {
      const refused = client.listen({ resourceSubscriptions: [uriOf(SALARIES)] }).catch(({ code }: { code: number }) => code);
      expect(await refused).to.equal(-32_602);
      await client.listen({ resourcesListChanged: true, resourceSubscriptions: [uriOf(ORDERS)] });
      await write([urns.dataset('hidden_later'), 'datasetProperties', description('x')]);
      await eventually(async () => {
        await write([ORDERS, 'datasetProperties', description(`about ${ORDERS}, ${randomInt(1e9)}`)]);
        expect(told).to.include(`cairn://entity/${ORDERS}`);
      });
      expect(new Set(told)).to.deep.equal(new Set([`cairn://entity/${ORDERS}`]));
    } finally {
      await write([urns.dataset('hidden_later'), 'status', { removed: true }], [ORDERS, 'datasetProperties', description(`about ${ORDERS}`)]);
      await client.close();
    }
  });

  it('is the same for agents [long]', async () => {
    const agent = await connectAgent(cairn.url, ann.Authorization?.replace('Bearer ', ''));
    try {
      const found = await agent.call('find_data', { question: 'orders salaries' });
      expect(named(found.hits)).to.deep.equal(SEEN);
      expect((await agent.call('describe_asset', { asset: ORDERS })).asset?.urn).to.equal(ORDERS);
      const hidden = await agent.ask('describe_asset', { asset: SALARIES });
      const nowhere = await agent.ask('describe_asset', { asset: urns.dataset('nowhere') });
      expect(hidden.text.replaceAll('salaries', 'nowhere')).to.equal(nowhere.text);
      expect((await agent.ask('paths_between', { from: ORDERS, to: REPORT })).text).to.not.include('salaries');
      expect((await agent.ask('impact_of_change', { asset: ORDERS })).text).to.not.include('salaries');
      expect((await agent.ask('changes_since', { since: '2020-01-01' })).body.error?.code).to.equal('not-allowed');
      expect(JSON.stringify(await agent.client.listResources())).to.not.include('salaries');
      for (const args of [{ asset: REPORT }, { asset: ORDERS, direction: 'downstream' }])
        expect((await agent.ask('lineage_of', args)).text, JSON.stringify(args))
          .to.not.include('salaries')
          .and.to.not.include('loose');
      for (const tool of ['queries_of', 'checks_of'])
        expect((await agent.ask(tool, { asset: SALARIES })).text).to.equal(
          (await agent.ask(tool, { asset: urns.dataset('nowhere') })).text.replaceAll('nowhere', 'salaries'),
        );
      expect((await agent.ask('history_of', { asset: SALARIES, aspects: ['globalTags'] })).body.problem?.kind).to.equal('unknown');
      expect((await agent.ask('who_am_i', {})).text).to.include('"sees":"part"');
      const counted = await agent.ask('find_data', { question: '*', counts: ['domains'], limit: 0 });
      expect(counted.text).to.include(SALES).and.to.not.include(STAFF);
      const completed = await agent.client.complete({
        ref: { type: 'ref/prompt', name: 'check_change' },
        argument: { name: 'asset', value: 'salaries' },
      });
      expect(completed.completion.values).to.deep.equal([]);
    } finally {
      await agent.close();
    }
  });

  // SECURITY.md R7
  it('filters by what checks and incidents tell only for who sees all of these', async () => {
    const stamp = { time: 1, actor: urns.user('etl') };
    const info = { type: 'CUSTOM', entities: [ORDERS], created: stamp, status: { state: 'ACTIVE', lastUpdated: stamp } };
    await write([urns.of('incident', 'late'), 'incidentInfo', info]);
    const asked = (field: string) => ({
      ...{ input: '*', entity: 'dataset', start: 0, count: 10 },
      filter: { or: [{ and: [{ field, condition: 'EQUAL', values: ['true'] }] }] },
    });
    const search = (field: string, headers = ann) => send(headers, 'POST', '/entities?action=search', asked(field));
    for (const field of ['hasActiveIncidents', 'hasFailingAssertions']) {
      const { status, text } = await search(field);
      expect([status, text.includes('not-allowed'), text.includes(field)], text).to.deep.equal([403, true, true]);
    }
    expect((await search('hasActiveIncidents', {})).body.value.entities).to.deep.equal([ORDERS]);
    const typed = (state: string) =>
      policy('ann-incidents', { state, actors: { users: [urns.user('ann')] }, ...onCriteria({ field: 'TYPE', values: ['incident'] }) });
    await write(typed('ACTIVE'));
    expect((await search('hasActiveIncidents')).body.value.entities).to.deep.equal([ORDERS]);
    expect((await search('hasFailingAssertions')).status).to.equal(403);
    await write(typed('INACTIVE'));
  });

  it('says of no table how many more of its kind there are [long]', async () => {
    const shards = [1, 2, 3].map((day) => urns.dataset(`tides_2026010${day}`));
    await write(...shards.map((urn): [string, string, unknown] => [urn, 'datasetProperties', description('the tide of each harbour')]));
    await write(...shards.slice(1).map((urn): [string, string, unknown] => [urn, 'domains', { domains: [SALES] }]));
    const asked = { input: 'what is the tide of each harbour', entity: 'dataset', start: 0, count: 10 };
    const folded = async (headers: Record<string, string>): Promise<unknown> =>
      (await act(headers, 'entities', 'searchAcrossEntities', asked)).metadata.matches[0]?.folded;
    expect([await folded({}), await folded(ann)]).to.deep.equal([2, undefined]);
    for (const urn of shards) await send(SYNC, 'DELETE', `/openapi/v3/entity/dataset/${encode(urn)}`);
  });

  it('shows each reader what policies show: by tag, and to owners', async () => {
    const found = await act(owner, 'entities', 'search', { input: '*', entity: 'dataset', start: 0, count: 10 });
    expect([found.numEntities, named(found)]).to.deep.equal([2, [LOOSE, SALARIES].sort()]);
    expect(await act(owner, 'entities', 'filterExistingUrns', { urns: [ORDERS, REPORT, SALARIES, LOOSE] })).to.have.members([SALARIES, LOOSE]);
    const up = await ok(owner, 'GET', `/lineage?urn=${encode(SALARIES)}&direction=UPSTREAM`);
    expect(up.total).to.equal(0);
  });

  // SECURITY.md R2, R12
  it('refuses what is about the whole catalog, and names nobody who is hidden', async () => {
    const refused: [string, string, unknown?][] = [
      ['GET', '/changes'],
      ['GET', '/bulk'],
      ['GET', '/bulk/x'],
      ['GET', '/webhooks'],
      ['GET', '/webhooks/x/deliveries'],
      ['GET', '/subscriptions'],
      ['POST', '/runs?action=list', {}],
      ['POST', '/runs?action=describe', { runId: 'x' }],
      ['POST', '/aspects?action=getCount', { aspect: 'status' }],
      ['POST', '/operations?action=indexProblems', {}],
      ['POST', '/entities?action=deleteReferences', { urn: ORDERS }],
      ['GET', `/openapi/timeline/v1/${encode(ORDERS)}?categories=TAG&includeVersionSet=true`],
    ];
    for (const [method, path, json] of refused) {
      const answer = await send(ann, method, path, json);
      expect(answer.status, `${method} ${path} ${answer.text}`).to.equal(403);
      expect(answer.text).to.include('not-allowed');
    }
    for (const [path, what] of [
      ['/bulk', 'call GET /bulk'],
      ['/changes', 'read changes'],
    ] as const) {
      const { text } = await send(ann, 'GET', path);
      expect(text).to.include(`may not ${what}: this needs VIEW_ENTITY_PAGE on everything`);
      // Nobody is named whom she does not see.
      expect(text).to.include('Ask an administrator').and.not.to.include('dataHubRole:Admin');
    }
  });

  // SECURITY.md R1, R12
  it('names no policy that is not seen, and is asked for what is hidden as for what is not there', async () => {
    const values = (state: string) =>
      policy('values', {
        ...{ state, privileges: ['VIEW_SENSITIVE_PROPERTIES'], actors: { users: [urns.user('ann')] } },
        ...onCriteria({ field: 'DOMAIN', values: [STAFF] }),
      });
    await write(values('ACTIVE'));
    const granted = 'getGrantedPrivileges(input: { actorUrn: $user, includeEvaluationDetails: true }) { evaluationDetails { policyUrn } }';
    const query = `query ($user: String!, $on: String!) { ${granted} debugAccess(userUrn: $user) { policies privileges } policiesOn(urn: $on) { urn } }`;
    const told = (headers: Record<string, string>) => graphql(headers, query, { user: urns.user('ann'), on: ORDERS });
    const { getGrantedPrivileges, debugAccess, policiesOn } = await told(ann);
    expect([getGrantedPrivileges.evaluationDetails, debugAccess.policies, policiesOn]).to.deep.equal([[], [], []]);
    expect(debugAccess.privileges).to.include('VIEW_ENTITY_PAGE');
    const all = JSON.stringify(await told({}));
    for (const id of ['ann-sales', 'pii', 'own']) expect(all).to.include(`dataHubPolicy:${id}`);
    const ask = 'mutation ($input: AskForAccessInput!) { askForAccess(input: $input) { state } }';
    for (const resource of [SALARIES, urns.dataset('nowhere')]) {
      const { askForAccess: asked } = await graphql(ann, ask, { input: { privilege: 'VIEW_SENSITIVE_PROPERTIES', resource } });
      expect(asked.state, resource).to.equal('OPEN');
    }
    await write(values('INACTIVE'));
  });

  // SECURITY.md R5
  it('lets nobody change what is not seen, whatever aspect may be changed', async () => {
    await write(policy('ann-tags', { privileges: ['EDIT_ENTITY_TAGS'], actors: { users: [urns.user('ann')] } }));
    const tag = (urn: string) =>
      send(ann, 'POST', '/aspects?action=ingestProposal', { proposal: proposal(urn, 'globalTags', tags(urns.tag('new'))) });
    expect((await tag(ORDERS)).status).to.equal(200);
    const answer = await tag(SALARIES);
    expect(answer.status, answer.text).to.equal(403);
    const query = `mutation { addTag(input: { tagUrn: "${urns.tag('new')}", resourceUrn: "${SALARIES}" }) }`;
    expect((await ok(ann, 'POST', '/api/graphql', { query })).errors).to.have.length(1);
    expect((await ok({}, 'GET', `/entitiesV2/${encode(SALARIES)}`)).aspects.globalTags.value.tags).to.have.length(1);
    // Nor does a refusal tell what is there, by a condition, a patch, or what is kept.
    const path = `/openapi/v3/entity/dataset/${encode(SALARIES)}/globalTags`;
    const guess = { patch: [{ op: 'test', path: '/tags/0/tag', value: PII }] };
    for (const [headers, method, address, json] of [
      [ann, 'PATCH', path, guess],
      [ann, 'PATCH', path, { patch: [{ ...guess.patch[0], value: urns.tag('new') }] }],
      [{ ...ann, 'If-Match': '"7"' }, 'POST', path, { value: tags(PII) }],
      [{ ...ann, 'If-Version-Match': '7' }, 'POST', path, { value: tags(PII) }],
      [ann, 'POST', `${path}?createIfNotExists=true`, { value: tags(urns.tag('new')) }],
    ] as const) {
      const refused = await send(headers, method, address, json);
      expect([refused.status, refused.text.includes('CREATE_ENTITY')], refused.text).to.deep.equal([403, true]);
    }
  });

  // SECURITY.md R15
  it('refuses a circle through what is not seen, and names only what was sent', async () => {
    const parent = (destinationUrn: string) => ({ parent: { destinationUrn } });
    await write(
      policy('ann-logical', { privileges: ['EDIT_ENTITY'], actors: { users: [urns.user('ann')] } }),
      [REPORT, 'logicalParent', parent(SALARIES)],
      [SALARIES, 'logicalParent', parent(ORDERS)],
    );
    const moved = proposal(ORDERS, 'logicalParent', parent(REPORT));
    const answer = await send(ann, 'POST', '/aspects?action=ingestProposal', { proposal: moved });
    expect(answer.status, answer.text).to.equal(422);
    expect([answer.text.includes('below-itself'), named(answer.body)]).to.deep.equal([true, SEEN]);
    await write(policy('ann-logical', { state: 'INACTIVE' }), [REPORT, 'logicalParent', {}], [SALARIES, 'logicalParent', {}]);
  });

  // SECURITY.md R4
  it('ends while a reader follows the changes', async () => {
    const whole = policy('whole', { actors: { users: [urns.user('follower')] } });
    await write(whole);
    const follower = await userWithToken('follower');
    expect((await send(follower, 'GET', '/changes?limit=1')).status).to.equal(200);
    const answer = await fetch(`${cairn.url}/changes`, { headers: { ...follower, Accept: 'text/event-stream' } });
    expect(answer.status).to.equal(200);
    await write([whole[0], INFO, { ...(whole[2] as object), state: 'INACTIVE' }]);
    await write([SALARIES, 'editableDatasetProperties', { description: 'a secret' }]);
    const text = await answer.text();
    expect(text).to.include('event: error').and.to.include('this needs VIEW_ENTITY_PAGE on everything');
    expect(text).to.not.include('salaries');
    expect((await send(follower, 'GET', '/changes')).status).to.equal(403);
  });

  /** Asks each of these servers. */
  const endsAtOnce = async (...servers: (typeof client)[]): Promise<void> => {
    const reads = async (status: number): Promise<void> => {
      for (const each of servers)
        expect((await each.send('GET', `/openapi/v3/entity/dataset/${encode(ORDERS)}`, { headers: ann })).status).to.equal(status);
    };
    const finds = async (): Promise<number> =>
      (await act(ann, 'entities', 'search', { input: '*', entity: 'dataset', start: 0, count: 10 })).numEntities;
    for (let turn = 0; turn < 2 * servers.length - 1; turn++) {
      await reads(200);
      expect(await finds()).to.equal(2);
      const { headers } = await client.ingestProposal(proposal(...salesPolicy('INACTIVE')));
      expect(Number(headers.get('x-svc-seq'))).to.be.above(0);
      await reads(404);
      expect(await finds()).to.equal(0);
      await client.ingestProposal(proposal(...salesPolicy('ACTIVE')));
    }
    // What an entity is decides, too: search follows when the index does.
    await client.ingestProposal(proposal(ORDERS, 'domains', { domains: [STAFF] }));
    await reads(404);
    await eventually(async () => expect(await finds()).to.equal(1));
    await write([ORDERS, 'domains', { domains: [SALES] }]);
    await reads(200);
  };

  /** So does the right to columns: by a policy, and by what their tag is. */
  const columnsEndAtOnce = async (...servers: (typeof client)[]): Promise<void> => {
    const [ledger, pay, keeper] = [urns.dataset('ledger'), urns.tag('pay'), await userWithToken('keeper')];
    const grant = (state: string) =>
      policy('keeper-columns', {
        state,
        privileges: ['VIEW_SENSITIVE_COLUMNS'],
        actors: { users: [urns.user('keeper')] },
        resources: { columnsTagged: [pay] },
      });
    const tag = (isSensitive: boolean): [string, string, unknown] => [pay, 'tagProperties', { name: 'Pay', isSensitive }];
    const schema = (name: string, version: number): [string, string, unknown] => {
      const { fields, ...more } = schemaMetadata(['id', name]);
      return [
        ledger,
        'schemaMetadata',
        { ...more, version, fields: fields.map((each) => (each.fieldPath === name ? { ...each, globalTags: tags(pay) } : each)) },
      ];
    };
    const asked: readonly (readonly [string, string, unknown?])[] = [
      ['GET', `/entitiesV2/${encode(ledger)}`],
      ['GET', `/openapi/v3/entity/dataset/${encode(ledger)}/schemaMetadata`],
      ['GET', '/openapi/v3/entity/dataset?count=1000&aspects=schemaMetadata'],
      ['GET', `/openapi/timeline/v1/${encode(ledger)}?categories=TECHNICAL_SCHEMA`],
      ['POST', '/api/graphql', { query: `{ dataset(urn: "${ledger}") { schemaMetadata { fields { fieldPath } } } }` }],
      ['POST', '/entities?action=search', { input: 'ledger', entity: 'dataset', start: 0, count: 10 }],
    ];
    const texts = async (): Promise<string[]> =>
      (await Promise.all(asked.flatMap(([method, path, json]) => servers.map((each) => each.send(method, path, { headers: keeper, json }))))).map(
        ({ text }) => text,
      );
    await write(
      policy('keeper-sees', { actors: { users: [urns.user('keeper')] }, ...onCriteria({ field: 'TYPE', values: ['dataset'] }) }),
      grant('ACTIVE'),
      tag(true),
    );
    for (const [turn, lost] of [grant('INACTIVE'), tag(true)].entries()) {
      await write(schema(`shown${turn}`, 2 * turn + 1));
      expect((await texts()).filter((text) => text.includes(`shown${turn}`)).length).to.be.above(4 * servers.length);
      await client.ingestProposal(proposal(...lost));
      await client.ingestProposal(proposal(...schema(`secret${turn}`, 2 * turn + 2)));
      const now = await texts();
      expect(now.filter((text) => /shown|secret/.test(text))).to.deep.equal([]);
      expect(now.filter((text) => text.includes('ledger')).length).to.be.above((5 * servers.length) / 2);
      await write(tag(false));
    }
  };

  // SECURITY.md R3
  it('ends with the next request after a policy has changed', () => endsAtOnce(client));

  it('ends for columns with the next request after a policy or a tag has changed [long]', () => columnsEndAtOnce(client));

  it('ends with the next request on another server, too [long]', async () => {
    const two = await another();
    const servers = [client, makeClient(() => two.url, SVC)];
    await endsAtOnce(...servers);
    await columnsEndAtOnce(...servers);
  });

  // SECURITY.md R4
  it('shows nobody what is written after the right was lost, whatever was open before, on another server too [long]', async () => {
    const two = await another();
    const other = makeClient(() => two.url, SVC);
    const [some, whole] = [
      policy('leaver-some', { actors: { users: [urns.user('leaver')] }, ...onCriteria({ field: 'TYPE', values: ['dataset'] }) }),
      policy('leaver-whole', { actors: { users: [urns.user('watcher')] } }),
    ];
    const [leaver, watcher] = [await userWithToken('leaver'), await userWithToken('watcher')];
    const ask = (headers: Record<string, string>, [method, path, json]: readonly [string, string, unknown?]) =>
      [client, other].map((each) => each.send<Data>(method, path, { headers, ...(json !== undefined && { json }) }));
    const scroll = (scrollId?: string) =>
      ['POST', '/entities?action=scrollAcrossEntities', { input: '*', entities: ['dataset'], count: 1, scrollId }] as const;
    const page = (path: string, scrollId: string) => ['GET', `${path}count=1&scrollId=${encodeURIComponent(scrollId)}`] as const;
    const [listed, edges] = ['/openapi/v3/entity/dataset?', '/openapi/v3/relationship/DownstreamOf?'];
    const graphqlScroll = (scrollId?: string) => {
      const input = { types: ['DATASET'], query: '*', count: 1, ...(scrollId !== undefined && { scrollId }) };
      const query = `query ($input: ScrollAcrossEntitiesInput!) { scrollAcrossEntities(input: $input) {
        nextScrollId searchResults { entity { urn ... on Dataset { properties { description } } } } } }`;
      return ['POST', '/api/graphql', { query, variables: { input } }] as const;
    };
    const told: string[] = [];
    for (let turn = 0; turn < 2; turn++) {
      await write(some, whole);
      const secret = `secret${turn}of${randomInt(1e9)}`;
      const agent = await connectAgent(two.url, leaver.Authorization?.replace('Bearer ', ''));
      agent.client.setNotificationHandler(
        ResourceUpdatedNotificationSchema,
        ({ params }) => void told.push(`${turn} ${decodeURIComponent(params.uri)}`),
      );
      for (const urn of [ORDERS, urns.user('leaver')]) await agent.client.subscribeResource({ uri: `cairn://entity/${encodeURIComponent(urn)}` });
      const opened: Data[] = [];
      for (const asked of [scroll(), ['GET', `${listed}count=1`], ['GET', `${edges}count=1`], graphqlScroll()] as const)
        opened.push((await send(leaver, asked[0], asked[1], asked[2])).body);
      // The words of what is seen are known to both.
      const search = (input: string) => ['POST', '/entities?action=search', { input, entity: 'dataset', start: 0, count: 10 }] as const;
      for (const answer of await Promise.all(ask(leaver, search('which orders feed the report')))) expect(answer.status, answer.text).to.equal(200);
      const stream = await fetch(`${two.url}/changes`, { headers: { ...watcher, Accept: 'text/event-stream' } });
      const waiting = other.send('GET', '/changes?wait=30', { headers: watcher });

      // The watcher's first: a poll that wakes between the two writes is right to show what the watcher may still see.
      for (const [urn, aspect, value] of [whole, some])
        await client.ingestProposal(proposal(urn, aspect, { ...(value as object), state: 'INACTIVE' }));
      await write([ORDERS, 'editableDatasetProperties', { description: secret }]);

      const [first, second, third, fourth] = opened;
      const asked = [
        search('about orders'),
        scroll(first?.value.scrollId),
        page(listed, second?.scrollId),
        page(edges, third?.scrollId ?? ''),
        graphqlScroll(fourth?.data.scrollAcrossEntities.nextScrollId),
        ['GET', `/entitiesV2/${encode(ORDERS)}`],
        ['GET', `/openapi/v3/entity/dataset/${encode(ORDERS)}/editableDatasetProperties`],
        ['GET', `/openapi/timeline/v1/${encode(ORDERS)}?categories=DOCUMENTATION`],
        ['GET', '/changes?limit=1000&values=true'],
        ['POST', '/api/graphql', { query: `{ dataset(urn: "${ORDERS}") { editableProperties { description } } }` }],
      ] as const;
      for (const reader of [leaver, watcher])
        for (const each of asked) for (const { text } of await Promise.all(ask(reader, each))) expect(text, each[1]).to.not.include(secret);
      for (const reader of [leaver, watcher])
        for (const { body } of await Promise.all(ask(reader, search(secret)))) expect(body.value.numEntities).to.equal(0);
      for (const text of [await stream.text(), (await waiting).text])
        expect(text).to.include('this needs VIEW_ENTITY_PAGE on everything').and.to.not.include(secret);
      expect((await agent.ask('describe_asset', { asset: ORDERS })).text).to.not.include(secret);
      await write([urns.user('leaver'), 'corpUserEditableInfo', { title: secret, skills: [], teams: [] }]);
      await eventually(async () => expect(told.join()).to.include(`${turn} cairn://entity/${urns.user('leaver')}`));
      expect(told.join()).to.not.include(ORDERS);
      await agent.close();
    }
  });

  // SECURITY.md R3
  it('counts for a search that is under way, in every API [long]', async () => {
    const proxy = await startSlowSearch(settings.TYPESENSE_URL ?? '');
    const two = await startCairn({ ...settings, TYPESENSE_URL: proxy.url });
    const other = makeClient(() => two.url, SVC);
    const [searcher, looker] = [await userWithToken('searcher'), await userWithToken('looker')];
    const looking = { ...looker, 'X-Svc-Look-As': urns.user('searcher') };
    const rest = ['/entities?action=search', { input: 'orders', entity: 'dataset', start: 0, count: 10 }] as const;
    const query = `{ searchAcrossEntities(input: { types: [DATASET], query: "orders", start: 0, count: 10 }) {
      searchResults { entity { urn ... on Dataset { editableProperties { description } } } } } }`;
    const graph = ['/api/graphql', { query }] as const;
    const mcp = ['/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'find_data', arguments: { question: 'orders' } } }] as const;
    type Given = Parameters<typeof write>[number];
    const sees = (state: string, about: object = {}): Given => policy('searcher', { state, actors: { users: [urns.user('searcher')] }, ...about });
    const looks = (state: string): Given =>
      policy('looker', {
        type: 'PLATFORM',
        state,
        privileges: ['MANAGE_USERS_AND_GROUPS', 'MANAGE_POLICIES'],
        actors: { users: [urns.user('looker')] },
      });
    const account = (user: string, status: string): Given => [
      urns.user(user),
      'corpUserStatus',
      { status, lastModified: { time: 1, actor: urns.user(user) } },
    ];
    const ends: readonly (readonly [asks: readonly (readonly [path: string, json: object])[], headers: object, end: Given, status: number])[] = [
      [[rest, graph, mcp], searcher, sees('INACTIVE'), 200],
      [[rest, graph, mcp], searcher, account('searcher', 'SUSPENDED'), 401],
      [[rest, graph], looking, sees('INACTIVE'), 200],
      [[rest, graph], looking, account('looker', 'SUSPENDED'), 401],
      [[rest, graph], looking, looks('INACTIVE'), 403],
    ];
    try {
      for (const about of [onCriteria({ field: 'DOMAIN', values: [SALES] }), {}])
        for (const [asks, headers, end, status] of ends)
          for (const [path, json] of asks) {
            const label = `${path} ${end[0]}`;
            await write(sees('ACTIVE', about), looks('ACTIVE'), ...['searcher', 'looker'].map((user) => account(user, 'ACTIVE')));
            const ask = () => other.send('POST', path, { headers: { Accept: 'application/json, text/event-stream', ...headers }, json });
            expect(named((await ask()).text), label).to.include(ORDERS);
            const held = proxy.hold();
            const underWay = ask();
            await held;
            await write(end, [ORDERS, 'editableDatasetProperties', { description: `late about orders, ${label}` }]);
            proxy.release();
            const answer = await underWay;
            expect([answer.status, named(answer.text)], `${label} ${answer.text}`).to.deep.equal([status, []]);
            expect(answer.text, label).to.not.include('late about');
          }
      await write(account('searcher', 'SUSPENDED'));
      for (const each of [other, client])
        expect((await each.send('GET', `/entitiesV2/${encode(ORDERS)}`, { headers: searcher })).status).to.equal(401);
    } finally {
      await two.stop();
      await proxy.end();
    }
  });

  it('agrees in search, lists, reads and relationships, in random worlds [long]', async () => {
    const seed = Number(process.env.SEED ?? randomInt(2 ** 31));
    const random = makeRandom(seed);
    const pick = random.of;
    const maybe = <Item>(items: readonly Item[], make: (item: Item) => [string, string, unknown]): [string, string, unknown][] =>
      random.below(2) === 0 ? [] : [make(pick(items))];
    const group = urns.of('corpGroup', 'stewards');
    const instance = (id: string) => urns.of('dataPlatformInstance', `(${urns.platform('hive')},${id})`);
    const instances = [instance('one'), instance('two')];
    const all = Array.from({ length: 40 }, (_, at) => (at % 4 === 0 ? urns.chart(`world_${at}`) : urns.dataset(`world_${at}`)));
    await write(
      ...all.flatMap((urn): [string, string, unknown][] => [
        [urn, 'status', { removed: false }],
        ...maybe([SALES, EU, STAFF], (domain) => [urn, 'domains', { domains: [domain] }]),
        ...maybe([BOX, SHELF], (container) => [urn, 'container', { container }]),
        ...maybe([PII, urns.tag('PII-too'), urns.tag('other')], (tag) => [urn, 'globalTags', tags(tag)]),
        ...maybe([urns.user('walker'), group, urns.user('ann')], (each) => [urn, 'ownership', ownership(each)]),
        ...maybe(instances, (each) => [urn, 'dataPlatformInstance', { platform: urns.platform('hive'), instance: each }]),
        ...(urn.includes('dataset') ? [[urn, 'upstreamLineage', upstreams(urns.dataset(`world_${4 * random.below(10) + 1}`))] as never] : []),
      ]),
    );
    const walker = await userWithToken('walker');
    await write([urns.user('walker'), 'nativeGroupMembership', { nativeGroups: [group] }]);
    const criterion = (): object => {
      const condition = pick(['EQUALS', 'EQUALS', 'NOT_EQUALS', 'STARTS_WITH']);
      return pick([
        { field: 'DOMAIN', values: [pick([SALES, EU, STAFF])], condition: condition === 'STARTS_WITH' ? 'EQUALS' : condition },
        { field: 'CONTAINER', values: [pick([BOX, SHELF])], condition: condition === 'STARTS_WITH' ? 'EQUALS' : condition },
        { field: 'TAG', values: [pick([PII, urns.tag('other')])], condition },
        { field: 'OWNER', values: [pick([urns.user('ann'), group])], condition },
        { field: 'TYPE', values: [pick(['dataset', 'chart'])], condition },
        { field: 'URN', values: [pick(all).slice(0, -9), pick(all)], condition },
        { field: 'DATA_PLATFORM_INSTANCE', values: [pick(instances)], condition },
      ]);
    };
    let shown = 0;
    for (let turn = 0; turn < 8; turn++) {
      const infos = [0, 1].map((at) => {
        const owners = random.below(3) === 0;
        const types = owners && random.below(2) === 0 ? [urns.of('ownershipType', '__system__dataowner')] : [];
        const actors = { users: owners ? [] : [urns.user('walker')], resourceOwners: owners, resourceOwnersTypes: types };
        const criteria = Array.from({ length: 1 + random.below(2) }, criterion);
        return policy(`walker-${at}`, { actors, ...onCriteria(...criteria) });
      });
      await write(...infos);
      const seen = (await act(walker, 'entities', 'filterExistingUrns', { urns: all })) as string[];
      const label = `SEED=${seed}, turn ${turn}: ${JSON.stringify(infos.map(([, , info]) => info))}`;
      const asked = { input: '*', entities: ['dataset', 'chart'], start: 0, count: 1_000 };
      const found = await act(walker, 'entities', 'searchAcrossEntities', asked);
      const world = (list: readonly string[]) => list.filter((urn) => urn.includes('world_')).sort();
      expect(world(found.entities), label).to.deep.equal([...seen].sort());
      const total = (await act(walker, 'entities', 'getTotalEntityCount', { entity: 'dataset' })) as number;
      const listed = await ok(walker, 'GET', '/openapi/v3/entity/dataset?count=1000&aspects=status');
      const datasets = listed.entities.map(({ urn }: Data) => urn);
      expect(world(datasets), label).to.deep.equal(seen.filter((urn) => urn.includes('dataset')).sort());
      expect([total, listed.totalCount], label).to.deep.equal([datasets.length, datasets.length]);
      // What GraphQL reads, exports, and shows across lineage is the same.
      const { entities } = await graphql(
        walker,
        'query ($urns: [String!]!) { entities(urns: $urns) { urn ... on Dataset { exists } ... on Chart { exists } } }',
        {
          urns: all,
        },
      );
      expect(world(entities.flatMap((each: Data | null) => (each?.exists ? [each.urn] : []))), label).to.deep.equal([...seen].sort());
      const exported: string[] = [];
      for (let scrollId: string | null | undefined; scrollId !== null; ) {
        const page = await act(walker, 'entities', 'scrollAcrossEntities', { input: '*', entities: ['dataset', 'chart'], count: 30, scrollId });
        exported.push(...page.entities.map((each: Data) => each.entity ?? each));
        scrollId = page.scrollId ?? null;
      }
      expect(world(exported), label).to.deep.equal([...seen].sort());
      const edges = (await ok(walker, 'GET', '/openapi/v3/relationship/DownstreamOf?count=1000')).results as Data[];
      const ends = new Set([...seen, ...datasets]);
      expect(
        edges.every(({ source, destination }) => ends.has(source.urn) && ends.has(destination.urn)),
        label,
      ).to.equal(true);
      for (const urn of seen.slice(0, 3)) {
        const asked = (headers: Record<string, string>, path: string): Promise<Data> => ok(headers, 'GET', `/${path}&urn=${encode(urn)}`);
        const related = 'relationships?direction=INCOMING&types=DownstreamOf&count=100';
        const [mine, whole] = [await asked(walker, related), await asked({}, related)];
        expect(mine.entities, label).to.deep.equal(whole.entities.filter((each: string) => ends.has(each)));
        expect(mine.total, label).to.equal(mine.entities.length);
        const lineage = 'lineage?direction=DOWNSTREAM&count=100';
        const [down, all] = [await asked(walker, lineage), await asked({}, lineage)];
        const urnsIn = (page: Data): string[] => page.entities.map((each: Data) => each.urn);
        expect(urnsIn(down), label).to.deep.equal(urnsIn(all).filter((each) => ends.has(each)));
        expect([down.total, named(down)], label).to.deep.equal([down.entities.length, named(urnsIn(down))]);
        const across = { urn, direction: 'DOWNSTREAM', input: '*', start: 0, count: 100, entities: [] };
        const reached = await act(walker, 'entities', 'searchAcrossLineage', across);
        expect(reached.entities.map((each: Data) => each.entity).sort(), label).to.deep.equal(urnsIn(down).sort());
      }
      shown += seen.length;
    }
    expect(shown).to.be.above(8);
  });
});
