/** Every pair of damages of which one is the root of others: `--repair` makes nothing up and loses nothing. */
import { expect } from 'chai';
import { ALIAS, EVIDENCE_ALIAS, SOURCE_ALIAS } from '../../src/search/index.ts';
import { type Difference, WHOLE } from '../operations/support/damage.ts';
import { damagesTo } from '../operations/support/damages.ts';
import { entityLines } from '../operations/support/entity-lines.ts';
import { storeByHand } from '../operations/support/store-by-hand.ts';
import { ownNames, urns } from '../support/make.ts';

const own = ownNames('pairs');

describe('npm run verify -- --repair of two damages at once', function () {
  this.timeout(1_200_000);
  const { cypher, documents, documentId, verify, write, driver, client, log } = storeByHand();
  const all = damagesTo({ cypher, documents, documentId, write }).filter(({ of, writes }) => !of && !writes);
  const pairs = all.flatMap((one, at) =>
    all.filter((other, index) => index >= at && (one.root || other.root)).map((other) => ({ one, other, urn: urns.dataset(own('p')) })),
  );
  const named = pairs.map(({ urn }) => urn);
  let stores: Awaited<ReturnType<typeof entityLines>>[] = [];
  let left: Difference[] = [];

  async function lines(): Promise<Awaited<ReturnType<typeof entityLines>>> {
    const exported = await Promise.all([ALIAS, EVIDENCE_ALIAS, SOURCE_ALIAS].map((each) => documents('GET', '/export', undefined, each)));
    return entityLines(driver(), named, exported.join('\n').split('\n'));
  }

  before(async () => {
    const WRITTEN = 50;
    for (let at = 0; at < named.length; at += WRITTEN)
      for (const proposals of WHOLE) await write(named.slice(at, at + WRITTEN).flatMap((urn) => proposals(urn)));
    const whole = await lines();
    // Who verifies puts off the comparison of numbers, which would build the index again from what is damaged here.
    const OFTEN = 50;
    // The second damage may find nothing to damage any more.
    for (const [at, { one, other, urn }] of pairs.entries()) {
      if (at % OFTEN === 0) expect((await client.send('POST', '/operations?action=verify', { json: {} })).status).to.equal(200);
      await one.does(urn);
      if (other !== one) await other.does(urn).catch(() => undefined);
    }
    const damaged = await lines();
    await verify('--repair');
    stores = [whole, damaged, await lines()];
    left = (await verify()).differences;
  });

  it('from an index that is not built again meanwhile', () => {
    expect(log().filter(({ event }) => event === 'index.differs')).to.deep.equal([]);
  });

  it('brings back what was there, and makes nothing else of what it cannot repair', () => {
    const wrong = pairs.flatMap(({ one, other, urn }) => {
      const [whole, damaged, repaired] = stores.map((store) => store.get(urn) ?? new Set<string>()) as [Set<string>, Set<string>, Set<string>];
      const invented = [...repaired].filter((line) => !whole.has(line) && !damaged.has(line));
      const lost = [...whole].filter((line) => damaged.has(line) && !repaired.has(line));
      const unseen = left.some((each) => each.urn === urn) ? [] : [...whole].filter((line) => !repaired.has(line));
      const found = { invented, lost, unseen };
      return invented.length + lost.length + unseen.length > 0 ? [`${one.title} + ${other.title}: ${JSON.stringify(found)}`] : [];
    });
    expect(wrong, wrong.join('\n')).to.deep.equal([]);
  });
});
