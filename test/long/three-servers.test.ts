/**
 * Three Cairns on one store (docs/operations.md 13), one of them with routing (`neo4j://`). Each accepts writes, one at a time writes the
 * index, and another one takes over when that one is killed.
 */
import { expect } from 'chai';
import { type Client, makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { where } from '../support/find.ts';
import { description, ownNames, proposal, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, runNode, startCairn, throwAwayFolder } from '../support/process.ts';
import { endEngines, runEngines } from '../support/run-engines.ts';
import { writeSteadily } from '../support/steady-writer.ts';

const own = ownNames('three');
/** How long a busy machine may take. */
const PATIENCE_MS = 120_000;
const LOADED = 500;
const SYNC = { 'X-Svc-Sync-Index-Update': 'true' };

describe('Three servers on one store', function () {
  this.timeout(600_000);
  const servers: RunningCairn[] = [];
  const settings: Record<string, string>[] = [];
  const client = ({ url }: RunningCairn): Client => makeClient(() => url, SVC);

  before(async () => {
    const { neo4j, typesense } = await runEngines({ DATA_DIR: throwAwayFolder() }).up();
    const shared = {
      LOG_LEVEL: 'debug',
      NEO4J_USERNAME: neo4j.username,
      NEO4J_PASSWORD: neo4j.password,
      TYPESENSE_URL: typesense.url,
      TYPESENSE_API_KEY: typesense.apiKey,
    };
    for (const scheme of ['bolt', 'bolt', 'neo4j']) {
      settings.push({ ...shared, NEO4J_URI: neo4j.uri.replace('bolt', scheme) });
      servers.push(await startCairn(settings.at(-1)));
    }
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await endEngines();
    await endAll();
  });

  async function find(server: RunningCairn, urn: string, headers: Record<string, string> = {}) {
    const json = { input: '*', entity: 'dataset', filter: where({ field: 'urn', values: [urn] }), count: 10 };
    const answer = await client(server).send<{ value: { entities: string[] } }>('POST', '/entities?action=search', { json, headers });
    expect(answer.status, answer.text).to.equal(200);
    return answer;
  }

  /** The server that was the last to begin writing the index, of those that run. */
  function leader(): RunningCairn {
    const since = ({ log }: RunningCairn): number => Number(log.findLast(({ event }) => event === 'index.leads')?.time ?? 0);
    return servers.reduce((best, each) => (since(each) > since(best) ? each : best));
  }

  it('a write through each is read and found through each other, as soon as the request names its commit', async () => {
    for (const writing of servers) {
      const urn = urns.dataset(own());
      const answer = await client(writing).ingestProposal(proposal(urn, 'datasetProperties', description('written')));
      const seq = String(answer.headers.get('x-svc-seq'));
      for (const reading of servers) {
        const read = await client(reading).send('GET', `/entitiesV2/${encodeURIComponent(urn)}`, { headers: { 'X-Svc-Seq': seq } });
        expect([read.status, read.headers.get('x-svc-warning')]).to.deep.equal([200, null]);
        const { body, headers } = await find(reading, urn, { 'X-Svc-Seq': seq });
        expect([body.value.entities, headers.get('x-svc-warning')]).to.deep.equal([[urn], null]);
      }
    }
  });

  it('the one that writes the index is killed under load: another takes over, and nothing is lost', async () => {
    const platform = own();
    const all = Array.from({ length: LOADED }, (_, n) => proposal(urns.dataset(`t${n}`, platform), 'datasetProperties', description(`text ${n}`)));
    for (const server of servers) expect((await client(server).ingestProposalBatch(all)).status).to.equal(200);
    const victim = leader();
    const others = servers.filter((server) => server !== victim);
    const writers = others.map(({ url }) => writeSteadily(url));
    await eventually(async () => expect(Math.min(...writers.map((each) => each.acknowledged()))).to.be.above(50), PATIENCE_MS);
    await victim.stop('SIGKILL');
    const from = Date.now();
    const found = others.map(async (server) => {
      const urn = urns.dataset(own());
      await eventually(async () => {
        const answer = await client(server).ingestProposal(proposal(urn, 'datasetProperties', description('after')), SYNC);
        expect([answer.status, answer.headers.get('x-svc-warning')]).to.deep.equal([200, null]);
      }, PATIENCE_MS);
      expect((await find(server, urn)).body.value.entities).to.deep.equal([urn]);
      return Date.now() - from;
    });
    const ms = Math.max(...(await Promise.all(found)));
    expect(others).to.include(leader());
    const leads = Number(leader().log.findLast(({ event }) => event === 'index.leads')?.time) - from;
    process.stdout.write(`      after the kill, another server leads after ${leads} ms, and search is up to date after ${ms} ms\n`);
    await Promise.all(writers.map((each) => each.stop()));
    for (const writer of writers) {
      expect(writer.refusals).to.deep.equal([]);
      await writer.check();
    }
    const at = servers.indexOf(victim);
    servers[at] = await startCairn({ ...settings[at], DATA_DIR: victim.dataDir, PORT: new URL(victim.url).port });
    await eventually(async () => {
      for (const server of servers) {
        const { body } = await client(server).send<{ index: { waiting: number; building: boolean } }>('GET', '/health/detailed');
        expect([body.index.waiting, body.index.building]).to.deep.equal([0, false]);
      }
    }, PATIENCE_MS);
    const verify = runNode('commands/verify.js', ['--url', servers[0]?.url ?? '']);
    expect((await verify.end).code, verify.stdout() + verify.stderr()).to.equal(0);
  });
});
