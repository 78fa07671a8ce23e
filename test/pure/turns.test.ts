/** Whose password is checked next. */
import { expect } from 'chai';
import { makeTurns, type Rank } from '../../src/http/signin/turns.ts';

/** Work that ends when the test says so. */
function world() {
  const turn = makeTurns();
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const refused: string[] = [];
  const come = (name: string, rank: Rank, address = name): void => {
    turn(address, rank, () => {
      begun.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    }).catch(() => refused.push(name));
  };
  const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return {
    come,
    begun,
    refused,
    settled,
    endOne: async (): Promise<void> => {
      ends.shift()?.();
      await settled();
    },
  };
}

describe('The next password that is checked', () => {
  it('is that of who has come in before, then of an address without wrong guesses, then of one that has none under way', async () => {
    const { come, begun, endOne } = world();
    for (let each = 0; each < 6; each++) come(`flood ${each}`, 'wrong', 'flood');
    come('guesser', 'wrong');
    come('new', 'clean');
    come('known', 'known');
    for (let each = 0; each < 5; each++) await endOne();
    expect(begun.slice(4)).to.deep.equal(['known', 'new', 'guesser', 'flood 4', 'flood 5']);
  });

  it('is refused if too many of one address wait, or too many whose turn is before', async () => {
    const { come, refused, settled } = world();
    for (let each = 0; each < 60; each++) come(`flood ${each}`, 'wrong', 'flood');
    await settled();
    expect(refused.splice(0)).to.deep.equal(['flood 54', 'flood 55', 'flood 56', 'flood 57', 'flood 58', 'flood 59']);
    for (let each = 0; each < 100; each++) come(`many ${each}`, 'clean', `many ${each % 2}`);
    await settled();
    expect(refused).to.deep.equal([]);
    for (const rank of ['known', 'clean', 'wrong'] as const) come(`new ${rank}`, rank);
    await settled();
    expect(refused.splice(0)).to.deep.equal(['flood 53', 'flood 52', 'flood 51']);
    // Of the same rank, who has fewer.
    for (let each = 0; each < 48; each++) come(`bot ${each}`, 'clean');
    await settled();
    expect(refused.splice(0).every((each) => /^flood|^new wrong/.test(each))).to.equal(true);
    come('one more', 'clean');
    come('another guesser', 'wrong');
    await settled();
    expect(refused).to.have.members(['many 99', 'another guesser']);
  });
});
