/** Leases when answers come out of order, as after an outage. */
import { expect } from 'chai';
import { connectGraph, type Graph } from '../../src/graph/driver.ts';
import { loadStatements } from '../../src/graph/statements.ts';
import { makeLease } from '../../src/jobs/lease.ts';

interface Asked {
  answer(token: number | null): void;
}

/** A graph whose statements wait until the test answers them. */
function waiting(): { graph: Graph; asked: Asked[] } {
  const asked: Asked[] = [];
  const session = () => ({
    run: () =>
      new Promise((resolve) => {
        asked.push({ answer: (token) => resolve({ records: [{ toObject: () => ({ name: 'work', token, shared: false, kind: null }) }] }) });
      }),
    beginTransaction: () => ({ run: () => undefined }),
    close: async () => undefined,
  });
  const graph = connectGraph({ uri: 'bolt://127.0.0.1:1', username: 'nobody', password: undefined }, () => undefined);
  return { graph: { ...graph, driver: Object.assign(Object.create(graph.driver), { session }) }, asked };
}

async function sent(asked: readonly Asked[], statements: number): Promise<void> {
  while (asked.length < statements) await new Promise((resolve) => setImmediate(resolve));
}

describe('A lease', () => {
  before(loadStatements);

  it('stays when the answer to an older request comes late', async () => {
    const { graph, asked } = waiting();
    const lease = makeLease(graph, 'work', () => undefined);
    const [older, newer] = [lease.hold(), lease.hold()];
    await sent(asked, 2);
    asked[1]?.answer(7);
    expect(await newer).to.equal(7);
    asked[0]?.answer(null);
    expect(await older).to.equal(7);
    expect(lease.held()).to.equal(true);
    const resigned = lease.resign();
    await sent(asked, 3);
    asked[2]?.answer(null);
    await resigned;
    await graph.driver.close();
  });
});
