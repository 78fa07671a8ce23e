/**
 * Heavy work waits for small requests of others, for a while.
 */
import { expect } from 'chai';
import { afterSmall, goAfter, smallEnded } from '../../src/small-first.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('A step of heavy work', () => {
  afterEach(() => goAfter(() => false));

  it('begins at once if no small request is under way', async () => {
    goAfter(() => false);
    let begun = false;
    void afterSmall().then(() => (begun = true));
    await Promise.resolve();
    expect(begun).to.equal(true);
  });

  // SECURITY.md L15
  it('waits until small requests of others have ended, one step in each turn', async () => {
    let small = true;
    goAfter(() => small);
    const begun: number[] = [];
    for (const step of [1, 2]) void afterSmall().then(() => begun.push(step));
    smallEnded();
    await Promise.resolve();
    expect(begun, 'another one is under way').to.deep.equal([]);
    small = false;
    smallEnded();
    await Promise.resolve();
    expect(begun).to.deep.equal([1]);
    await turn();
    expect(begun).to.deep.equal([1, 2]);
  });

  it('begins in any case after a while', async () => {
    goAfter(() => true);
    await afterSmall();
    await afterSmall();
  });
});
