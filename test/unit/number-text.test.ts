import { expect } from 'chai';
import { numberIn } from '../../src/model/number-text.ts';

describe('A text as a number', () => {
  it('is decimal, with blanks around it', () => {
    for (const text of ['0', '-1', '+1.', '.5', ' 1.5e3 ', '1E-7']) expect(numberIn(text), text).to.equal(Number(text));
    for (const text of ['', ' ', '.', 'e1', '1e', '0x10', 'NaN', 'Infinity', '1 2', '1,5']) expect(numberIn(text), text).to.be.NaN;
  });

  it('takes no time to be none, however many digits it has', () => {
    for (const digits of [1_199, 8_000_000]) expect(numberIn(`${'9'.repeat(digits)}x`)).to.be.NaN;
  });
});
