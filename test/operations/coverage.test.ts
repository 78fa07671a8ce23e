/** How much of the catalog is described and owned, counted each day (docs/semantics.md 7.4), and who may know it. */
import { expect } from 'chai';
import { type Answer, encode, makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import type { Data } from '../support/graphql.ts';
import { description, ownership, proposal, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

const SYNC = { 'X-Svc-Sync-Index-Update': 'true' };
const [SALES, OPEN] = [urns.of('domain', 'sales'), urns.of('domain', 'open')];
const TABLES = urns.of('entityType', 'svc.dataset');
const PLATFORM = urns.platform('hive');
const tables = ['orders', 'clicks', 'calendar'].map((name) => urns.dataset(name));
const [ORDERS, CLICKS, CALENDAR] = tables as [string, string, string];
const COUNT = '{ assets withDescription withOwners withDomain withTags }';
const QUERY = `query ($input: CoverageInput!) { coverage(input: $input) {
  total ${COUNT} parts { urn count ${COUNT} before ${COUNT} } moreParts days { time count ${COUNT} }
} }`;
const DAY = 86_400_000;
const count = (assets: number, withDescription = 0, withOwners = 0, withDomain = 0, withTags = 0) => ({
  ...{ assets, withDescription, withOwners, withDomain, withTags },
});
const ALL = count(3, 1, 2, 2, 1);
/** Soon after a start, with room for a busy machine. */
const SOON_MS = 90_000;

describe('Coverage', function () {
  this.timeout(300_000);
  let cairn: RunningCairn;
  /** Sees Sales only. */
  let ann: Record<string, string>;
  let today: number;
  const client = makeClient(() => cairn.url, SVC);
  const send = (headers: Record<string, string>, method: string, path: string, json?: unknown): Promise<Answer<Data>> =>
    client.send<Data>(method, path, { headers, ...(json !== undefined && { json }) });
  const graphql = (headers: Record<string, string>, query: string, variables: object = {}): Promise<Answer<Data>> =>
    send(headers, 'POST', '/api/graphql', { query, variables });
  const coverage = async (input: object, headers: Record<string, string> = {}) => {
    const { body, text } = await graphql(headers, QUERY, { input });
    expect(body.errors, text).to.equal(undefined);
    return body.data.coverage;
  };
  const write = async (...all: [urn: string, aspect: string, value: unknown][]): Promise<void> => {
    const proposals = all.map(([urn, aspect, value]) => proposal(urn, aspect, value));
    const answer = await send(SYNC, 'POST', '/aspects?action=ingestProposalBatch', { proposals });
    expect(answer.status, answer.text).to.equal(200);
  };
  const policy = (id: string, privileges: string[], domain?: string): [string, string, unknown] => [
    urns.of('dataHubPolicy', id),
    'dataHubPolicyInfo',
    {
      ...{ displayName: id, description: '', type: domain ? 'METADATA' : 'PLATFORM', state: 'ACTIVE', privileges, editable: true },
      actors: { users: [urns.user('ann')] },
      ...(domain && { resources: { filter: { criteria: [{ field: 'DOMAIN', values: [domain] }] } } }),
    },
  ];
  const points = (urn: string, headers: Record<string, string> = {}): Promise<Answer<Data>> =>
    send(headers, 'POST', '/aspects?action=getTimeseriesAspectValues', { urn, entity: /^urn:svc:(\w+):/.exec(urn)?.[1], aspect: 'coverage' });
  const pointsOf = async (urn: string, headers: Record<string, string> = {}): Promise<Data[]> => {
    const { status, body, text } = await points(urn, headers);
    expect(status, text).to.equal(200);
    // This call names the whole entity as the partition, for older clients.
    return body.value.values.map(({ aspect }: Data) => ({ ...JSON.parse(aspect.value), partitionSpec: undefined }));
  };

  before(async () => {
    cairn = await startCairn({ ...(await emptyEngines()), READ_POLICIES: 'true' });
    await write(
      [SALES, 'domainProperties', { name: 'Sales' }],
      [OPEN, 'domainProperties', { name: 'Open' }],
      [urns.user('ann'), 'corpUserInfo', { active: true, displayName: 'ann' }],
    );
    // Whoever wrote a point of a later day has not counted this one.
    await write([TABLES, 'coverage', { timestampMillis: Date.now() + 3 * DAY, ...count(1) }]);
    // In one commit: nothing counts a part of it.
    await write(
      [ORDERS, 'datasetProperties', description('a table')],
      [ORDERS, 'ownership', ownership(urns.user('bob'))],
      [ORDERS, 'domains', { domains: [SALES] }],
      [CLICKS, 'ownership', ownership(urns.user('bob'))],
      [CLICKS, 'domains', { domains: [OPEN] }],
      [CALENDAR, 'globalTags', { tags: [{ tag: urns.tag('gold') }] }],
    );
    const input = { type: 'PERSONAL', actorUrn: urns.user('ann'), duration: 'ONE_HOUR', name: 'test' };
    const made = await graphql({}, 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }', { input });
    ann = { Authorization: `Bearer ${made.body.data.createAccessToken.accessToken}` };
  });
  after(endAll);

  it('is counted once a day, soon after the start, as points of types, domains and platforms', async () => {
    await eventually(async () => expect(await pointsOf(TABLES)).to.have.length(2), SOON_MS);
    const [, point] = await pointsOf(TABLES);
    today = point?.timestampMillis;
    expect(today % DAY).to.equal(0);
    const value = (of: object) => ({ timestampMillis: today, ...of, partitionSpec: undefined });
    expect(point).to.deep.equal(value(ALL));
    expect(await pointsOf(SALES)).to.deep.equal([value(count(1, 1, 1, 1))]);
    expect(await pointsOf(OPEN)).to.deep.equal([value(count(1, 0, 1, 1))]);
    expect(await pointsOf(PLATFORM)).to.deep.equal([value(ALL)]);
  });

  it('is told as it is now, as it was on the first day, and by day', async () => {
    await write([SALES, 'coverage', { timestampMillis: today - 5 * DAY, ...count(4, 1) }]);
    await write([TABLES, 'coverage', { timestampMillis: today - 5 * DAY, ...count(8, 2) }]);
    await write([CALENDAR, 'domains', { domains: [SALES] }]);
    const { total, parts, days } = await coverage({ by: 'DOMAIN' });
    expect(total).to.deep.equal(count(3, 1, 2, 3, 1));
    expect(parts).to.deep.equal([
      { urn: SALES, count: count(2, 1, 1, 2, 1), before: count(4, 1) },
      { urn: OPEN, count: count(1, 0, 1, 1), before: null },
    ]);
    expect(days).to.deep.equal([
      { time: today - 5 * DAY, count: count(8, 2) },
      { time: today, count: ALL },
    ]);
    expect((await coverage({ by: 'DOMAIN', urn: SALES, days: 3 })).days).to.deep.equal([{ time: today, count: count(1, 1, 1, 1) }]);
    expect((await coverage({ by: 'TYPE' })).parts.map(({ urn }: Data) => urn)).to.deep.equal([TABLES]);
    expect((await coverage({ by: 'PLATFORM' })).parts[0]).to.deep.equal({ urn: PLATFORM, count: count(3, 1, 2, 3, 1), before: null });
  });

  it('is what the charts of other web frontends show', async () => {
    const { body } = await graphql(
      {},
      `{ isAnalyticsEnabled getHighlights { value title body }
        getAnalyticsCharts { title charts { ... on TimeSeriesChart { title interval lines { name data { x y } } } } } }`,
    );
    expect(body.data.isAnalyticsEnabled).to.equal(true);
    expect(body.data.getHighlights).to.deep.include({ value: 2, title: 'With an owner', body: 'of 3 assets' });
    const [{ charts }] = body.data.getAnalyticsCharts;
    expect(charts[0]).to.deep.include({ title: 'Assets', interval: 'DAY' });
    expect(charts[0].lines.find(({ name }: Data) => name === 'With an owner').data).to.deep.equal([
      { x: new Date(today - 5 * DAY).toISOString(), y: 0 },
      { x: new Date(today).toISOString(), y: 2 },
    ]);
  });

  it('refuses days and entities that it does not have', async () => {
    for (const [input, pointer] of [
      [{ by: 'TYPE', days: 0 }, '/input/days'],
      [{ by: 'TYPE', days: 1_001 }, '/input/days'],
      [{ by: 'TYPE', urn: ORDERS }, '/input/urn'],
      [{ by: 'TYPE', urn: 'x' }, '/input/urn'],
    ] as const) {
      const { body } = await graphql({}, QUERY, { input });
      expect(body.errors[0].extensions.details[0].pointer, JSON.stringify(input)).to.equal(pointer);
    }
  });

  it('is refused to who sees a part and has no VIEW_COVERAGE, on every way', async () => {
    const all = urns.of('dataHubPolicy', 'view-entity-page-all');
    const stored = await send({}, 'GET', `/openapi/v3/entity/datahubpolicy/${encode(all)}/dataHubPolicyInfo`);
    expect((await coverage({ by: 'TYPE' }, ann)).total.assets).to.equal(3);
    await write([all, 'dataHubPolicyInfo', { ...stored.body.value, state: 'INACTIVE' }], policy('sales', ['VIEW_ENTITY_PAGE'], SALES));
    const { body } = await graphql(ann, '{ me { platformPrivileges { viewAnalytics seeEverything } } }');
    expect(body.data.me.platformPrivileges).to.deep.equal({ viewAnalytics: false, seeEverything: false });
    for (const query of ['{ getAnalyticsCharts { title } }', '{ getHighlights { title } }', '{ coverage(input: {by: TYPE}) { total { assets } } }']) {
      const { body: refused, text } = await graphql(ann, query);
      expect(refused.errors?.[0].extensions.code, text).to.equal(403);
      expect(text).to.contain('VIEW_COVERAGE');
    }
    for (const [type, urn] of [
      ['entitytype', TABLES],
      ['dataplatform', PLATFORM],
      ['domain', SALES],
    ] as const) {
      const { status, text } = await send(ann, 'GET', `/openapi/v3/entity/${type}/${encode(urn)}/coverage`);
      expect([status, text.includes('assets')], text).to.deep.equal([403, false]);
      expect((await points(urn, ann)).text, urn).to.not.contain('withOwners');
    }
    const stats = { entityName: 'entityType', aspectName: 'coverage', metrics: [{ fieldPath: 'assets', aggregationType: 'LATEST' }] };
    expect((await send(ann, 'POST', '/analytics?action=getTimeseriesStats', stats)).body.value?.table?.rows ?? []).to.deep.equal([]);
  });

  it('is told to who sees a part by VIEW_COVERAGE: numbers of what is seen, days of everything', async () => {
    await write(policy('counts', ['VIEW_COVERAGE']));
    const { total, parts, days } = await coverage({ by: 'DOMAIN' }, ann);
    expect(total.assets).to.equal(2);
    expect(parts.map(({ urn, before }: Data) => [urn, before])).to.deep.equal([[SALES, null]]);
    expect(days.at(-1)).to.deep.equal({ time: today, count: ALL });
    expect((await coverage({ by: 'DOMAIN', urn: OPEN }, ann)).days).to.deep.equal([]);
    const input = { type: 'PERSONAL', actorUrn: urns.user('ann'), duration: 'ONE_HOUR', name: 'narrow', domains: [SALES] };
    const made = await graphql(ann, 'mutation ($input: CreateAccessTokenInput!) { createAccessToken(input: $input) { accessToken } }', { input });
    const narrow = { Authorization: `Bearer ${made.body.data.createAccessToken.accessToken}` };
    expect((await graphql(narrow, QUERY, { input: { by: 'TYPE' } })).body.errors?.[0].extensions.code).to.equal(403);
  });
});

describe('Coverage of a catalog with two servers', function () {
  this.timeout(300_000);
  after(endAll);

  it('is counted by one of them [long]', async () => {
    const settings = await emptyEngines();
    const servers = [await startCairn(settings), await startCairn(settings)];
    const write = async (): Promise<void> => {
      for (const { url } of servers) {
        const answer = await makeClient(() => url, SVC).ingestProposal(proposal(ORDERS, 'datasetProperties', description('a table')), SYNC);
        expect(answer.status, answer.text).to.equal(200);
      }
    };
    await write();
    const counted = (): number => servers.flatMap(({ log }) => log.filter(({ event }) => event === 'coverage.counted')).length;
    await eventually(async () => expect(counted()).to.be.above(0), SOON_MS);
    // Whatever both do meanwhile.
    await write();
    expect(counted()).to.equal(1);
  });
});
