/** Lists about an asset that stop say of what, and of how many (docs/agents.md). */
import { expect } from 'chai';
import { joins } from '../../../src/catalog/assets/joins.ts';
import { checksOf } from '../../../src/catalog/assets/quality.ts';
import { queriesAbout } from '../../../src/catalog/assets/queries.ts';
import { siblingsOf } from '../../../src/catalog/assets/siblings.ts';
import type { Catalog } from '../../../src/catalog/index.ts';
import { urnFrom } from '../../../src/model/named.ts';
import { urns } from '../../support/make.ts';
import { model } from '../support/model.ts';

const urn = urnFrom(model, urns.dataset('hub'));
const other = urnFrom(model, urns.dataset('other'));

/** A catalog in which an asset has so many relationships, and nothing else is known. */
function having(total: number): { core: Catalog; asked: number[] } {
  const asked: number[] = [];
  const core = {
    model,
    read: async () => [],
    landings: async () => [],
    latestPoints: async () => [],
    relationshipWays: async () => [],
    related: async (_: unknown, __: unknown, ___: unknown, start: number, count: number) => {
      asked.push(count);
      const length = Math.max(0, Math.min(count, total - start));
      return { total, related: Array.from({ length }, (_item, at) => ({ type: 'x', urn: urns.dataset(`d${at}`) })) };
    },
  };
  return { core: core as unknown as Catalog, asked };
}

describe('A list about an asset that stops', () => {
  it('says of joins which were not looked at', async () => {
    const { cut } = await joins(having(1_000).core, { urn, other: undefined });
    expect(cut).to.deep.equal(['foreignKey', 'declared', 'query'].map((reason) => ({ reason, shown: 200, of: 1_000 })));
    expect((await joins(having(200).core, { urn, other: undefined })).cut).to.deep.equal([]);
  });

  it('looks at all keys and declared joins of two tables', async () => {
    const { cut } = await joins(having(1_000).core, { urn, other });
    expect(cut.map(({ reason }) => reason)).to.deep.equal(['query']);
  });

  it('says of queries how many were looked at', async () => {
    expect((await queriesAbout(having(1_000).core, urn)).looked).to.deep.equal({ shown: 200, of: 1_000 });
    expect((await queriesAbout(having(1_000).core, urn, 5_000)).looked).to.deep.equal({ shown: 1_000, of: 1_000 });
  });

  it('says of checks, incidents and siblings how many were looked at, and not that there are none', async () => {
    const { cut, ...found } = await checksOf(having(3_000).core, urn);
    expect(cut.map(({ part, shown, of }) => [part, shown, of])).to.deep.equal([
      ['checks', 2_000, 3_000],
      ['incidents', 2_000, 3_000],
    ]);
    expect(found).to.deep.equal({ checks: [], incidents: [] });
    expect((await checksOf(having(2_000).core, urn)).cut).to.deep.equal([]);
    expect((await siblingsOf(having(60).core, urn)).looked).to.deep.equal({ shown: 100, of: 120 });
  });
});
