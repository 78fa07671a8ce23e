/**
 * `npm run verify` finds damage done by hand to everything that it checks, repairs what follows from the aspects, and reports nothing while
 * others write.
 */
import { expect } from 'chai';
import { ownNames, proposal, urns } from '../support/make.ts';
import { runNode } from '../support/process.ts';
import { type Difference, WHOLE } from './support/damage.ts';
import { damagesTo } from './support/damages.ts';
import { storeByHand } from './support/store-by-hand.ts';

const own = ownNames('verify');

describe('npm run verify', function () {
  this.timeout(1_200_000);
  const { cypher, documents, documentId, verify, write, client } = storeByHand();
  const told = ({ what, aspect: name = '', expected, got }: Difference): string => `${what} ${name}: ${expected} / ${got}`;

  it('finds nothing in an undamaged store, and says what it has checked', async () => {
    const name = own();
    const [table, check] = [urns.dataset(name), urns.of('assertion', name)];
    const run = { timestampMillis: 1, runId: name, asserteeUrn: table, assertionUrn: check, status: 'COMPLETE', result: { type: 'FAILURE' } };
    await write([
      proposal(urns.tag(name), 'tagKey', { name, more: 'a field that the model does not know' }),
      proposal(table, 'datasetProperties', { name }),
      proposal(check, 'assertionInfo', { type: 'CUSTOM', entityUrn: table }),
    ]);
    await write([proposal(check, 'assertionRunEvent', run)]);
    const { code, differences, stderr } = await verify();
    expect({ code, differences }, stderr).to.deep.equal({ code: 0, differences: [] });
    expect(stderr).to.match(
      /\d+ entities, \d+ points, \d+ search documents, \d+ documents for questions, \d+ source documents, \d+ commits: no difference/,
    );
  });

  describe('after damage by hand', () => {
    const damaged = damagesTo({ cypher, documents, documentId, write }).map((damage) => ({ ...damage, urn: urns.dataset(own('t')) }));
    let found: Awaited<ReturnType<typeof verify>>;
    let repaired: Awaited<ReturnType<typeof verify>>;
    const ofDamage = ({ differences }: typeof found, { urn, of = (each) => each }: (typeof damaged)[number]): Difference[] =>
      differences.filter((each) => each.urn === of(urn));

    before(async () => {
      for (const proposals of WHOLE) await write(damaged.flatMap(({ urn }) => proposals(urn)));
      for (const { urn, does } of damaged) await does(urn);
      found = await verify();
      repaired = await verify('--repair');
    });

    for (const damage of damaged) {
      const { title, says, undoes } = damage;
      it(`${title}: reported${undoes ? '' : ', and repaired by --repair'}`, () => {
        const lines = ofDamage(found, damage).map(told);
        for (const pattern of says)
          expect(
            lines.some((line) => pattern.test(line)),
            `${pattern} among\n${lines.join('\n')}`,
          ).to.equal(true);
        if (undoes) return;
        const outcomes = ofDamage(repaired, damage).map((each) => each.repaired);
        expect(outcomes).to.not.be.empty;
        expect(outcomes).to.not.include(false);
      });
    }

    it('a version outside of any chain is reported, although its entity is unknown', () => {
      const loose = found.differences.filter(({ what, urn }) => what === 'version' && urn === '').map(told);
      expect(loose).to.have.length(1);
      expect(loose[0]).to.match(/^version datasetProperties: to be one of the versions of an entity \/ version 1 without one/);
    });

    it('nothing else is reported; the exit code is 1 if differences are left', () => {
      const named = damaged.flatMap((damage) => ofDamage(found, damage)).length;
      expect(found.differences.map(told)).to.have.length(named);
      expect([found.code, repaired.code]).to.deep.equal([1, 1]);
    });

    it('after the rest is corrected by hand, there is no difference', async () => {
      for (const { urn, undoes } of damaged) await undoes?.(urn);
      const { differences } = await verify('--repair');
      expect(differences.filter((each) => each.repaired !== true).map(told)).to.deep.equal([]);
      const { code, differences: left, stderr } = await verify();
      expect({ code, left }, stderr).to.deep.equal({ code: 0, left: [] });
    });
  });

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

  it('--help explains the command and its exit codes; a missing server is reported in a sentence', async () => {
    const help = runNode('commands/verify.js', ['--help']);
    expect(await help.end).to.deep.equal({ code: 0, signal: null });
    expect(help.stdout())
      .to.include('--repair')
      .and.to.match(/Exit code: 0 if/);
    const lost = runNode('commands/verify.js', ['--url', 'http://127.0.0.1:9']);
    expect((await lost.end).code).to.equal(1);
    expect(lost.stderr()).to.include('No Cairn answers at http://127.0.0.1:9');
  });
});
