import { expect } from 'chai';
import { api } from '../support/client.ts';
import { ownNames, proposal, status, urns } from '../support/make.ts';
import { expectRefusal } from '../support/refusals.ts';
import { erase, readEntity, write } from '../support/writes.ts';

const own = ownNames('series');
const dataset = () => urns.dataset(own());
type Point = Record<string, unknown>;

const profile = (urn: string, point: Point) => write(urn, 'datasetProfile', point);
const ask = (urn: string, more: Record<string, unknown> = {}) => api.series({ urn, entity: 'dataset', aspect: 'datasetProfile', ...more });

async function points(urn: string, more: Record<string, unknown> = {}): Promise<Point[]> {
  const answer = await ask(urn, more);
  expect(answer.status, answer.text).to.equal(200);
  return answer.body.value.values.map(({ aspect }) => JSON.parse(aspect.value) as Point);
}
const times = async (urn: string, more: Record<string, unknown> = {}) => (await points(urn, more)).map(({ timestampMillis }) => timestampMillis);

describe('POST /aspects?action=getTimeseriesAspectValues (docs/semantics.md 7.1)', () => {
  const urn = dataset();
  before(async () => {
    for (const time of [300, 100, 500, 200, 400])
      await profile(urn, { timestampMillis: time, rowCount: time * 10, columnCount: time === 100 ? 7 : 3 });
  });

  it('returns limit, aspectName, entityName, startTimeMillis, endTimeMillis and values', async () => {
    const { body } = await ask(urn, { startTimeMillis: 200, endTimeMillis: 400 });
    const { values, ...rest } = body.value;
    expect(rest).to.deep.equal({ limit: rest.limit, aspectName: 'datasetProfile', entityName: 'dataset', startTimeMillis: 200, endTimeMillis: 400 });
    expect(rest.limit).to.be.a('number');
    expect(values).to.have.length(3);
  });

  it('each value is the serialized aspect with contentType application/json', async () => {
    const [first] = (await ask(urn)).body.value.values;
    expect(first?.aspect.contentType).to.equal('application/json');
    expect(first?.aspect.value).to.be.a('string');
    expect(JSON.parse(first?.aspect.value ?? '')).to.include({ timestampMillis: 500, rowCount: 5000 });
  });

  it('newest first', async () => {
    expect(await times(urn)).to.deep.equal([500, 400, 300, 200, 100]);
  });

  it('start and end are inclusive, and each is optional', async () => {
    expect(await times(urn, { startTimeMillis: 200, endTimeMillis: 400 })).to.deep.equal([400, 300, 200]);
    expect(await times(urn, { startTimeMillis: 201, endTimeMillis: 399 })).to.deep.equal([300]);
    expect(await times(urn, { startTimeMillis: 400 })).to.deep.equal([500, 400]);
    expect(await times(urn, { endTimeMillis: 200 })).to.deep.equal([200, 100]);
    expect(await times(urn, { startTimeMillis: 600 })).to.deep.equal([]);
    expect(await times(urn, { startTimeMillis: 400, endTimeMillis: 200 })).to.deep.equal([]);
  });

  it('the answer repeats start and end only if they are given', async () => {
    expect((await ask(urn)).body.value).not.to.have.any.keys('startTimeMillis', 'endTimeMillis');
    expect((await ask(urn, { startTimeMillis: null, endTimeMillis: null })).body.value).not.to.have.any.keys('startTimeMillis', 'endTimeMillis');
    expect((await ask(urn, { startTimeMillis: 0 })).body.value).to.include({ startTimeMillis: 0 });
  });

  it('with a limit, returns the newest points and repeats the limit', async () => {
    expect(await times(urn, { limit: 2 })).to.deep.equal([500, 400]);
    expect((await ask(urn, { limit: 2 })).body.value.limit).to.equal(2);
    expect(await times(urn, { limit: 2, endTimeMillis: 300 })).to.deep.equal([300, 200]);
  });

  it('a limit above the maximum falls back to the default', async () => {
    const byDefault = (await ask(urn)).body.value.limit;
    expect((await ask(urn, { limit: 1_000_000 })).body.value.limit).to.equal(byDefault);
  });

  it('latestValue means limit 1', async () => {
    expect(await times(urn, { latestValue: true })).to.deep.equal([500]);
    expect((await ask(urn, { latestValue: true })).body.value.limit).to.equal(1);
    expect(await times(urn, { latestValue: false })).to.have.length(5);
  });

  it('sort by timestampMillis can reverse the order', async () => {
    expect(await times(urn, { sort: { field: 'timestampMillis', order: 'ASCENDING' }, limit: 2 })).to.deep.equal([100, 200]);
    expect(await times(urn, { sort: { field: 'timestampMillis', order: 'DESCENDING' }, limit: 2 })).to.deep.equal([500, 400]);
  });

  const criteria = (...and: object[]) => ({ filter: { or: [{ and }] } });
  const FILTERS: [string, object, number[]][] = [
    ['EQUAL', criteria({ field: 'rowCount', values: ['3000'], condition: 'EQUAL' }), [300]],
    ['EQUAL to one of several', criteria({ field: 'rowCount', values: ['3000', '1000'], condition: 'EQUAL' }), [300, 100]],
    ['no condition, which is EQUAL', criteria({ field: 'columnCount', values: ['7'] }), [100]],
    ['a single value', criteria({ field: 'columnCount', value: '7' }), [100]],
    ['GREATER_THAN', criteria({ field: 'rowCount', values: ['3000'], condition: 'GREATER_THAN' }), [500, 400]],
    ['GREATER_THAN_OR_EQUAL_TO', criteria({ field: 'rowCount', values: ['3000'], condition: 'GREATER_THAN_OR_EQUAL_TO' }), [500, 400, 300]],
    ['LESS_THAN', criteria({ field: 'rowCount', values: ['3000'], condition: 'LESS_THAN' }), [200, 100]],
    [
      'LESS_THAN_OR_EQUAL_TO on timestampMillis',
      criteria({ field: 'timestampMillis', values: ['200'], condition: 'LESS_THAN_OR_EQUAL_TO' }),
      [200, 100],
    ],
    [
      'two criteria of one group',
      criteria({ field: 'rowCount', values: ['2000'], condition: 'GREATER_THAN' }, { field: 'rowCount', values: ['5000'], condition: 'LESS_THAN' }),
      [400, 300],
    ],
    [
      'two groups',
      { filter: { or: [{ and: [{ field: 'rowCount', values: ['5000'] }] }, { and: [{ field: 'columnCount', values: ['7'] }] }] } },
      [500, 100],
    ],
    ['the partition', criteria({ field: 'partition', values: ['FULL_TABLE_SNAPSHOT'] }), [500, 400, 300, 200, 100]],
    ['another partition', criteria({ field: 'partition', values: ['other'] }), []],
    ['a filter with a limit', { ...criteria({ field: 'columnCount', values: ['3'] }), limit: 2 }, [500, 400]],
  ];
  for (const [title, more, expected] of FILTERS) {
    it(`filter: ${title}`, async () => {
      expect(await times(urn, more as Record<string, unknown>)).to.deep.equal(expected);
    });
  }

  it('sort by another field returns the first points in that order; points without the field come last', async () => {
    const [other, sort] = [dataset(), (order: string, field = 'rowCount') => ({ sort: { field, order } })];
    for (const [time, rowCount] of [
      [1, 9],
      [2, 100],
      [3, undefined],
      [4, 10],
    ])
      await profile(other, { timestampMillis: time, ...(rowCount === undefined ? {} : { rowCount }) });
    expect(await times(other, sort('ASCENDING'))).to.deep.equal([1, 4, 2, 3]);
    expect(await times(other, sort('DESCENDING'))).to.deep.equal([2, 4, 1, 3]);
    expect(await times(other, { ...sort('DESCENDING'), limit: 1 })).to.deep.equal([2]);
    expect(await times(other, { ...sort('ASCENDING'), startTimeMillis: 2 })).to.deep.equal([4, 2, 3]);
    expectRefusal(await ask(other, sort('ASCENDING', 'warpFactor')), 400, 'warpFactor');
  });

  it('filter: search fields by their names, maps as key=value, and fields within records', async () => {
    const other = dataset();
    const operation = { operationType: 'INSERT', customProperties: { team: 'core' }, partitionSpec: { partition: 'p1', type: 'PARTITION' } };
    await write(other, 'operation', { timestampMillis: 1, lastUpdatedTimestamp: 777, ...operation });
    await write(other, 'operation', { timestampMillis: 2, lastUpdatedTimestamp: 888, operationType: 'DELETE' });
    const usage = { timestampMillis: 3, uniqueUserCount: 1, totalSqlQueries: 2, fieldCounts: [{ fieldPath: 'a', count: 17 }] };
    await write(other, 'datasetUsageStatistics', usage);
    const by = (aspect: string, field: string, value: string, condition = 'EQUAL') =>
      times(other, { aspect, ...criteria({ field, values: [value], condition }) });
    expect(await by('operation', 'lastOperationTime', '777')).to.deep.equal([1]);
    expect(await by('operation', 'lastUpdatedTimestamp', '777', 'GREATER_THAN')).to.deep.equal([2]);
    expect(await by('operation', 'customProperties', 'team=core')).to.deep.equal([1]);
    expect(await by('operation', 'customProperties.team', 'core')).to.deep.equal([1]);
    expect(await by('operation', 'partitionSpec.partition', 'p1')).to.deep.equal([1]);
    expect(await by('datasetUsageStatistics', 'fieldCounts.fieldPath', 'a')).to.deep.equal([3]);
    expect(await by('datasetUsageStatistics', 'fieldCounts.count', '9', 'GREATER_THAN')).to.deep.equal([3]);
    expect(
      await times(other, { aspect: 'operation', filter: { or: [{ and: [{ field: 'customProperties', condition: 'IS_NULL' }] }] } }),
    ).to.deep.equal([2]);
  });

  it('filter: a text that is not a number on a numeric field is 400, also if there are no points', async () => {
    for (const field of ['timestampMillis', 'rowCount', 'fieldProfiles.nullCount'])
      expectRefusal(await ask(dataset(), criteria({ field, values: ['abc'] })), 400, field);
  });

  it('no match, or an unknown URN, returns values [] with 200', async () => {
    expect(await points(dataset())).to.deep.equal([]);
    const known = dataset();
    await write(known, 'status', status(false));
    expect(await points(known)).to.deep.equal([]);
  });

  it('the case of entity names does not matter', async () => {
    const answer = await api.series({ urn, entity: 'DATASET', aspect: 'datasetProfile', limit: 1 });
    expect(answer.status, answer.text).to.equal(200);
    expect(answer.body.value.values).to.have.length(1);
  });

  // A read of the store returns 500.
  for (const [more, count] of Object.entries({ '': 503, ' [long]': 1_203 }))
    it(`more points than one read of the store returns are complete, newest first${more}`, async () => {
      const many = dataset();
      const wanted = Array.from({ length: count }, (_, index) => index);
      const answer = await api.ingestProposalBatch(
        wanted.map((time) => proposal(many, 'datasetProfile', { timestampMillis: time, rowCount: time % 2 })),
      );
      expect(answer.status, answer.text).to.equal(200);
      expect(await times(many)).to.deep.equal([...wanted].reverse());
      expect(await times(many, criteria({ field: 'rowCount', values: ['1'] }))).to.deep.equal(wanted.filter((time) => time % 2 === 1).reverse());
      expect(await times(many, { limit: 501 })).to.deep.equal([...wanted].reverse().slice(0, 501));
    });
});

describe('Writing timeseries aspects (docs/semantics.md 7.3)', () => {
  it('a second write with the same identity replaces the point', async () => {
    const urn = dataset();
    await profile(urn, { timestampMillis: 1, rowCount: 1 });
    await profile(urn, { timestampMillis: 1, rowCount: 2 });
    expect((await points(urn)).map(({ rowCount }) => rowCount)).to.deep.equal([2]);
  });

  it('keeps the numbers of a point as they were written', async () => {
    const urn = dataset();
    const value = '{"timestampMillis":1,"fieldProfiles":[{"fieldPath":"a","uniqueProportion":1.0}]}';
    await api.ingestProposal({ ...proposal(urn, 'datasetProfile', {}), aspect: { value, contentType: 'application/json' } });
    expect((await ask(urn)).body.value.values[0]?.aspect.value).to.include('"uniqueProportion":1.0}');
  });

  const day = { unit: 'DAY', multiple: 1 };
  const partition = (name: string) => ({ partition: name, type: 'PARTITION' });
  const OTHERS: [string, Point][] = [
    ['eventGranularity', { eventGranularity: day }],
    ['partitionSpec', { partitionSpec: partition('p1') }],
    ['messageId', { messageId: 'm' }],
  ];
  for (const [field, more] of OTHERS) {
    it(`a different ${field} makes another point, the same one replaces the point`, async () => {
      const urn = dataset();
      await profile(urn, { timestampMillis: 1, rowCount: 1 });
      await profile(urn, { timestampMillis: 1, rowCount: 2, ...more });
      await profile(urn, { timestampMillis: 1, rowCount: 3, ...more });
      expect((await points(urn)).map(({ rowCount }) => rowCount)).to.have.members([1, 3]);
    });
  }

  it('the field order of a partitionSpec has no meaning for the identity', async () => {
    const urn = dataset();
    await profile(urn, { timestampMillis: 1, rowCount: 1, partitionSpec: { partition: 'p', type: 'PARTITION' } });
    await profile(urn, { timestampMillis: 1, rowCount: 2, partitionSpec: { type: 'PARTITION', partition: 'p' } });
    expect(await points(urn)).to.have.length(1);
  });

  it('an explicit default in eventGranularity or partitionSpec identifies the same point as its absence', async () => {
    const urn = dataset();
    const partitioned = { timestampMillis: 1, partitionSpec: { partition: 'p' }, eventGranularity: { unit: 'DAY' } };
    await profile(urn, { ...partitioned, rowCount: 1 });
    await profile(urn, { ...partitioned, rowCount: 2, eventGranularity: { unit: 'DAY', multiple: 1 } });
    await profile(urn, { ...partitioned, rowCount: 3, partitionSpec: { partition: 'p', type: 'PARTITION' } });
    expect((await points(urn)).map(({ rowCount }) => rowCount)).to.deep.equal([3]);
    await profile(urn, { ...partitioned, rowCount: 4, eventGranularity: { unit: 'DAY', multiple: 2 } });
    expect((await points(urn)).map(({ rowCount }) => rowCount)).to.have.members([3, 4]);
  });

  it('an explicit default partitionSpec identifies the same point as its absence', async () => {
    const urn = dataset();
    await profile(urn, { timestampMillis: 1, rowCount: 1 });
    await profile(urn, { timestampMillis: 1, rowCount: 2, partitionSpec: { type: 'FULL_TABLE', partition: 'FULL_TABLE_SNAPSHOT' } });
    expect((await points(urn)).map(({ rowCount }) => rowCount)).to.deep.equal([2]);
  });

  it('partitionSpec is FULL_TABLE_SNAPSHOT by default; eventGranularity stays absent', async () => {
    const urn = dataset();
    await profile(urn, { timestampMillis: 1 });
    expect(await points(urn)).to.deep.equal([{ timestampMillis: 1, partitionSpec: { type: 'FULL_TABLE', partition: 'FULL_TABLE_SNAPSHOT' } }]);
  });

  it('of several points with the same identity in a batch, the last one wins', async () => {
    const urn = dataset();
    await api.ingestProposalBatch([1, 2, 3].map((rowCount) => proposal(urn, 'datasetProfile', { timestampMillis: 1, rowCount })));
    expect((await points(urn)).map(({ rowCount }) => rowCount)).to.deep.equal([3]);
  });

  it('series of different aspects and entities are separate', async () => {
    const [urn, other] = [dataset(), dataset()];
    await profile(urn, { timestampMillis: 1 });
    await write(urn, 'datasetUsageStatistics', {
      timestampMillis: 2,
      uniqueUserCount: 1,
      totalSqlQueries: 2,
      fieldCounts: [{ fieldPath: 'a', count: 1 }],
    });
    await profile(other, { timestampMillis: 3 });
    expect(await times(urn)).to.deep.equal([1]);
    expect(await times(urn, { aspect: 'datasetUsageStatistics' })).to.deep.equal([2]);
    expect(await times(other)).to.deep.equal([3]);
  });

  it('a whole profile comes back as it was written', async () => {
    const urn = dataset();
    const field = {
      fieldPath: 'a',
      uniqueCount: 3,
      uniqueProportion: 0.25,
      nullCount: 0,
      nullProportion: 0.5,
      min: '1',
      max: '9',
      mean: '4.5',
      median: '5',
      sampleValues: ['1', '9'],
      distinctValueFrequencies: [{ value: '1', frequency: 2 }],
    };
    const whole = { timestampMillis: 1_629_795_600_000, rowCount: 1, columnCount: 2, fieldProfiles: [field] };
    const answer = await profile(urn, whole);
    expect(answer.headers.get(api.names.warningHeader)).to.equal(null);
    expect((await points(urn))[0]).to.deep.include(whole);
  });

  it('the system metadata of a point is returned with it', async () => {
    const urn = dataset();
    await write(urn, 'datasetProfile', { timestampMillis: 1 }, { systemMetadata: { runId: 'run-9', lastObserved: 77 } });
    expect((await ask(urn)).body.value.values[0]?.systemMetadata).to.include({ runId: 'run-9', lastObserved: 77 });
  });

  it('timeseries aspects have no versions and do not appear in entitiesV2', async () => {
    const urn = dataset();
    for (const time of [1, 2]) await profile(urn, { timestampMillis: time });
    expect((await readEntity(urn)).aspects).not.to.have.property('datasetProfile');
    expect((await api.aspect(urn, 'datasetProfile', 1)).status).to.be.oneOf([400, 404]);
  });

  it('timestampMillis is mandatory', async () => {
    expectRefusal(await api.ingestProposal(proposal(dataset(), 'datasetProfile', { rowCount: 1 })), [400, 422], '/timestampMillis');
  });

  for (const changeType of ['CREATE', 'CREATE_ENTITY', 'UPDATE', 'RESTATE']) {
    it(`${changeType} is refused: timeseries aspects accept only UPSERT`, async () => {
      const urn = dataset();
      expectRefusal(await api.ingestProposal(proposal(urn, 'datasetProfile', { timestampMillis: 1 }, { changeType })), 400, 'UPSERT');
      expect(await points(urn)).to.deep.equal([]);
    });
  }

  it('a soft delete keeps points; a hard delete removes them', async () => {
    const urn = dataset();
    await profile(urn, { timestampMillis: 1 });
    await write(urn, 'status', status(true));
    expect(await times(urn)).to.deep.equal([1]);
    await erase(urn, 'datasetKey');
    expect(await times(urn)).to.deep.equal([]);
    await profile(urn, { timestampMillis: 2 });
    expect(await times(urn)).to.deep.equal([2]);
  });

  it('points before 1970 and far in the future are valid', async () => {
    const urn = dataset();
    for (const time of [-1, 0, 8_640_000_000_000_000]) await profile(urn, { timestampMillis: time });
    expect(await times(urn)).to.deep.equal([8_640_000_000_000_000, 0, -1]);
    expect(await times(urn, { endTimeMillis: -1 })).to.deep.equal([-1]);
  });
});
