/**
 * Charts of the catalog's pages: axes, and what points of a timeseries are drawn.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { roundStep, timeLabel, timeTicks, valueScale } from '../../src/ui/charts/scale.ts';
import { bytes, full, percent, short, utcTime, words } from '../../src/ui/data/numbers.ts';
import { linesOf, slicesOf, totals, within } from '../../src/ui/data/points.ts';

const DAY = 86_400_000;

describe('Charts in the catalog', () => {
  it('begin at zero and end at a round number above the largest value', () => {
    const scale = valueScale([3, 87], 100);
    expect([...scale.ticks]).to.deep.equal([0, 25, 50, 75, 100]);
    expect([scale.at(0), scale.at(100)]).to.deep.equal([100, 0]);
    expect([...valueScale([], 100).ticks]).to.deep.equal([0, 0.25, 0.5, 0.75, 1]);
    expect(valueScale([-5, 5], 100).from).to.be.at.most(-5);
  });

  it('contain every value between their ends', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1e12, max: 1e12, noNaN: true }), { minLength: 1 }), (values) => {
        const { from, to, ticks } = valueScale(values, 100);
        expect(from).to.be.at.most(Math.min(...values) + 1e-6);
        expect(to).to.be.at.least(Math.max(...values) - 1e-6);
        expect(ticks.length).to.be.within(2, 8);
      }),
    );
  });

  it('step by 1, 2, 2.5 or 5 times a power of ten', () => {
    expect([0.3, 1, 1.2, 3, 6, 240].map(roundStep)).to.deep.equal([0.5, 1, 2, 5, 10, 250]);
  });

  it('mark round times of UTC', () => {
    const from = Date.UTC(2026, 0, 1);
    expect(timeTicks(from, from + DAY, 4).map((time) => timeLabel(time, [from, from + DAY / 4]))).to.deep.equal([
      '00:00',
      '06:00',
      '12:00',
      '18:00',
      '00:00',
    ]);
    const weeks = timeTicks(from, from + 30 * DAY, 5);
    expect(weeks.map((time) => new Date(time).getUTCDay())).to.deep.equal([1, 1, 1, 1]);
    const months = timeTicks(from, Date.UTC(2026, 11, 31), 6);
    expect(months.map((time) => timeLabel(time, months))).to.deep.equal(['Jan 26', 'Mar 26', 'May 26', 'Jul 26', 'Sept 26', 'Nov 26']);
  });

  it('have no more marks than fit', () => {
    fc.assert(
      fc.property(fc.nat(2e12), fc.integer({ min: 1, max: 4e12 }), fc.integer({ min: 1, max: 12 }), (from, span, marks) => {
        expect(timeTicks(from, from + span, marks).length).to.be.at.most(marks + 1);
      }),
    );
  });

  it('format numbers for people', () => {
    expect([full(1234567), short(1234567), short(12), bytes(1_540_000), bytes(12), percent(0.1234)]).to.deep.equal([
      '1,234,567',
      '1.2M',
      '12',
      '1.54 MB',
      '12 B',
      '12.3%',
    ]);
    expect([utcTime(Date.UTC(2026, 10, 12)), utcTime(Date.UTC(2026, 10, 12, 3, 5))]).to.deep.equal(['12 Nov 2026', '12 Nov 2026, 03:05']);
    expect([words('totalSqlQueries'), words('rowCount')]).to.deep.equal(['Total SQL queries', 'Row count']);
  });

  const point = (time: number, value: object) => ({ time, value: { timestampMillis: time, ...value } });

  it('draw a line for each number in the points', () => {
    const lines = linesOf([point(1, { rowCount: 5, lastUpdatedTimestamp: 9 }), point(2, { rowCount: 6, sizeInBytes: 7, note: 'x' })]);
    expect(lines).to.deep.equal([
      {
        name: 'rowCount',
        points: [
          { time: 1, value: 5 },
          { time: 2, value: 6 },
        ],
      },
      { name: 'sizeInBytes', points: [{ time: 2, value: 7 }] },
    ]);
  });

  it('never mix partitions, or windows of other lengths', () => {
    const slices = slicesOf([
      point(3, { partitionSpec: { type: 'PARTITION', partition: 'day=3' } }),
      point(2, { eventGranularity: { unit: 'DAY' } }),
      point(1, { eventGranularity: { unit: 'DAY' } }),
      point(1, { eventGranularity: { unit: 'HOUR', multiple: 6 } }),
    ]);
    expect(slices.map(({ title, points }) => [title, points.map(({ time }) => time)])).to.deep.equal([
      ['by day', [1, 2]],
      ['by 6 hours', [1]],
      ['day=3', [3]],
    ]);
  });

  it('show a span up to the newest point', () => {
    const points = [0, 10, 39, 40].map((day) => point(day * DAY, {}));
    expect(within(points, 30).map(({ time }) => time / DAY)).to.deep.equal([39, 40]);
    expect(within(points, undefined)).to.have.length(4);
  });

  it('sum counts in the points, the largest first', () => {
    const points = [
      point(1, {
        userCounts: [
          { user: 'a', count: 1 },
          { user: 'b', count: 5 },
        ],
      }),
      point(2, { userCounts: [{ user: 'a', count: 2 }] }),
    ];
    expect(totals(points, 'userCounts', 'user')).to.deep.equal([
      { key: 'b', count: 5 },
      { key: 'a', count: 3 },
    ]);
  });
});
