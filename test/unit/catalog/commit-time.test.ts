/** Stamps inside values: they are of the time of the commit. */
import { expect } from 'chai';
import { linksEdit } from '../../../src/catalog/parts/edit-links.ts';
import { atCommit } from '../../../src/catalog/write/apply.ts';
import { mergeOf } from '../../../src/catalog/write/proposal.ts';
import { COMMIT_TIME } from '../../../src/commit-time.ts';
import { valueOf } from '../../../src/model/json.ts';
import { readJson } from '../../../src/model/read-json.ts';
import { urns } from '../../support/make.ts';
import { makeStore } from '../support/decided.ts';
import { model, partOf, urnOf } from '../support/model.ts';
import { ACTOR, accepted, propose } from '../support/proposals.ts';

/** Far from the clock of this machine. */
const begins = 4_000_000_000_000;
const stamp = { time: COMMIT_TIME, actor: ACTOR };

describe('A stamp that Cairn writes into a value', () => {
  it('is of the time of the commit, in a whole value, a patch, a merge and a point', async () => {
    const store = makeStore({ begins });
    const [table, domain, chart] = [urns.dataset('stamped'), urns.of('domain', 'stamped'), urns.chart('stamped')];
    await store.write(propose(table, 'status', { removed: false }));
    await store.write(
      propose(domain, 'domainProperties', { name: 'D', created: stamp }),
      accepted(linksEdit(model, { urn: urnOf(table), column: undefined }, partOf('terms'), { add: [urns.term('t')], remove: [] }, stamp)),
      accepted(mergeOf(chart, 'status', () => ({ removed: false, lifecycleLastUpdated: stamp }))),
      propose(table, 'operation', { timestampMillis: COMMIT_TIME, lastUpdatedTimestamp: COMMIT_TIME, operationType: 'INSERT' }),
    );
    const { at } = store.latest(domain, 'domainProperties') ?? { at: 0 };
    expect(at).to.be.at.least(begins);
    const mine = { time: at, actor: ACTOR };
    expect(store.value(domain, 'domainProperties')).to.deep.equal({ name: 'D', created: mine });
    expect(store.value(table, 'glossaryTerms')).to.deep.include({ auditStamp: mine });
    expect(store.value(chart, 'status')).to.deep.include({ lifecycleLastUpdated: mine });
    const [point] = store.points.values();
    expect(point?.time).to.equal(at);
    expect(JSON.parse(point?.value ?? '{}')).to.deep.include({ timestampMillis: at, lastUpdatedTimestamp: at });
  });

  it('leaves the rest of the value as it is', () => {
    const sent = readJson('{"name":"-8640000000000001","size":1.0}', 'a value');
    expect(atCommit(sent, 7)).to.deep.equal(sent);
    expect(atCommit(valueOf({ text: `${COMMIT_TIME}`, list: [{ at: COMMIT_TIME }, 1] }), 7).json).to.deep.equal({
      text: `${COMMIT_TIME}`,
      list: [{ at: 7 }, 1],
    });
  });
});
