/**
 * Timeseries, usage, folders and the size of answers in GraphQL (docs/semantics.md 11.2, 15.2, 15.5, 18.7).
 */
import { expect } from 'chai';
import { writeAllSearchable } from '../support/find.ts';
import { ask, type Data, graphql } from '../support/graphql.ts';
import { description, ownNames, proposal, upstreams, urns } from '../support/make.ts';
import { write } from '../support/writes.ts';

const own = ownNames('gqlseries');
const DAY = 86_400_000;

describe('Summaries of statistics in GraphQL', () => {
  const [used, old, unused] = [urns.dataset(own()), urns.dataset(own()), urns.dataset(own())] as [string, string, string];
  const chart = urns.chart(own());
  const user = urns.user(own());
  const usage = (timestampMillis: number) => ({
    timestampMillis,
    eventGranularity: { unit: 'DAY', multiple: 1 },
    uniqueUserCount: 1,
    totalSqlQueries: 4,
    userCounts: [{ user, count: 4 }],
  });

  before(async () => {
    const today = Date.now() - (Date.now() % DAY);
    for (const time of [today, today - DAY, today - 60 * DAY]) await write(used, 'datasetUsageStatistics', usage(time));
    await write(used, 'datasetProfile', { timestampMillis: today, rowCount: 12, columnCount: 3 });
    await write(old, 'datasetUsageStatistics', usage(today - 60 * DAY));
    await write(old, 'datasetProfile', { timestampMillis: today - 90 * DAY, rowCount: 5 });
    await write(unused, 'status', { removed: false });
    await write(chart, 'chartUsageStatistics', { timestampMillis: today, viewsCount: 9 });
  });

  it('count the queries of a month, the users, and the rows of the latest profile', async () => {
    const { entities } = await graphql(
      `query ($urns: [String!]!) { entities(urns: $urns) {
        ... on Dataset { statsSummary { queryCountLast30Days uniqueUserCountLast30Days rowCount columnCount topUsersLast30Days { urn } } }
        ... on Chart { viewed: statsSummary { viewCount viewCountLast30Days } } } }`,
      { urns: [used, old, unused, chart] },
    );
    const none = { queryCountLast30Days: 0, uniqueUserCountLast30Days: 0, columnCount: null, topUsersLast30Days: [] };
    expect(entities).to.deep.equal([
      { statsSummary: { queryCountLast30Days: 8, uniqueUserCountLast30Days: 1, rowCount: 12, columnCount: 3, topUsersLast30Days: [{ urn: user }] } },
      { statsSummary: { ...none, rowCount: 5 } },
      { statsSummary: { ...none, rowCount: null } },
      { viewed: { viewCount: 9, viewCountLast30Days: null } },
    ]);
  });
});

describe('Timeseries in GraphQL', () => {
  const [urn, ann, bob] = [urns.dataset(own()), urns.user(own('ann')), urns.user(own('bob'))];
  const at = (day: number): number => 1_700_000_000_000 - (1_700_000_000_000 % DAY) + day * DAY;

  before(async () => {
    for (const day of [2, 1, 3]) {
      await write(urn, 'datasetProfile', { timestampMillis: at(day), rowCount: 100 * day });
      await write(urn, 'datasetUsageStatistics', {
        timestampMillis: at(day),
        eventGranularity: { unit: 'DAY', multiple: 1 },
        uniqueUserCount: 2,
        totalSqlQueries: day,
        userCounts: [
          { user: ann, count: day },
          { user: bob, count: 1, userEmail: 'bob@example.org' },
        ],
        fieldCounts: [{ fieldPath: 'id', count: day }],
      });
    }
    await write(urn, 'operation', { timestampMillis: at(1), operationType: 'INSERT', lastUpdatedTimestamp: at(1) });
  });

  it('profiles come newest first; limit 1 returns the latest; a window includes its ends', async () => {
    const query = (args: string) => graphql(`{ dataset(urn: "${urn}") { datasetProfiles${args} { timestampMillis rowCount } } }`);
    const rows = async (args: string) => (await query(args)).dataset.datasetProfiles.map(({ rowCount }: Data) => rowCount);
    expect(await rows('')).to.deep.equal([300, 200, 100]);
    expect(await rows('(limit: 1)')).to.deep.equal([300]);
    expect(await rows(`(startTimeMillis: ${at(1)}, endTimeMillis: ${at(2)})`)).to.deep.equal([200, 100]);
    const { dataset } = await graphql(`{ dataset(urn: "${urn}") { datasetProfile(limit: 1) { rowCount } operations { operationType } } }`);
    expect(dataset).to.deep.equal({ datasetProfile: [{ rowCount: 300 }], operations: [{ operationType: 'INSERT' }] });
  });

  it('usageStats returns buckets, oldest first, and their sums', async () => {
    const usage = (args: string) =>
      graphql(`{ dataset(urn: "${urn}") { usageStats${args} {
        buckets { bucket duration resource metrics { uniqueUserCount totalSqlQueries users { user { urn } count userEmail } fields { fieldName count } } }
        aggregations { uniqueUserCount totalSqlQueries users { user { urn } count } fields { fieldName count } } } } }`);
    const { buckets, aggregations } = (await usage('(range: ALL)')).dataset.usageStats;
    expect(buckets.map(({ bucket }: Data) => bucket)).to.deep.equal([at(1), at(2), at(3)]);
    expect(buckets[0]).to.deep.include({ duration: 'DAY', resource: urn });
    expect(buckets[0].metrics.users).to.deep.equal([
      { user: { urn: ann }, count: 1, userEmail: null },
      { user: { urn: bob }, count: 1, userEmail: 'bob@example.org' },
    ]);
    expect(aggregations).to.deep.equal({
      uniqueUserCount: 2,
      totalSqlQueries: 6,
      users: [
        { user: { urn: ann }, count: 6 },
        { user: { urn: bob }, count: 3 },
      ],
      fields: [{ fieldName: 'id', count: 6 }],
    });
    expect((await usage(`(endTimeMillis: ${at(2)}, range: HOUR)`)).dataset.usageStats.buckets).to.have.length(1);
    expect((await usage('(duration: HOUR)')).dataset.usageStats.buckets).to.deep.equal([]);
  });
});

describe('browseV2 in GraphQL', () => {
  it('returns folders with their counts, and whether they contain folders', async () => {
    const room = own('room');
    const container = urns.container(own());
    const path = (...ids: string[]) => ({ path: ids.map((id) => ({ id, ...(id.startsWith('urn:') ? { urn: id } : {}) })) });
    const datasets = [path(room, 'a', 'deep'), path(room, 'a'), path(room, container), path(room)];
    await writeAllSearchable(
      datasets.flatMap((value, index) => {
        const urn = urns.dataset(own());
        return [proposal(urn, 'browsePathsV2', value), proposal(urn, 'datasetProperties', description(index === 0 ? `${room}deep` : 'flat'))];
      }),
    );
    const browse = async (path: string[], more: object = {}): Promise<Data> =>
      (
        await graphql(
          'query ($input: BrowseV2Input!) { browseV2(input: $input) { start count total groups { name count hasSubGroups entity { urn } } metadata { path totalNumEntities } } }',
          { input: { type: 'DATASET', path, count: 10, ...more } },
        )
      ).browseV2;
    expect(await browse([room])).to.deep.equal({
      start: 0,
      count: 10,
      total: 2,
      groups: [
        { name: 'a', count: 2, hasSubGroups: true, entity: null },
        { name: container, count: 1, hasSubGroups: false, entity: { urn: container } },
      ],
      metadata: { path: [room], totalNumEntities: 4 },
    });
    expect((await browse([room], { start: 1 })).groups.map(({ name }: Data) => name)).to.deep.equal([container]);
    expect((await browse([room, 'a'])).groups).to.deep.equal([{ name: 'deep', count: 1, hasSubGroups: false, entity: null }]);
    expect((await browse([room], { query: `${room}deep` })).groups.map(({ name }: Data) => name)).to.deep.equal(['a']);
    expect((await browse([], { types: ['CHART', 'DATASET'], type: null, count: 10_000 })).groups.map(({ name }: Data) => name)).to.include(room);
  });
});

describe('The size of an answer in GraphQL', () => {
  it('a query whose answer would have too many items is refused, however short the query is', async () => {
    const hub = urns.dataset(own('hub'));
    const width = 300;
    await write(hub, 'upstreamLineage', upstreams(...Array.from({ length: width }, () => urns.dataset(own('spoke')))));
    const list = `relationships(input: {types: ["DownstreamOf"], direction: OUTGOING, count: ${width}}) { relationships { entity { urn } } }`;
    const { dataset } = await graphql(`{ dataset(urn: "${hub}") { ${list} } }`);
    expect(dataset.relationships.relationships).to.have.length(width);
    const many = Array.from({ length: 320 }, (_, at) => `a${at}: ${list}`).join(' ');
    const { errors = [] } = await ask(`{ dataset(urn: "${hub}") { ${many} } }`);
    expect(errors[0]?.message).to.match(/more than \d+ items/);
    expect(errors[0]?.extensions).to.deep.include({ type: 'BAD_REQUEST', code: 400 });
    expect(errors.length).to.be.lessThan(100);
  });
});
