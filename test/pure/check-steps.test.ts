/** A large value is checked piece by piece: it is refused and warned of where the check of the whole does it. */
import { expect } from 'chai';
import fc from 'fast-check';
import { checkSteps } from '../../src/model/check-steps.ts';
import type { AspectSpec } from '../../src/model/types.ts';
import { atOnce } from '../../src/slices.ts';
import { urns } from '../support/make.ts';
import { model } from '../unit/support/model.ts';

const aspect = (name: string): AspectSpec => model.aspects.get(name) as AspectSpec;

describe('A large value', () => {
  it('has the same errors in pieces as in one check: in lists, in maps, beside them', () => {
    const owner = fc.constantFrom<unknown>(
      { owner: urns.user('a'), type: 'DATAOWNER' },
      { owner: urns.user('a'), type: 'DATAOWNER', typo: 1 },
      { owner: 'nobody', type: 'DATAOWNER' },
      'text',
    );
    const odd = fc.tuple(fc.nat(2_999), owner);
    fc.assert(
      fc.property(fc.array(odd, { maxLength: 5 }), fc.boolean(), (places, complete) => {
        const owners: unknown[] = Array.from({ length: 3_000 }, (_, at) => ({ owner: urns.user(`u${at}`), type: 'DATAOWNER' }));
        for (const [at, what] of places) owners[at] = what;
        const value = { owners, ...(complete ? { lastModified: { time: 0, actor: urns.user('a') } } : { unheard: true, lastModified: 'never' }) };
        const [whole, pieces] = [aspect('ownership').check(value), atOnce(checkSteps(aspect('ownership'), value))];
        const sorted = (list: readonly unknown[]): string[] => list.map((each) => JSON.stringify(each)).sort();
        expect(sorted(pieces.wrong)).to.deep.equal(sorted(whole.wrong));
        expect(sorted(pieces.unknown)).to.deep.equal(sorted(whole.unknown));
      }),
      { numRuns: 30 },
    );
    const customProperties = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`a/${at}~`, at === 4_321 ? 1 : 'x']));
    expect(atOnce(checkSteps(aspect('datasetProperties'), { customProperties }))).to.deep.equal(
      aspect('datasetProperties').check({ customProperties }),
    );
  });
});
