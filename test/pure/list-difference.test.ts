/**
 * Applying one steward's change of a list to a list that another has changed meanwhile.
 */
import { expect } from 'chai';
import fc from 'fast-check';
import { withDifference } from '../../src/ui/edit/list-difference.ts';

const ITEMS: readonly string[] = ['a', 'b', 'c', 'd', 'e'];
const list = fc.uniqueArray(fc.constantFrom(...ITEMS));
const applied = (now: string[], form: string[], from: string[]): string[] => withDifference(now, form, from, (item) => item);

describe('the difference of lists', () => {
  it('is the typed list if nobody else changed anything', () => {
    fc.assert(
      fc.property(list, list, (form, from) => {
        expect(applied(from, form, from)).to.have.members(form);
      }),
    );
  });

  it('keeps what others added, drops what was removed, adds what was added, and repeats nothing', () => {
    fc.assert(
      fc.property(list, list, list, (now, form, from) => {
        const result = applied(now, form, from);
        expect(new Set(result).size).to.equal(result.length);
        for (const item of ITEMS) {
          const mine = form.includes(item);
          const expected = mine === from.includes(item) ? now.includes(item) : mine;
          expect(result.includes(item), item).to.equal(expected);
        }
      }),
    );
  });

  it('keeps the order of what stays', () => {
    expect(applied(['c', 'a', 'b'], ['a', 'c', 'x'], ['a', 'c'])).to.deep.equal(['c', 'a', 'b', 'x']);
  });
});
