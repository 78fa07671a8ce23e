import { expect } from 'chai';
import fc from 'fast-check';
import { firstValues, MOST_OF_A_FIELD, MOST_OF_A_VALUE } from '../../src/search/document/truncation.ts';

describe('How much of long texts is indexed', () => {
  it('short texts, numbers and booleans completely', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean())), (list) => {
        expect(firstValues(list)).to.deep.equal({ values: list, cut: false });
      }),
    );
  });

  it('the beginning of a long text, cut between characters', () => {
    const { values, cut } = firstValues(['short', `${'x'.repeat(MOST_OF_A_VALUE - 1)}🙂`]);
    expect([values[0], values[1]?.length, cut]).to.deep.equal(['short', MOST_OF_A_VALUE - 1, true]);
  });

  it('as many of many texts as fit', () => {
    const { values, cut } = firstValues(Array.from({ length: 30 }, () => 'y'.repeat(90_000)));
    expect([values.length, values.join('').length, cut]).to.deep.equal([12, 1_000_000, true]);
  });

  it('the first values of a long list', () => {
    const list = Array.from({ length: MOST_OF_A_FIELD.values + 1 }, (_, n) => n);
    expect(firstValues(list)).to.deep.equal({ values: list.slice(0, -1), cut: true });
    expect(firstValues(list.slice(1)).cut).to.equal(false);
  });
});
