/** How Cairn with engines of its own starts and stops: requests under way end, engines too (docs/operations.md 1); time-limits.test.ts has DRAIN_SECONDS. */
import { once } from 'node:events';
import { statfsSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { expect } from 'chai';
import { type Client, makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import {
  endAll,
  type RunningCairn,
  recordedEngines,
  refusalOf,
  runNode,
  runs,
  startCairn,
  startingCairn,
  throwAwayFolder,
} from '../support/process.ts';

const own = ownNames('stop');
const dataset = urns.dataset(own());

/** A request of which the server has the head but not the body: it has said "go on". */
async function underWay(
  url: string,
  path = '/aspects?action=ingestProposal',
): Promise<{ sent: ClientRequest; answer: Promise<{ status: number; text: string }> }> {
  const sent = request(url + path, { method: 'POST', headers: { expect: '100-continue' } });
  const answer = new Promise<IncomingMessage>((resolve, reject) => sent.once('response', resolve).once('error', reject)).then(async (response) => {
    let text = '';
    for await (const chunk of response) text += chunk;
    return { status: response.statusCode ?? 0, text };
  });
  sent.flushHeaders();
  await new Promise((resolve) => sent.once('continue', resolve));
  return { sent, answer };
}

/** Fails unless a connection is refused; one that was open before may still be closed first. */
async function refused(url: string): Promise<void> {
  const answer = await fetch(`${url}/health`).catch((error: Error) => error.cause);
  expect(answer).to.include({ code: 'ECONNREFUSED' });
}

const HOOK = 'https://93.184.216.34/hook';

describe('Cairn with engines of its own', () => {
  let cairn: RunningCairn;
  before(async () => {
    // From its start on a nearly full disk: it only reads.
    const dataDir = throwAwayFolder();
    cairn = await startingCairn({ DATA_DIR: dataDir, DISK_RESERVE_MB: reserveOf(dataDir) });
  });
  after(endAll);

  describe('while it starts', () => {
    it('GET /health/live is 200 as soon as the process serves', async () => {
      expect((await fetch(`${cairn.url}/health/live`)).status).to.equal(200);
    });

    it('GET /health is 503 with Retry-After, and says what it waits for', async () => {
      const health = await fetch(`${cairn.url}/health`);
      expect(health.status).to.equal(503);
      expect(health.headers.get('retry-after')).to.match(/^\d+$/);
      const { status, reasons } = (await health.json()) as { status: string; reasons: string[] };
      expect(status).to.equal('not-ready');
      expect(reasons).to.include('Cairn is starting');
      expect(reasons.join()).to.match(/neo4j is \w+/);
    });

    it('GET /health/detailed says which parts are ready', async () => {
      const health = await fetch(`${cairn.url}/health/detailed`);
      expect(health.status).to.equal(503);
      const said = (await health.json()) as { engines: { name: string; state: string }[]; timestamp: number };
      expect(said).to.include({ ready: false, bootstrapped: false });
      expect(said.engines.map(({ name }) => name)).to.deep.equal(['neo4j', 'typesense']);
      expect(said.timestamp).to.be.closeTo(Date.now(), 60_000);
    });

    it('requests that need an engine get 503 with Retry-After and a reason', async () => {
      const answer = await fetch(`${cairn.url}/entitiesV2/urn%3Asvc%3Acorpuser%3Aalice`);
      expect(answer.status).to.equal(503);
      expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
      expect(await answer.json())
        .to.have.property('message')
        .that.contains('Cairn is starting');
    });

    it('another one says why it does not start: a port in use', async () => {
      const { port } = new URL(cairn.url);
      // It is told before the model is loaded.
      const said = await refusalOf(runNode('main.js', [], { PORT: port, DATA_DIR: throwAwayFolder(), MODEL_DIR: '/nowhere' }));
      expect(said).to.contain(`Port ${port} on 127.0.0.1 is in use by another program: choose another PORT`);
    });

    it('another one says why it does not start: a DATA_DIR in use, also before the model is loaded', async () => {
      const said = await refusalOf(runNode('main.js', [], { PORT: '0', DATA_DIR: cairn.dataDir, MODEL_DIR: '/nowhere' }));
      expect(said).to.contain(`DATA_DIR=${cairn.dataDir} is used by another Cairn (process ${cairn.child.pid})`);
    });

    it('finally GET /health is 200, and /health/detailed shows both engines as local and up', async () => {
      await cairn.event('server.ready');
      // Typesense may read for longer than Cairn waits for it.
      await eventually(async () => {
        expect((await fetch(`${cairn.url}/health`)).status).to.equal(200);
        expect(await (await fetch(`${cairn.url}/health/detailed`)).json()).to.deep.include({
          ready: true,
          bootstrapped: true,
          engines: [
            { name: 'neo4j', managed: true, state: 'up' },
            { name: 'typesense', managed: true, state: 'up' },
          ],
        });
      });
    });

    it('searches are answered, although nothing may be indexed yet', async () => {
      const asked = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"entity": "dataset", "input": "orders"}' };
      const answer = await fetch(`${cairn.url}/entities?action=search`, asked);
      expect(answer.status, await answer.text()).to.equal(200);
    });

    it('on a nearly full disk it only reads', () => onlyReads(makeClient(() => cairn.url, SVC)));

    it('without a terminal, every printed line is JSON with level, event and a sentence', () => {
      for (const line of cairn.stdout().trimEnd().split('\n')) expect(JSON.parse(line)).to.include.keys('level', 'event', 'msg');
      expect(cairn.stderr()).to.equal('');
    });
  });

  describe('when it stops', () => {
    it('SIGTERM completes requests under way, ends those that wait for changes, accepts no new ones, stops the engines and exits with 0', async () => {
      const engines = Object.values(recordedEngines(cairn.dataDir));
      expect(engines).to.have.length(2);
      expect(engines.filter(runs)).to.deep.equal(engines);
      const changes = (query: string, accept: string): Promise<Response> => fetch(`${cairn.url}/changes?${query}`, { headers: { Accept: accept } });
      const stream = await changes('', 'text/event-stream');
      const poll = changes('wait=30', 'application/json');
      // Behind these requests, another one is answered.
      expect((await changes('after=0&limit=1', 'application/json')).status).to.equal(200);
      const { sent, answer } = await underWay(cairn.url, '/entities?action=exists');
      // As browsers open connections in advance.
      const silent = connect(Number(new URL(cairn.url).port), '127.0.0.1');
      await once(silent, 'connect');
      const silentEnds = once(silent, 'close');

      cairn.child.kill('SIGTERM');
      await cairn.event('server.stopping');
      await eventually(() => refused(cairn.url));
      await silentEnds;
      expect(await stream.text()).to.match(/^: connected\n\n/);
      expect(((await (await poll).json()) as { changes: unknown[] }).changes).to.deep.equal([]);

      sent.end(JSON.stringify({ urn: dataset }));
      expect(await answer).to.deep.equal({ status: 200, text: JSON.stringify({ value: false }) });
      expect(await cairn.end).to.deep.equal({ code: 0, signal: null });
      expect(engines.filter(runs)).to.deep.equal([]);
      expect(recordedEngines(cairn.dataDir)).to.deep.equal({});
      expect(cairn.stderr()).to.equal('');
    });
  });
});

describe('A second start', () => {
  after(endAll);

  it('continues with the data and downloads nothing; on a nearly full disk it only reads [long]', async () => {
    const first = await startCairn();
    const before = makeClient(() => first.url, SVC);
    const { id: webhook } = (await before.send<{ id: string }>('POST', '/webhooks', { json: { url: HOOK, sends: 'subscriptions' } })).body;
    const { sent, answer } = await underWay(first.url);
    first.child.kill('SIGTERM');
    await first.event('server.stopping');
    sent.end(JSON.stringify({ proposal: proposal(dataset, 'status', { removed: false }) }));
    expect(await answer).to.deep.equal({ status: 200, text: JSON.stringify({ value: dataset }) });
    expect(await first.end).to.deep.equal({ code: 0, signal: null });

    const again = await startCairn({ DATA_DIR: first.dataDir, DISK_RESERVE_MB: reserveOf(first.dataDir), DRAIN_SECONDS: '300' });
    const client = makeClient(() => again.url, SVC);
    const { status, body } = await client.entity(dataset, 'List(status)');
    expect(status).to.equal(200);
    expect(body.aspects.status?.value).to.deep.equal({ removed: false });
    const events = again.log.map(({ event }) => event);
    expect(events).to.not.include('engine.fetching');
    expect(events).to.not.include('engine.orphan');
    expect(again.log.find(({ event }) => event === 'server.seeded')).to.include({ written: 0 });
    // Nor does it take anything else that a client could make larger and larger.
    await onlyReads(client, [
      ['PATCH', `/webhooks/${webhook}`, { name: 'another' }],
      ['POST', `/webhooks/${webhook}/rotate`, {}],
      ['POST', '/subscriptions', { webhook, person: 'urn:svc:corpuser:ann', entity: dataset }],
    ]);
    // Whoever asks twice does not want to wait: its engines end, too.
    const pids = Object.values(recordedEngines(again.dataDir));
    again.child.kill('SIGTERM');
    await again.event('server.leaving');
    expect(await again.stop('SIGINT')).to.deep.equal({ code: 1, signal: null });
    await eventually(async () => expect(pids.filter(runs)).to.deep.equal([]), 30_000);
  });
});

/** DISK_RESERVE_MB of which the disk has half. */
function reserveOf(dataDir: string): string {
  const { bavail, bsize } = statfsSync(dataDir);
  return String(Math.ceil((2 * bavail * bsize) / 1_048_576));
}

/** A server on a nearly full disk writes nothing, while reads go on. */
async function onlyReads(client: Client, more: readonly (readonly [method: string, path: string, body: object])[] = []): Promise<void> {
  const refused = await client.ingestProposal(proposal(dataset, 'status', { removed: true }));
  expect(refused.status).to.equal(503);
  expect(refused.text)
    .to.contain('"code":"disk-full"')
    .and.to.match(/less than the reserve of \d+ MB \(DISK_RESERVE_MB\)/);
  expect(refused.headers.get('retry-after')).to.match(/^\d+$/);
  const orders = [
    ['POST', '/bulk', { urns: [dataset], changes: { deprecation: { set: { note: 'old' } } } }],
    ['POST', '/webhooks', { url: HOOK }],
    ...more,
  ] as const;
  for (const [method, path, json] of orders) {
    const { status, text } = await client.send(method, path, { json });
    expect([status, text.includes('"code":"disk-full"')], `${method} ${path}: ${text}`).to.deep.equal([503, true]);
  }
  expect((await client.send<object>('GET', '/health/detailed')).body)
    .to.have.property('disk')
    .that.includes({ writes: false });
  const health = await client.send<{ status: string; reasons: string[] }>('GET', '/health');
  expect(health.status).to.equal(200);
  expect(health.body.status).to.equal('degraded');
  expect(health.body.reasons.join()).to.match(/takes no writes: the disk of DATA_DIR has only \d+ MB.* left/);
  expect((await client.entity(dataset)).status).to.equal(200);
}
