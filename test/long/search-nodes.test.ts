/** Cairn on three nodes of Typesense (docs/operations.md 13): nodes die, hang and come back while clients write and search. */
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { ALIAS } from '../../src/search/index.ts';
import { type Client, makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { where } from '../support/find.ts';
import { description, ownNames, proposal, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, runNode, startCairn } from '../support/process.ts';
import { type Node, type SearchCluster, startSearchCluster } from '../support/search-nodes.ts';
import { type SteadyWriter, writeSteadily } from '../support/steady-writer.ts';

const own = ownNames('nodes');
/** How long a busy machine may take. */
const PATIENCE_MS = 120_000;
const LOADED = 500;
const PAUSE_MS = 20;

interface Health {
  readonly engines: readonly { readonly name: string; readonly state: string; readonly nodes?: readonly NodeHealth[] }[];
}

interface NodeHealth {
  readonly node: string;
  readonly state: string;
  readonly role?: string;
  readonly inUse: boolean;
}

describe('Three nodes of Typesense', function () {
  this.timeout(600_000);
  let cluster: SearchCluster;
  let cairn: RunningCairn;
  let client: Client;
  const platform = own();

  before(async () => {
    cairn = await startCairn();
    await cairn.stop();
    cluster = await startSearchCluster(3);
    const settings = { TYPESENSE_URL: cluster.urls, TYPESENSE_API_KEY: cluster.apiKey, LOG_LEVEL: 'debug' };
    cairn = await startCairn({ ...settings, DATA_DIR: cairn.dataDir });
    client = makeClient(() => cairn.url, SVC);
    const all = Array.from({ length: LOADED }, (_, n) => proposal(urns.dataset(`t${n}`, platform), 'datasetProperties', description(`text ${n}`)));
    expect((await client.ingestProposalBatch(all)).status).to.equal(200);
    await caughtUp();
  });
  after(async () => {
    await cairn?.stop();
    await cluster?.end();
    await endAll();
  });

  async function nodesOf(): Promise<readonly NodeHealth[]> {
    const { body } = await client.send<Health>('GET', '/health/detailed');
    return body.engines.find(({ name }) => name === 'typesense')?.nodes ?? [];
  }

  /** What a test that fails leaves running. */
  const atEnd: (() => Promise<void>)[] = [];

  async function caughtUp(): Promise<void> {
    await eventually(async () => {
      const { body } = await client.send<{ index?: { waiting: number; building: boolean } }>('GET', '/health/detailed');
      expect([body.index?.waiting, body.index?.building], JSON.stringify(body)).to.deep.equal([0, false]);
    }, PATIENCE_MS);
  }

  async function search(seq?: number) {
    const filter = where({ field: 'platform', values: [urns.platform(platform)] });
    const json = { input: '*', entity: 'dataset', filter, count: 1 };
    const headers = seq === undefined ? {} : { 'X-Svc-Seq': String(seq) };
    return client.send<{ value: { numEntities: number } }>('POST', '/entities?action=search', { json, headers });
  }

  /** Searches without a pause. Checks each answer: it shows as many entities as it says. */
  function searching(least: () => number) {
    let wanted = true;
    const refused: number[] = [];
    let longest = 0;
    let last = Date.now();
    const run = (async () => {
      while (wanted) {
        const answer = await search();
        if (answer.status === 200) {
          longest = Math.max(longest, Date.now() - last);
          last = Date.now();
          expect(answer.body.value.numEntities).to.be.at.least(least());
        } else refused.push(answer.status);
        await pause(PAUSE_MS);
      }
    })();
    run.catch(() => undefined);
    return {
      refused,
      longest: () => Math.max(longest, Date.now() - last),
      async stop() {
        wanted = false;
        await run;
      },
    };
  }

  async function wholeEverywhere(): Promise<void> {
    await cluster.leader();
    await caughtUp();
    await eventually(async () => {
      const counts = await Promise.all(cluster.nodes.map((node) => cluster.documents(node, ALIAS)));
      expect(new Set(counts).size, `documents of the nodes: ${counts}`).to.equal(1);
    }, PATIENCE_MS);
    const verify = runNode('commands/verify.js', ['--url', cairn.url]);
    expect((await verify.end).code, verify.stdout() + verify.stderr()).to.equal(0);
  }

  const nodeOf = (name: string | undefined): Node => {
    const node = cluster.nodes.find((each) => each.name === name);
    if (!node) throw new Error(`${name} is no node`);
    return node;
  };

  async function strike(signal: 'SIGKILL' | 'SIGSTOP'): Promise<void> {
    const leader = await cluster.leader();
    await eventually(async () => expect((await nodesOf()).find(({ inUse }) => inUse)?.node).to.equal(leader.name), PATIENCE_MS);
    const writer: SteadyWriter = writeSteadily(cairn.url);
    const searches = searching(() => LOADED);
    atEnd.push(writer.stop, searches.stop, async () => leader.signal('SIGCONT'));
    await eventually(async () => expect(writer.acknowledged()).to.be.above(100), PATIENCE_MS);
    const before = writer.acknowledged();
    leader.signal(signal);
    const from = Date.now();
    const used = await eventually(async () => {
      const nodes = await nodesOf();
      expect(nodes.find(({ node }) => node === leader.name)?.state).to.equal('down');
      expect((await search()).status).to.equal(200);
      return nodes.find(({ inUse }) => inUse);
    }, PATIENCE_MS);
    expect(nodeOf(used?.node)).to.not.equal(leader);
    await eventually(async () => {
      const sent = proposal(urns.dataset(own()), 'datasetProperties', description('new'));
      const answer = await client.ingestProposal(sent, { 'X-Svc-Sync-Index-Update': 'true' });
      expect([answer.status, answer.headers.get('x-svc-warning')]).to.deep.equal([200, null]);
    }, PATIENCE_MS);
    process.stdout.write(
      `      ${signal} of the leader: longest time without a search ${searches.longest()} ms (${searches.refused.length} refused), ` +
        `new documents found after ${Date.now() - from} ms\n`,
    );
    if (signal === 'SIGKILL') leader.start();
    else leader.signal('SIGCONT');
    await eventually(async () => expect((await nodesOf()).every(({ state }) => state === 'up')).to.equal(true), PATIENCE_MS);
    await writer.stop();
    await searches.stop();
    expect(writer.acknowledged(), 'writes went on').to.be.above(before);
    expect(writer.refusals, 'the graph was never away').to.deep.equal([]);
    await writer.check();
    await wholeEverywhere();
  }

  afterEach(() => Promise.allSettled(atEnd.splice(0).map((end) => end())));

  it('are named in /health/detailed and in the metrics, with the leader in use', async () => {
    const leader = await cluster.leader();
    await eventually(async () => {
      const nodes = await nodesOf();
      expect(nodes.map(({ node, state }) => [node, state])).to.have.deep.members(cluster.nodes.map(({ name }) => [name, 'up']));
      expect(nodes.filter(({ inUse, role }) => inUse && role === 'leader').map(({ node }) => node)).to.deep.equal([leader.name]);
    }, PATIENCE_MS);
    const metrics = await (await fetch(`${cairn.url}/metrics`)).text();
    for (const { name } of cluster.nodes) {
      expect(metrics).to.include(`cairn_typesense_node_up{node="${name}"} 1`);
      expect(metrics).to.include(`cairn_typesense_node_in_use{node="${name}"} ${name === leader.name ? 1 : 0}`);
    }
  });

  it('one follower dies: nobody notices', async () => {
    const leader = await cluster.leader();
    const follower = cluster.nodes.find((node) => node !== leader) as Node;
    follower.signal('SIGKILL');
    await eventually(async () => expect((await nodesOf()).find(({ node }) => node === follower.name)?.state).to.equal('down'), PATIENCE_MS);
    const answer = await client.ingestProposal(proposal(urns.dataset(own()), 'datasetProperties', description('new')), {
      'X-Svc-Sync-Index-Update': 'true',
    });
    expect([answer.status, answer.headers.get('x-svc-warning')]).to.deep.equal([200, null]);
    expect((await search()).status).to.equal(200);
    follower.start();
    await wholeEverywhere();
  });

  it('the leader is killed under load: searches go on, nothing is lost, and it catches up when it is back', () => strike('SIGKILL'));

  it('the leader hangs under load: Cairn leaves it; when it wakes up, no older document comes back', () => strike('SIGSTOP'));

  it('without a leader, the state of the index is that of the node that answers, and a named commit is waited for', async () => {
    const leader = await cluster.leader();
    await caughtUp();
    leader.signal('SIGKILL');
    for (let n = 0; n < 20; n++) {
      const urn = urns.dataset(own(), platform);
      const written = await client.ingestProposal(proposal(urn, 'datasetProperties', description('after')));
      const seq = Number(written.headers.get('x-svc-seq'));
      const filter = where({ field: 'urn', values: [urn] });
      const find = (headers: Record<string, string>) =>
        eventually(async () => {
          const json = { input: '*', entity: 'dataset', filter, count: 1 };
          const answer = await client.send<{ value: { numEntities: number } }>('POST', '/entities?action=search', { json, headers });
          expect(answer.status, answer.text).to.equal(200);
          return answer;
        }, PATIENCE_MS);
      for (const headers of [{}, { 'X-Svc-Seq': String(seq) }] as Record<string, string>[]) {
        const { body, headers: got } = await find(headers);
        const shown = Number(/seq=(\d+)/.exec(got.get('x-svc-index-state') ?? '')?.[1]);
        if (shown >= seq) expect(body.value.numEntities, `commit ${seq} of ${shown}`).to.equal(1);
        else if ('X-Svc-Seq' in headers) expect(got.get('x-svc-warning')).to.include(`does not show commit ${seq}`);
      }
    }
    leader.start();
    await wholeEverywhere();
  });
});
