import { expect } from 'chai';
import fc from 'fast-check';
import { compareNames } from '../../../src/model/natural-order.ts';

describe('the order of names', () => {
  it('is that of the numbers in them, and otherwise that of the characters', () => {
    const names = ['a', 'a-1', 'a1', 'a1b', 'a2', 'a02c', 'a10', 'a99999999999999999999', 'a100000000000000000000', 'aa', 'b'];
    expect([...names].reverse().sort(compareNames)).to.deep.equal(names);
    fc.assert(fc.property(fc.nat(), fc.nat(), (one, other) => Math.sign(compareNames(`x${one}y`, `x${other}y`)) === Math.sign(one - other)));
  });
});
