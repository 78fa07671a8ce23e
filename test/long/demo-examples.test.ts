/** The examples of the reference, on the demo catalog, in another order and repeatedly. */
import { expect } from 'chai';
import { problemsOf, type Reference } from '../support/examples.ts';
import { endAll, type RunningCairn, startCairn } from '../support/process.ts';
import { emptyEngines } from '../support/shared-engines.ts';

describe('The examples of the reference', function () {
  this.timeout(600_000);
  let cairn: RunningCairn;
  before(async () => {
    cairn = await startCairn({ ...(await emptyEngines()), API_NAMESPACE: 'datahub', STRICT_FIELDS: 'true' }, ['--demo']);
  });
  after(endAll);

  it('work in any order and repeatedly', async () => {
    const reference = (await (await fetch(`${cairn.url}/restli/docs/reference.json`)).json()) as Reference;
    expect(await problemsOf(cairn.url, reference, (examples) => [...examples, ...examples.toReversed()])).to.deep.equal([]);
  });
});
