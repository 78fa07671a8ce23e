/**
 * Usage of datasets as older clients write and read it (docs/semantics.md 18.7): `POST /usageStats?action=batchIngest`, `queryRange`.
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { act, valueOf } from '../support/legacy.ts';
import { ownNames, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';

const own = ownNames('usage');
const DAY = 86_400_000;

interface Bucket {
  bucket: number;
  duration: string;
  resource: string;
  metrics: Record<string, unknown>;
}
interface Usage {
  buckets: Bucket[];
  aggregations: Record<string, unknown>;
}

const bucket = (resource: string, day: number, metrics: Record<string, unknown>): Bucket => ({
  bucket: day * DAY,
  duration: 'DAY',
  resource,
  metrics,
});
const range = (params: object) => valueOf<Usage>('usageStats', 'queryRange', params);

describe('Usage statistics of datasets', () => {
  it('batchIngest writes points of datasetUsageStatistics, queryRange returns them with their sums', async () => {
    const [resource, user] = [urns.dataset(own()), urns.user(own())];
    const metrics = {
      uniqueUserCount: 1,
      users: [{ user, count: 3 }],
      totalSqlQueries: 3,
      topSqlQueries: ['select 1'],
      fields: [{ fieldName: 'id', count: 2 }],
    };
    const buckets = [bucket(resource, 20_002, metrics), bucket(resource, 20_001, { totalSqlQueries: 4 })];
    const answer = await act('usageStats', 'batchIngest', { buckets });
    expect([answer.status, answer.text]).to.deep.equal([200, '']);
    const { value } = (await api.series({ urn: resource, entity: 'dataset', aspect: 'datasetUsageStatistics', limit: 1 })).body;
    expect(JSON.parse(value.values[0]?.aspect.value ?? '')).to.deep.include({
      timestampMillis: 20_002 * DAY,
      eventGranularity: { unit: 'DAY', multiple: 1 },
      totalSqlQueries: 3,
      userCounts: [{ user, count: 3 }],
      fieldCounts: [{ fieldPath: 'id', count: 2 }],
    });
    expect(await range({ resource, duration: 'DAY', rangeFromEnd: 'ALL' })).to.deep.equal({
      buckets: [...buckets].reverse(),
      aggregations: { uniqueUserCount: 1, users: [{ user, count: 3 }], fields: [{ fieldName: 'id', count: 2 }], totalSqlQueries: 7 },
    });
    expect((await range({ resource, startTime: 20_002 * DAY })).buckets).to.deep.equal([buckets[0]]);
    expect((await range({ resource, endTime: 20_001 * DAY, rangeFromEnd: 'WEEK' })).buckets).to.deep.equal([buckets[1]]);
    expect((await range({ resource, maxBuckets: 1 })).buckets).to.deep.equal([buckets[0]]);
    expect((await range({ resource, duration: 'MONTH' })).buckets).to.deep.equal([]);
  });

  it('has empty buckets between those of one length', async () => {
    const [resource, mixed] = [urns.dataset(own()), urns.dataset(own())];
    const used = { totalSqlQueries: 1 };
    const empty = { uniqueUserCount: 0, totalSqlQueries: 0 };
    const month = (at: number) => ({ bucket: at, duration: 'MONTH', resource: mixed, metrics: used });
    const [january, april] = [Date.UTC(2026, 0, 1), Date.UTC(2026, 3, 1)];
    await act('usageStats', 'batchIngest', {
      buckets: [{ ...bucket(resource, 20_000, used), bucket: 20_000 * DAY + 5_000 }, bucket(resource, 20_003, used), month(january), month(april)],
    });
    expect((await range({ resource })).buckets.map((each) => [each.bucket / DAY, each.metrics])).to.deep.equal([
      [20_000 + 5_000 / DAY, used],
      [20_001, empty],
      [20_002, empty],
      [20_003, used],
    ]);
    expect((await range({ resource, maxBuckets: 2 })).buckets.map((each) => each.bucket / DAY)).to.deep.equal([20_002, 20_003]);
    const months = (await range({ resource: mixed })).buckets.map((each) => each.bucket);
    expect(months).to.deep.equal([january, Date.UTC(2026, 1, 1), Date.UTC(2026, 2, 1), april]);
  });

  it('invalid input is refused, and nothing of the request is written', async () => {
    const resource = urns.dataset(own());
    const good = bucket(resource, 1, { totalSqlQueries: 1 });
    const send = (buckets: unknown) => act('usageStats', 'batchIngest', { buckets });
    expectRefusal(await send([good, { ...good, duration: 'DECADE' }]), 400, 'duration');
    expectRefusal(await send([good, { ...good, metrics: { users: [{ count: 1 }] } }]), 400, '/buckets/1/metrics/users/0/user');
    expectRefusal(await send([good, bucket(urns.chart(own()), 1, {})]), 422, 'Unknown aspect datasetUsageStatistics');
    expectRefusal(await send([]), 400, 'buckets: expected at least one item');
    expect((await range({ resource })).buckets).to.deep.equal([]);
    expectRefusal(await act('usageStats', 'queryRange', {}), 400, 'resource');
    expectRefusal(await act('usageStats', 'queryRange', { resource: urns.chart(own()) }), 400, 'no usage');
    expectRefusal(await act('usageStats', 'queryRange', { resource, startTime: 1, rangeFromEnd: 'DAY' }), 400, 'rangeFromEnd');
    expectRefusal(await act('usageStats', 'fly', {}), 400, 'batchIngest, queryRange');
  });
});
