import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import v8 from 'node:v8';
import vm from 'node:vm';
import { expect } from 'chai';
import { timeLimit } from '../../src/time-limit.ts';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc') as () => void;

describe('A time limit', () => {
  const silent = createServer(() => undefined);
  before((done) => void silent.listen(0, '127.0.0.1', done));
  after(() => {
    silent.closeAllConnections();
    silent.close();
  });

  /** How requests to a server that never answers end, while garbage is collected all the time. */
  async function ends(signals: () => AbortSignal): Promise<string[]> {
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    let left = 10;
    const requests = Array.from({ length: left }, () =>
      fetch(url, { signal: signals() }).then(
        () => 'an answer',
        (error: Error) => error.name,
      ),
    );
    for (const request of requests) void request.then(() => left--);
    while (left > 0) {
      collectGarbage();
      await turn();
    }
    return [...new Set(await Promise.all(requests))];
  }

  it('ends a request after its time, also if garbage is collected meanwhile', async () => {
    const { signal } = new AbortController();
    expect(await ends(() => timeLimit(200, signal))).to.deep.equal(['TimeoutError']);
    expect(await ends(() => timeLimit(200))).to.deep.equal(['TimeoutError']);
  });

  it('ends a request earlier if it is over, whether before or after the request begins', async () => {
    const over = new AbortController();
    setTimeout(() => over.abort(), 50);
    expect(await ends(() => timeLimit(60_000, over.signal))).to.deep.equal(['AbortError']);
    expect(timeLimit(60_000, over.signal).aborted).to.equal(true);
  });
});
