/**
 * A transaction that Neo4j breaks off (time limits, memory limits, an operator) is 503 with Retry-After; nothing of it is written, and
 * what shared it is written without it.
 */
import { expect } from 'chai';
import neo4j, { type Driver } from 'neo4j-driver';
import { type Answer, api } from '../support/client.ts';
import { eventually } from '../support/eventually.ts';
import { description, ownNames, proposal, urns } from '../support/make.ts';
import { sharedCairn } from '../support/shared.ts';
import { values, write } from '../support/writes.ts';

const own = ownNames('busy');
const dataset = () => urns.dataset(own());
const HOLDER = 'test-holds-a-lock';

describe('Transactions that Neo4j aborts', () => {
  let driver: Driver;
  before(() => {
    const { uri, username, password } = sharedCairn().neo4j;
    driver = neo4j.driver(uri, neo4j.auth.basic(username, password));
  });
  after(() => driver.close());

  /** Breaks off every transaction that waits for a lock. */
  async function breakOff(): Promise<void> {
    const { records } = await driver.executeQuery("SHOW TRANSACTIONS YIELD transactionId, status WHERE status STARTS WITH 'Blocked'");
    const ids = records.map((record) => record.get('transactionId') as string);
    if (ids.length > 0) await driver.executeQuery('TERMINATE TRANSACTIONS $ids', { ids });
  }

  it('the write gets 503 with Retry-After, other writes get 200', async () => {
    const [held, ...free] = [dataset(), dataset(), dataset(), dataset()];
    await write(held, 'datasetProperties', description('before'));
    const session = driver.session();
    const holder = session.beginTransaction({ metadata: { who: HOLDER } });
    const answers = new Map<string, Answer>();
    try {
      await holder.run('MATCH (e:Entity {urn: $urn}) SET e._l = 1', { urn: held });
      const writes = [...free, held].map(async (urn) =>
        answers.set(urn, await api.ingestProposal(proposal(urn, 'datasetProperties', description('after')))),
      );
      await eventually(async () => {
        await breakOff();
        expect(answers.size).to.equal(writes.length);
      });
    } finally {
      await holder.rollback();
      await session.close();
    }
    expect(free.map((urn) => answers.get(urn)?.status)).to.deep.equal([200, 200, 200]);
    const answer = answers.get(held);
    expect(answer?.status, answer?.text).to.equal(503);
    expect(Number(answer?.headers.get('Retry-After'))).to.be.above(0);
    expect((await values(held)).datasetProperties).to.deep.equal(description('before'));
  });
});
