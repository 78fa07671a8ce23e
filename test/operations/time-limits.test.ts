/**
 * REQUEST_SECONDS: a request that takes longer is told so and given up; what is being written is waited for. DRAIN_SECONDS: how long Cairn serves
 * after it was told to stop.
 */
import { expect } from 'chai';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { ownNames, proposal, status, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines, sharedEngine } from '../support/shared-engines.ts';

const own = ownNames('budget');

describe('REQUEST_SECONDS=2 and DRAIN_SECONDS=300', () => {
  let cairn: RunningCairn;
  const client = makeClient(() => cairn.url, SVC);
  before(async () => {
    cairn = await startCairn({ ...(await emptyEngines()), REQUEST_SECONDS: '2', DRAIN_SECONDS: '300' });
  });
  after(endAll);

  const statements = async (): Promise<number> =>
    Number(/^cairn_neo4j_statements_total (\d+)/m.exec(await (await fetch(`${cairn.url}/metrics`)).text())?.[1]);

  it('while Neo4j hangs, reads, and writes that have not begun, get 503 with a reason; a write that has begun gets its answer later', async () => {
    const [read, begun, late] = [urns.dataset(own()), urns.dataset(own()), urns.dataset(own())];
    // The first write of a server takes longer than others; on a busy machine, than two seconds.
    await eventually(async () => expect((await client.ingestProposal(proposal(read, 'status', status(false)))).status).to.equal(200));
    const neo4j = sharedEngine('Neo4j');
    const before = await statements();
    process.kill(neo4j, 'SIGSTOP');
    let written: ReturnType<typeof client.ingestProposal>;
    try {
      written = client.ingestProposal(proposal(begun, 'status', status(true)));
      // Its transaction is under way. Only a few seconds may pass: after 20 s of silence the driver gives the connection up.
      await eventually(async () => expect(await statements()).to.be.above(before));
      const [reading, writing] = await Promise.all([client.entity(read), client.ingestProposal(proposal(late, 'status', status(true)))]);
      for (const { status: code, headers, text } of [reading, writing]) {
        expect(code, text).to.equal(503);
        expect(headers.get('retry-after')).to.match(/^\d+$/);
        expect(text).to.include('longer than 2 s').and.include('nothing was written');
      }
      expect((await fetch(`${cairn.url}/health/live`)).status).to.equal(200);
    } finally {
      process.kill(neo4j, 'SIGCONT');
    }
    expect((await written).status).to.equal(200);
    const after = await eventually(async () => {
      const answer = await client.entity(late, 'List(status)');
      expect(answer.status).to.equal(200);
      return answer;
    });
    expect(after.body.aspects).to.not.have.property('status');
    await eventually(async () => expect((await client.entity(begun)).body.aspects?.status?.value).to.deep.equal({ removed: true }));
  });

  it('SIGTERM tells a balancer that Cairn leaves while it still serves; whoever asks twice does not want to wait', async () => {
    cairn.child.kill('SIGTERM');
    await cairn.event('server.leaving');
    expect((await client.send('GET', '/health')).status).to.equal(503);
    await eventually(async () => expect((await client.entity(urns.dataset(own()))).status).to.equal(200));
    expect(cairn.log.map(({ event }) => event)).to.not.include('server.stopping');
    expect(await cairn.stop('SIGINT')).to.deep.equal({ code: 1, signal: null });
  });
});
