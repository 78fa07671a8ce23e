/** Webhooks while Cairn is killed or frozen, and their target fails (docs/semantics.md 22). */
import { expect } from 'chai';
import type { ChangesPage } from '../support/changes.ts';
import { makeClient } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { description, ownNames, proposal, urns } from '../support/make.ts';
import { SVC } from '../support/names.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';
import { startTarget, type Target } from '../support/target.ts';

const own = ownNames('webhooks');
const CATCH_UP_MS = 60_000;

describe('Webhooks (docs/semantics.md 22)', function () {
  this.timeout(300_000);
  let cairn: RunningCairn;
  let target: Target;
  const client = makeClient(() => cairn.url, SVC);
  let settings: Record<string, string>;

  before(async () => {
    settings = { ...(await emptyEngines()), WEBHOOK_PRIVATE_TARGETS: 'true' };
    cairn = await startCairn(settings);
    target = await startTarget();
  });
  after(async () => {
    await endAll();
    await target.stop();
  });

  const write = async (urn: string, text: string): Promise<void> => {
    expect((await client.ingestProposal(proposal(urn, 'datasetProperties', description(text)))).status).to.equal(200);
  };
  const changes = async (query: string): Promise<ChangesPage> => (await client.send<ChangesPage>('GET', `/changes?${query}`)).body;
  const idsOf = (events: readonly { data: { id: string } }[]): string[] => events.map(({ data }) => data.id);

  it('get every event in order, and none is lost, while Cairn is killed and the target fails at random', async () => {
    const urn = urns.dataset(own());
    const from = (await changes('')).newest;
    const json = { url: `${target.url}/hook`, filter: { aspects: ['datasetProperties'] }, after: from, batch: 3 };
    expect((await client.send('POST', '/webhooks', { json })).status).to.equal(201);
    let turn = 0;
    target.answer = () => (++turn % 5 === 0 ? 500 : turn % 7 === 0 ? undefined : 200);
    for (let round = 0; round < 3; round++) {
      for (let count = 0; count < 20; count++) await write(urn, `${round}.${count}`);
      await cairn.stop('SIGKILL');
      cairn = await startCairn({ ...settings, DATA_DIR: cairn.dataDir, PORT: new URL(cairn.url).port });
    }
    await write(urn, 'last');
    const all = (await changes(`after=${from}&limit=1000&aspects=datasetProperties`)).changes.map(({ id }) => id);
    await eventually(async () => expect(idsOf(target.events()).at(-1)).to.equal(all.at(-1)), CATCH_UP_MS);
    const seen = new Set<string>();
    // Events may come again, after those that came before; the first times are in order.
    const first = idsOf(target.events()).filter((id) => !seen.has(id) && seen.add(id));
    expect(first).to.deep.equal(all);
  });

  it('get every event in order while the server that delivers is frozen in the middle, another takes over, and the first one wakes up', async () => {
    const other = await startCairn(settings);
    const urn = urns.dataset(own());
    const from = (await changes('')).newest;
    const json = { url: `${target.url}/frozen`, filter: { urns: [urn], aspects: ['datasetProperties'] }, after: from };
    const { id } = (await client.send<{ id: string }>('POST', '/webhooks', { json })).body;
    const received = (): string[] => idsOf(target.events('/frozen'));
    const reached: number[] = [];
    // One of the two delivers: the first, or the second, which then does so again.
    for (const [frozen, awake] of [
      [cairn, other],
      [other, cairn],
    ] as const) {
      const writer = makeClient(() => awake.url, SVC);
      let struck = false;
      target.answer = ({ path }) => {
        // Its answer waits for the server until that wakes up.
        if (path === '/frozen' && !struck) struck = frozen.child.kill('SIGSTOP');
        return 204;
      };
      for (let count = 0; count < 10; count++) await writer.ingestProposal(proposal(urn, 'datasetProperties', description(`${frozen.url} ${count}`)));
      const last = (await writer.send<ChangesPage>('GET', `/changes?after=${from}&limit=1000`)).body.changes.findLast((each) => each.urn === urn)?.id;
      await eventually(async () => expect(received()).to.include(last), CATCH_UP_MS);
      frozen.child.kill('SIGCONT');
      await eventually(async () => {
        const { behind, seq } = (await writer.send<{ behind: number; seq: number }>('GET', `/webhooks/${id}`)).body;
        reached.push(seq);
        expect(behind).to.equal(0);
      }, CATCH_UP_MS);
    }
    const all = (await changes(`after=${from}&limit=1000&aspects=datasetProperties`)).changes.filter((each) => each.urn === urn);
    expect([...new Set(received())]).to.deep.equal(all.map((each) => each.id));
    expect(reached).to.deep.equal(reached.toSorted((a, b) => a - b));
  });
});
