/** Sums of timeseries (docs/semantics.md 18.7), without a store. */
import { expect } from 'chai';
import { pointField } from '../../../src/catalog/series/point-field.ts';
import { tableOf } from '../../../src/catalog/series/stats.ts';
import { entityTypeOrRefuse } from '../../../src/model/named.ts';
import { aspectOf, model } from '../support/model.ts';

const field = pointField(model, entityTypeOrRefuse(model, 'dataset', ''), aspectOf('datasetProfile'), 'rowCount');
const sum = (...counts: number[]) => {
  const points = counts.map((rowCount) => ({ rowCount }));
  return tableOf(points, [], [{ fieldPath: 'rowCount', aggregationType: 'SUM', field }]).rows[0]?.[0];
};

describe('A sum of points', () => {
  it('is exact for whole numbers, also where a double is not', () => {
    expect(sum(2 ** 53 - 1, 2, 2)).to.equal('9007199254740995');
    expect(sum(2 ** 60, 1)).to.equal('1152921504606846977');
    expect(sum(-(2 ** 53), -1)).to.equal('-9007199254740993');
  });

  it('is a double for others', () => {
    expect(sum(0.5, 1)).to.equal('1.5');
    expect(sum(1e300, 1)).to.equal('1e+300');
  });
});
