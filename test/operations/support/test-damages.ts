/** The tests of `npm run verify` after damage by hand: it reports each, repairs what follows from the aspects, and reports nothing else. */
import { expect } from 'chai';
import { ownNames, urns } from '../../support/make.ts';
import { type Difference, WHOLE } from './damage.ts';
import { damagesTo } from './damages.ts';
import type { storeByHand } from './store-by-hand.ts';

const own = ownNames('verify');

export const told = ({ what, aspect: name = '', expected, got }: Difference): string => `${what} ${name}: ${expected} / ${got}`;

/** @param chosen titles of damages; without them, all are tried */
export function testDamages(store: ReturnType<typeof storeByHand>, chosen?: readonly string[]): void {
  const { verify, write } = store;
  describe('after damage by hand', () => {
    const damaged = damagesTo(store)
      .filter(({ title }) => chosen === undefined || chosen.includes(title))
      .map((damage) => ({ ...damage, urn: urns.dataset(own('t')) }));
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

    it('after the rest is corrected by hand, there is no difference [long]', async () => {
      for (const { urn, undoes } of damaged) await undoes?.(urn);
      const { differences } = await verify('--repair');
      expect(differences.filter((each) => each.repaired !== true).map(told)).to.deep.equal([]);
      const { code, differences: left, stderr } = await verify();
      expect({ code, left }, stderr).to.deep.equal({ code: 0, left: [] });
    });
  });
}
