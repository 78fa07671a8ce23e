/** `npm run verify` finds damage done by hand to everything that it checks; test/operations has one of each kind. */
import { expect } from 'chai';
import { storeByHand } from '../operations/support/store-by-hand.ts';
import { testDamages, told } from '../operations/support/test-damages.ts';
import { ownNames, proposal, urns } from '../support/make.ts';

const own = ownNames('verify');

describe('npm run verify, of every damage', function () {
  this.timeout(1_200_000);
  const store = storeByHand();
  const { cypher, verify, client } = store;

  testDamages(store);

  it('finds a commit that is missing in the log, and one that is empty; the newest changes are not answered past it', async () => {
    const urn = urns.dataset(own('log'));
    const seqs: number[] = [];
    for (const text of ['a', 'b', 'c', 'd']) {
      const answer = await client.ingestProposal(proposal(urn, 'datasetProperties', { description: text }));
      seqs.push(Number(answer.headers.get('X-Svc-Seq')));
    }
    const [empty = 0, lost = 0] = seqs.slice(1);
    const changes = (query: string) => client.send<{ changes: { seq: number }[]; next: string; code: string }>('GET', `/changes?${query}`);
    await cypher('MATCH (c:Commit {seq: $seq}) CREATE (k:Kept) SET k = properties(c) DETACH DELETE c', { seq: lost });
    await cypher("MATCH (c:Commit {seq: $seq}) SET c.kept = c.changes, c.changes = '[]'", { seq: empty });
    const { code, differences } = await verify('--repair');
    expect(code).to.equal(1);
    const lines = differences.map(told);
    for (const line of [
      `commit : commit ${lost} after commit ${empty} / commit ${lost + 1}`,
      `commit : changes in commit ${empty} / none`,
      'version datasetProperties: a commit that has written version 2 / none',
      'version datasetProperties: a commit that has written version 3 / none',
    ])
      expect(lines).to.include(line);
    expect(differences.filter(({ repaired }) => repaired === true)).to.deep.equal([]);
    const newest = await changes('order=newest&limit=1000');
    expect([newest.status, Math.min(...newest.body.changes.map(({ seq }) => seq))]).to.deep.equal([200, lost + 1]);
    const older = await changes(`order=newest&after=${newest.body.next}`);
    expect([older.status, older.body.code]).to.deep.equal([410, 'log-cut']);
    expect((await changes(`order=newest&after=${lost}`)).status).to.equal(200);
    await cypher('MATCH (k:Kept) CREATE (c:Commit) SET c = properties(k) DELETE k');
    await cypher('MATCH (c:Commit {seq: $seq}) SET c.changes = c.kept REMOVE c.kept', { seq: empty });
    expect((await verify()).differences).to.deep.equal([]);
  });
});
