/** Who does not see a sibling of an asset learns nothing of it (docs/access.md 6). */
import { expect } from 'chai';
import { NO_ENTITIES, policiesOf, type Sight } from '../../../src/access/index.ts';
import { closedTo, NOTHING } from '../../../src/catalog/access/closed.ts';
import type { Facts } from '../../../src/catalog/read/kept-facts.ts';
import { valueOf } from '../../../src/model/json.ts';
import { urns } from '../../support/make.ts';
import { aspectOf, model } from '../support/model.ts';

const [table, hidden] = [urns.dataset('db.orders', 'snowflake'), urns.dataset('db.orders', 'dbt')];
const facts = { look: async () => ({ rows: async () => new Map(), head: undefined }) } as unknown as Facts;
const opening = policiesOf([]);
const actor = { urn: urns.user('ann'), groups: new Set<string>(), roles: new Set<string>() };
const closedBy = (sight: Sight | undefined) =>
  closedTo({ model, facts, policies: undefined, opening, actor, sensitive: new Set(), sight, scoped: false });
const piece = { urn: table, aspect: aspectOf('siblings'), values: [valueOf({ siblings: [hidden], primary: false })] };

describe('Siblings that are not seen', () => {
  it('are not in the value: one without others is as if it were not there', async () => {
    const closed = closedBy(NO_ENTITIES);
    const [value] = piece.values;
    if (!closed || !value) throw new Error('nothing is closed');
    const left = (await closed.opened([piece]))(piece);
    expect(left?.(value)).to.equal(NOTHING);
    const empty = valueOf({ siblings: [], primary: false });
    expect(left?.(empty)).to.equal(empty);
  });

  it('close the fields of search that tell of them, and no others', () => {
    const fields = closedBy(NO_ENTITIES)?.inSearch().fields;
    for (const name of ['siblings', 'hasSiblings', 'hasOwnersShared', 'hasDescriptionShared']) expect(fields?.has(name), name).to.equal(true);
    expect([fields?.has('hasOwners'), fields?.has('owners')]).to.deep.equal([false, false]);
    expect(closedBy(undefined)?.inSearch().fields.has('hasSiblings') ?? false).to.equal(false);
  });
});
