/**
 * Whose request begins in which turn of the event loop.
 */
import { expect } from 'chai';
import { makeFairTurns } from '../../src/fair-turns.ts';
import { eventually } from '../support/eventually.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Turns of the event loop', () => {
  it('let as many requests begin as take a millisecond', async () => {
    let now = 0;
    const { mayBegin } = makeFairTurns(() => now);
    expect(mayBegin('a')).to.equal(true);
    now += 0.9;
    expect(mayBegin('a')).to.equal(true);
    now += 0.2;
    expect(mayBegin('a'), 'this turn is over').to.equal(false);
    await turn();
    expect(mayBegin('a')).to.equal(true);
  });

  it('are given to one request each when many wait, to each address in turn', async () => {
    const { mayBegin, later } = makeFairTurns(() => 0);
    const begun: string[] = [];
    const begins = (address: string, name: string): void => later(address, () => void begun.push(name));
    for (const name of ['a1', 'a2', 'a3']) begins('a', name);
    begins('b', 'b1');
    expect([mayBegin('a'), mayBegin('c')], 'who has others that wait, and who has none').to.deep.equal([false, true]);
    for (const expected of ['a1', 'a1 b1', 'a1 b1 a2', 'a1 b1 a2 a3']) {
      await turn();
      expect(begun.join(' ')).to.equal(expected);
    }
    await turn();
    expect(mayBegin('a')).to.equal(true);
  });

  // SECURITY.md L17
  it('are left free in part by those who wait, while somebody else sends', async () => {
    let now = 0;
    const { mayBegin, later } = makeFairTurns(() => now);
    let begun = 0;
    const flood = (count: number): void => {
      for (let at = 0; at < count; at++)
        later('flood', () => {
          begun++;
          now += 1;
        });
    };
    flood(10);
    for (let at = 0; at < 11; at++) await turn();
    expect(begun, 'alone').to.equal(10);
    expect(mayBegin('other')).to.equal(true);
    flood(10);
    for (let at = 0; at < 4; at++) await turn();
    expect(begun, 'two of a millisecond each').to.equal(12);
    await eventually(async () => expect(begun).to.equal(20));
  });
});
