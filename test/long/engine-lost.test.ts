/** Engines that are killed or frozen, and Cairn killed, in the middle of a load: nothing acknowledged is lost or half there. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { ownership, ownNames, proposal, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import {
  endAll,
  engineOf,
  type Running,
  type RunningCairn,
  recordedEngines,
  runNode,
  runs,
  startCairn,
  throwAwayFolder,
} from '../support/process.ts';
import { writeSteadily } from '../support/steady-writer.ts';

const RECOVERY_MS = 60_000;
const own = ownNames('lost');

/** A file to load that takes some seconds, and the datasets in it. */
function bigFile(): { file: string; datasets: string[] } {
  const file = path.join(throwAwayFolder(), 'proposals.jsonl');
  const datasets = Array.from({ length: 4000 }, () => urns.dataset(own()));
  const lines = datasets.flatMap((urn) => [
    proposal(urn, 'datasetProperties', { description: urn }),
    proposal(urn, 'ownership', ownership(urns.user('lost_owner'))),
  ]);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return { file, datasets };
}

describe('In the middle of a load', function () {
  this.timeout(300_000);
  let cairn: RunningCairn;
  before(async () => {
    cairn = await startCairn();
  });
  after(endAll);

  const health = async (): Promise<number> => (await fetch(`${cairn.url}/health`)).status;
  const healthy = (): Promise<void> => eventually(async () => void expect(await health()).to.equal(200), RECOVERY_MS);
  const load = (file: string): Running => runNode('commands/load.js', [file, '--url', cairn.url, '--refused', `${file}.refused`]);

  /** Waits until some of the file is stored. */
  const begun = (datasets: readonly string[]): Promise<void> =>
    eventually(async () => {
      const { status, body } = await makeClient(() => cairn.url, SVC).entity(datasets[300] ?? '', 'List(ownership)');
      expect(status).to.equal(200);
      expect(body.aspects).to.have.property('ownership');
    }, 120_000);

  async function checkLoaded(datasets: readonly string[]): Promise<void> {
    const client = makeClient(() => cairn.url, SVC);
    for (let from = 0; from < datasets.length; from += 50) {
      const ids = datasets.slice(from, from + 50);
      const { body } = await client.entities(`List(${ids.map(encodeURIComponent).join(',')})`, 'List(datasetProperties,ownership)');
      for (const urn of ids) {
        expect(body.results[urn]?.aspects.datasetProperties?.value).to.include({ description: urn });
        expect(body.results[urn]?.aspects.ownership?.systemMetadata?.version).to.equal('1');
      }
    }
    const owned = await client.relationships(urns.user('lost_owner'), 'INCOMING', { types: 'OwnedBy', count: 0 });
    expect(owned.body.total).to.be.at.least(datasets.length);
  }

  it('kill -9 of Neo4j: 503 with Retry-After and a reason; then Cairn recovers by itself, and every acknowledged write is complete', async () => {
    const { file, datasets } = bigFile();
    const writer = writeSteadily(cairn.url);
    const loading = load(file);
    await begun(datasets);
    const before = engineOf(cairn.dataDir, 'Neo4j');
    const acknowledged = writer.acknowledged();

    process.kill(before, 'SIGKILL');
    await eventually(async () => expect(await health()).to.equal(503));
    expect((await fetch(`${cairn.url}/health/live`)).status).to.equal(200);
    // Its connections end before its process does.
    await eventually(async () => {
      const detailed = (await (await fetch(`${cairn.url}/health/detailed`)).json()) as { engines: unknown[] };
      expect(detailed).to.include({ ready: false, bootstrapped: true });
      expect(detailed.engines).to.deep.equal([
        { name: 'neo4j', managed: true, state: 'restarting', reason: 'signal SIGKILL' },
        { name: 'typesense', managed: true, state: 'up' },
      ]);
    });
    const read = await fetch(`${cairn.url}/entitiesV2/${encodeURIComponent(datasets[0] ?? '')}`);
    expect(read.status).to.equal(503);
    expect(read.headers.get('retry-after')).to.match(/^\d+$/);
    expect(await read.json())
      .to.have.property('message')
      .that.contains('graph database does not answer');

    await healthy();
    await eventually(async () => expect(writer.acknowledged()).to.be.above(acknowledged + 100), RECOVERY_MS);
    await writer.stop();
    expect(await loading.end, loading.stderr()).to.deep.equal({ code: 0, signal: null });
    expect(engineOf(cairn.dataDir, 'Neo4j')).to.not.equal(before);
    expect(writer.refusals).to.not.be.empty;
    for (const { status, retryAfter, text } of writer.refusals) {
      expect(status, text).to.equal(503);
      expect(retryAfter).to.match(/^\d+$/);
    }
    await writer.check();
    await checkLoaded(datasets);
  });

  it('kill -9 of Typesense: health reports it until it is back, and writes continue', async () => {
    process.kill(engineOf(cairn.dataDir, 'Typesense'), 'SIGKILL');
    await eventually(async () => expect(await health()).to.equal(503));
    const client = makeClient(() => cairn.url, SVC);
    expect((await client.ingestProposal(proposal(urns.dataset(own()), 'status', { removed: false }))).status).to.equal(200);
    await healthy();
  });

  it('a frozen Neo4j: /health still answers 503, and 200 when Neo4j continues', async () => {
    const pid = engineOf(cairn.dataDir, 'Neo4j');
    process.kill(pid, 'SIGSTOP');
    try {
      await eventually(async () => {
        const answer = await fetch(`${cairn.url}/health`, { signal: AbortSignal.timeout(10_000) });
        expect(answer.status).to.equal(503);
      });
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    await healthy();
  });

  it('kill -9 of Cairn: the next start takes over the engines, the load continues, and every acknowledged write is complete', async () => {
    const { file, datasets } = bigFile();
    const writer = writeSteadily(cairn.url);
    const loading = load(file);
    await begun(datasets);
    const orphans = Object.values(recordedEngines(cairn.dataDir));
    expect(orphans.filter(runs)).to.have.length(2);

    expect(await cairn.stop('SIGKILL')).to.deep.equal({ code: null, signal: 'SIGKILL' });
    await writer.stop();
    cairn = await startCairn({ DATA_DIR: cairn.dataDir, PORT: new URL(cairn.url).port });
    expect(cairn.log.filter(({ event }) => event === 'engine.taken-over').map(({ pid }) => pid)).to.have.members(orphans);
    await writer.check();
    expect(await loading.end, loading.stderr()).to.deep.equal({ code: 0, signal: null });
    await checkLoaded(datasets);
  });
});
