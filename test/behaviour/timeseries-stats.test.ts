/**
 * Points of timeseries as a table (docs/semantics.md 18.7): `POST /analytics?action=getTimeseriesStats`.
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { leastCostOf } from '../support/cost.ts';
import { act, valueOf } from '../support/legacy.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { write } from '../support/writes.ts';

const own = ownNames('stats');
const DAY = 86_400_000;
const HOUR = 3_600_000;

interface Stats {
  table: { columnNames: string[]; columnTypes: string[]; rows: string[][] };
}

const stats = (params: object) => valueOf<Stats>('analytics', 'getTimeseriesStats', params);

describe('Statistics of timeseries', () => {
  const [one, other] = [urns.dataset(own()), urns.dataset(own())].sort() as [string, string];
  const [user, friend] = [urns.user(own()), urns.user(own())];
  const usage = { entityName: 'dataset', aspectName: 'datasetUsageStatistics' };
  const filter = { or: [one, other].map((value) => ({ and: [{ field: 'urn', value }] })) };
  const sum = { fieldPath: 'totalSqlQueries', aggregationType: 'SUM' };
  const latest = { fieldPath: 'uniqueUserCount', aggregationType: 'LATEST' };
  const days = { key: 'timestampMillis', type: 'DATE_GROUPING_BUCKET', timeWindowSize: { multiple: 1, unit: 'DAY' } };
  const byUrn = { key: 'urn', type: 'STRING_GROUPING_BUCKET' };

  before(async () => {
    const point = (urn: string, time: number, uniqueUserCount: number, totalSqlQueries: number, ...users: string[]) =>
      write(urn, 'datasetUsageStatistics', {
        timestampMillis: time,
        eventGranularity: { unit: 'HOUR', multiple: 1 },
        uniqueUserCount,
        totalSqlQueries,
        userCounts: users.map((each) => ({ user: each, count: 1 })),
      });
    await point(one, 20_000 * DAY + HOUR, 1, 3, user);
    await point(one, 20_000 * DAY + 5 * HOUR, 2, 4, user, friend);
    await point(one, 20_001 * DAY, 1, 5, user);
    await point(other, 20_001 * DAY + HOUR, 7, 6, friend);
  });

  it('read many entities at once, and all points of each [long]', async () => {
    const aspect = 'datasetUsageStatistics';
    const many = Array.from({ length: 60 }, () => urns.dataset(own()));
    const [first] = many as [string];
    const point = (urn: string, time: number) => proposal(urn, aspect, { timestampMillis: time, totalSqlQueries: 1 });
    const points = [...many.map((urn) => point(urn, DAY)), ...Array.from({ length: 450 }, (_, at) => point(first, 2 * DAY + at))];
    expect((await api.ingestProposalBatch(points)).status).to.equal(200);
    const asked = { ...usage, filter: { or: [{ and: [{ field: 'urn', values: many, condition: 'IN' }] }] }, metrics: [sum] };
    const sent = { json: asked };
    const { answer, cost } = await leastCostOf({ method: 'POST', path: '/analytics?action=getTimeseriesStats', sent });
    expect((answer.body as { value: Stats }).value.table.rows).to.deep.equal([['510']]);
    // Four, and those of work in the background.
    expect(cost.statements).to.be.at.most(25);
  });

  it('group by windows of time, and say what was asked', async () => {
    const asked = { ...usage, filter, metrics: [latest, sum], buckets: [days] };
    const answer = await stats(asked);
    expect(answer).to.deep.equal({
      ...usage,
      filter,
      aggregationSpecs: asked.metrics,
      groupingBuckets: asked.buckets,
      table: {
        columnNames: ['timestampMillis', 'latest_uniqueUserCount', 'sum_totalSqlQueries'],
        columnTypes: ['long', 'long', 'long'],
        rows: [
          [String(20_000 * DAY), '2', '7'],
          [String(20_001 * DAY), '7', '11'],
        ],
      },
    });
  });

  it('group by values of fields, by several at once, and count different values', async () => {
    expect((await stats({ ...usage, filter, metrics: [sum], buckets: [byUrn] })).table.rows).to.deep.equal([
      [one, '12'],
      [other, '6'],
    ]);
    const users = { fieldPath: 'userCounts.user', aggregationType: 'CARDINALITY' };
    expect((await stats({ ...usage, filter, metrics: [users], buckets: [byUrn, days] })).table.rows).to.deep.equal([
      [one, String(20_000 * DAY), '2'],
      [one, String(20_001 * DAY), '1'],
      [other, String(20_001 * DAY), '1'],
    ]);
    expect(
      (await stats({ ...usage, filter, metrics: [sum], buckets: [{ key: 'topSqlQueries', type: 'STRING_GROUPING_BUCKET' }] })).table.rows,
    ).to.deep.equal([['NULL', '18']]);
    expect((await stats({ ...usage, filter, metrics: [sum] })).table.rows).to.deep.equal([['18']]);
  });

  it('filter by fields of the points; what nothing meets is an empty table', async () => {
    const narrow = (field: string, value: string) => ({
      or: [
        {
          and: [
            { field: 'urn', value: one },
            { field, value, condition: 'EQUAL' },
          ],
        },
      ],
    });
    expect((await stats({ ...usage, filter: narrow('uniqueUserCount', '1'), metrics: [sum] })).table.rows).to.deep.equal([['8']]);
    expect((await stats({ ...usage, filter: narrow('uniqueUserCount', '9'), metrics: [sum] })).table.rows).to.deep.equal([]);
  });

  it('read all entities of a type without a filter on urn', async () => {
    const assertion = urns.of('assertion', own());
    const event = { timestampMillis: 20_000 * DAY, runId: own(), assertionUrn: assertion, asserteeUrn: one, status: 'COMPLETE' };
    await write(assertion, 'assertionRunEvent', event);
    const narrow = { or: [{ and: [{ field: 'asserteeUrn', value: one, condition: 'EQUAL' }] }] };
    const metrics = [{ fieldPath: 'status', aggregationType: 'LATEST' }];
    const buckets = [
      { key: 'asserteeUrn', type: 'STRING_GROUPING_BUCKET' },
      { key: 'partitionSpec.partition', type: 'STRING_GROUPING_BUCKET' },
      days,
    ];
    const { table } = await stats({ entityName: 'assertion', aspectName: 'assertionRunEvent', filter: narrow, metrics, buckets });
    expect(table.columnNames).to.deep.equal(['asserteeUrn', 'partitionSpec.partition', 'timestampMillis', 'latest_status']);
    expect(table.columnTypes).to.deep.equal(['string', 'string', 'long', 'string']);
    expect(table.rows.map((row) => [row[0], row[2], row[3]])).to.deep.equal([[one, String(20_000 * DAY), 'COMPLETE']]);
  });

  it('refuse what they cannot do, and name the field', async () => {
    const send = (params: object) => act('analytics', 'getTimeseriesStats', { ...usage, filter, metrics: [sum], ...params });
    expectRefusal(await send({ aspectName: 'datasetProperties' }), 400, 'datasetProperties');
    expectRefusal(await send({ aspectName: 'nope' }), 422, 'nope');
    expectRefusal(await send({ entityName: 'nope' }), 422, 'nope');
    expectRefusal(await send({ metrics: [{ fieldPath: 'nope', aggregationType: 'SUM' }] }), 400, '/metrics/0/fieldPath');
    expectRefusal(await send({ metrics: [{ fieldPath: 'topSqlQueries', aggregationType: 'SUM' }] }), 400, '/metrics/0/fieldPath');
    expectRefusal(await send({ metrics: [{ fieldPath: 'totalSqlQueries', aggregationType: 'MEAN' }] }), 400, 'aggregationType');
    expectRefusal(await send({ buckets: [{ ...days, key: 'topSqlQueries' }] }), 400, '/buckets/0/key');
    expectRefusal(await send({ buckets: [{ ...days, timeWindowSize: { unit: 'MONTH', multiple: 2 } }] }), 400, 'multiple');
    expectRefusal(await send({ filter: { or: [{ and: [{ field: 'urn', value: urns.chart(own()) }] }] } }), 400, 'chart');
  });
});
