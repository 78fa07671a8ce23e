/**
 * Whose request begins in which turn of the event loop.
 */
import { expect } from 'chai';
import { makeFairTurns } from '../../src/fair-turns.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Turns of the event loop', () => {
  it('let as many requests begin as take a millisecond', async () => {
    let now = 0;
    const { mayBegin } = makeFairTurns(() => now);
    expect(mayBegin()).to.equal(true);
    now += 0.9;
    expect(mayBegin()).to.equal(true);
    now += 0.2;
    expect(mayBegin(), 'this turn is over').to.equal(false);
    await turn();
    expect(mayBegin()).to.equal(true);
  });

  it('are given to one request each when many wait, to each address in turn', async () => {
    const { mayBegin, later } = makeFairTurns(() => 0);
    const begun: string[] = [];
    const begins = (address: string, name: string): void => later(address, () => void begun.push(name));
    for (const name of ['a1', 'a2', 'a3']) begins('a', name);
    begins('b', 'b1');
    expect(mayBegin(), 'before those who wait').to.equal(false);
    for (const expected of ['a1', 'a1 b1', 'a1 b1 a2', 'a1 b1 a2 a3']) {
      await turn();
      expect(begun.join(' ')).to.equal(expected);
    }
    await turn();
    expect(mayBegin()).to.equal(true);
  });
});
