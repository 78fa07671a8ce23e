/** `npm run verify` finds damage done by hand, in the graph and in the index, and repairs what follows from the aspects; test/long has every damage. */
import { expect } from 'chai';
import { ownNames, proposal, urns } from '../support/make.ts';
import { runNode } from '../support/process.ts';
import { storeByHand } from './support/store-by-hand.ts';
import { testDamages } from './support/test-damages.ts';

const own = ownNames('verify');

describe('npm run verify', function () {
  this.timeout(1_200_000);
  const store = storeByHand();
  const { verify, write } = store;

  it('finds nothing in an undamaged store, and says what it has checked [long]', async () => {
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

  testDamages(store, [
    'a version in the middle of a chain is gone',
    'an edge is gone',
    'a point without its identity',
    'a document says something else',
    'a document for questions is gone',
  ]);

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
