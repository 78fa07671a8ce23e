import { expect } from 'chai';
import fc from 'fast-check';
import { firstValues, MOST_OF_A_FIELD, MOST_OF_A_VALUE } from '../../src/search/document/truncation.ts';

describe('How much of long texts is searched', () => {
  it('all of what is short, numbers and booleans', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.integer(), fc.boolean())), (list) => {
        expect(firstValues(list)).to.deep.equal({ values: list, cut: false });
      }),
    );
  });

  it('the beginning of a long text, not cut in the middle of a character', () => {
    const { values, cut } = firstValues(['short', `${'x'.repeat(MOST_OF_A_VALUE - 1)}🙂`]);
    expect([values[0], values[1]?.length, cut]).to.deep.equal(['short', MOST_OF_A_VALUE - 1, true]);
  });

  it('of many texts as many as fit', () => {
    const { values, cut } = firstValues(Array.from({ length: 30 }, () => 'y'.repeat(90_000)));
    expect([values.length, values.join('').length, cut]).to.deep.equal([12, 1_000_000, true]);
  });

  it('of a long list the first values', () => {
    const list = Array.from({ length: MOST_OF_A_FIELD.values + 1 }, (_, n) => n);
    expect(firstValues(list)).to.deep.equal({ values: list.slice(0, -1), cut: true });
    expect(firstValues(list.slice(1)).cut).to.equal(false);
  });
});
