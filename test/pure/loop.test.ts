/** How long background loops wait after a failure. */
import { mock } from 'node:test';
import { expect } from 'chai';
import { graphAway } from '../../src/errors.ts';
import { type Loop, startLoop } from '../../src/jobs/loop.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('A background loop', () => {
  let loop: Loop;
  let steps = 0;
  const lines: string[] = [];

  /** A loop whose steps fail with these errors, one after the other. */
  function failing(errors: readonly Error[]): void {
    [steps, lines.length] = [0, 0];
    const step = async (): Promise<boolean> => {
      const error = errors[steps++];
      if (error) throw error;
      return false;
    };
    loop = startLoop('test', step, 1_000_000, (event) => void lines.push(event));
  }

  async function pass(ms: number): Promise<void> {
    await turn();
    mock.timers.tick(ms);
    await turn();
  }

  beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
  afterEach(async () => {
    await loop.stop();
    mock.timers.reset();
  });

  it('asks an engine that is away at least once a second, and logs that once', async () => {
    failing(Array.from({ length: 30 }, () => graphAway(undefined)));
    for (let time = 0; time < 31; time++) await pass(1_000);
    expect(steps).to.be.above(30);
    expect(lines).to.deep.equal(['job.failed']);
  });

  it('does not wait longer for an error because an engine was away for long before it', async () => {
    failing([...Array.from({ length: 20 }, () => graphAway(undefined)), new Error('after that')]);
    for (let time = 0; time < 20; time++) await pass(1_000);
    expect(steps).to.equal(21);
    await pass(250);
    expect(steps).to.equal(22);
  });

  it('waits longer each time for an error that comes again', async () => {
    failing(Array.from({ length: 3 }, () => new Error('again')));
    await pass(250);
    expect(steps).to.equal(2);
    await pass(250);
    expect(steps).to.equal(2);
    await pass(250);
    expect(steps).to.equal(3);
  });
});
