import { expect } from 'chai';
import { again } from '../../src/catalog/write/again.ts';
import { Refusal } from '../../src/errors.ts';

const untold = (): void => undefined;

describe('Cairn retries its own work at the start', () => {
  it('until it succeeds', async () => {
    const told: unknown[] = [];
    let tries = 0;
    const work = async (): Promise<string> => {
      if (++tries < 4) throw new Refusal('graph-busy', 'busy; send it again in a moment', { retryAfter: 0 });
      return 'done';
    };
    expect(await again('seeding', work, (...event) => void told.push(event), new AbortController().signal)).to.equal('done');
    expect(tries).to.equal(4);
    expect(told).to.have.length(3);
  });

  it('but not if it is invalid or Cairn stops', async () => {
    let tries = 0;
    const wrong = again('seeding', () => Promise.reject(new Refusal('bad-aspect-value', `try ${++tries}`)), untold, new AbortController().signal);
    const outcome = await wrong.catch((error: unknown) => error);
    expect(outcome).to.be.instanceOf(Refusal);
    expect(tries).to.equal(1);
    const stopping = new AbortController();
    const busy = again(
      'seeding',
      () => Promise.reject(new Refusal('graph-busy', 'busy', { retryAfter: 600 })),
      () => stopping.abort(),
      stopping.signal,
    );
    expect((await busy.catch((error: unknown) => error)) as Error).to.have.property('name', 'AbortError');
  });
});
