/** When the log says that search is whole again after an outage (docs/operations.md 5). */
import { expect } from 'chai';
import { watchReturn } from '../../src/jobs/index/comeback.ts';

function watched(newest: number) {
  const logged: string[] = [];
  const whole = watchReturn(
    (event) => void logged.push(event),
    async () => newest,
    () => ({ phases: '' }),
  );
  return { whole, logged };
}

describe('Search after an outage', () => {
  it('is whole again once it shows what was committed before the engines answered', async () => {
    const { whole, logged } = watched(7);
    whole.lost();
    for (const shown of [undefined, 6]) await whole.worked(true, shown);
    expect(logged).to.deep.equal([]);
    for (const shown of [7, 8]) await whole.worked(true, shown);
    expect(logged).to.deep.equal(['index.back']);
  });

  it('is told of by the server that leads alone, also if another one leads later', async () => {
    const { whole, logged } = watched(7);
    whole.lost();
    await whole.worked(false, undefined);
    await whole.worked(true, 7);
    expect(logged).to.deep.equal([]);
  });
});
