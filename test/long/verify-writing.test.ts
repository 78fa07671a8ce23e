/** `npm run verify` beside writers. */
import { expect } from 'chai';
import { storeByHand } from '../operations/support/store-by-hand.ts';
import { deletion, ownNames, proposal, status, upstreams, urns } from '../support/make.ts';
import { writeSteadily } from '../support/steady-writer.ts';

const own = ownNames('verify');

describe('npm run verify beside others', function () {
  this.timeout(1_200_000);
  const { verify, write, url } = storeByHand();

  it('finds nothing while others write', async () => {
    const writer = writeSteadily(url());
    const victims = Array.from({ length: 8 }, () => urns.dataset(own('v')));
    let wanted = true;
    const others = victims.map(async (urn, n) => {
      for (let round = 0; wanted; round++) {
        await write([
          proposal(urn, 'upstreamLineage', upstreams(victims[(n + round) % 8] ?? urn)),
          proposal(urn, 'status', status(round % 2 === 0)),
          proposal(urn, 'datasetProfile', { timestampMillis: round, rowCount: round }),
        ]);
        if (round % 3 === 2) await write([deletion(urn, 'datasetKey')]);
      }
    });
    try {
      for (let time = 0; time < 3; time++) {
        const { code, differences, stderr } = await verify();
        expect({ code, differences }, stderr).to.deep.equal({ code: 0, differences: [] });
      }
    } finally {
      wanted = false;
      await Promise.all([writer.stop(), ...others]);
    }
    const { code, differences, stderr } = await verify();
    expect({ code, differences }, stderr).to.deep.equal({ code: 0, differences: [] });
  });
});
