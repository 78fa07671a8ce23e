/** Who does not see a sibling of an asset learns nothing of it (docs/access.md 6). */
import { expect } from 'chai';
import { NO_ENTITIES, policiesOf, type Sight } from '../../../src/access/index.ts';
import { closedTo, NOTHING } from '../../../src/catalog/access/closed.ts';
import { versionsOpen } from '../../../src/catalog/access/closed-calls.ts';
import type { ClosureContext } from '../../../src/catalog/access/contexts.ts';
import type { Facts } from '../../../src/catalog/read/kept-facts.ts';
import { valueOf } from '../../../src/model/json.ts';
import { knownUrns } from '../../../src/model/urn.ts';
import { urns } from '../../support/make.ts';
import { aspectOf, model } from '../support/model.ts';

const [table, hidden, shown] = [urns.dataset('db.orders', 'snowflake'), urns.dataset('db.orders', 'dbt'), urns.dataset('db.orders', 'postgres')];
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

  it('are in no version: one that names only them is left out', async () => {
    const closed = closedBy({ is: 'meets', fact: 'urn', condition: 'EQUALS', values: [shown] });
    if (!closed) throw new Error('nothing is closed');
    const siblings = aspectOf('siblings');
    const history = [[shown], [shown, hidden], [hidden]].map((named, at) => ({
      version: at === 0 ? 0 : 3 - at,
      state: { seq: 3 - at, value: valueOf({ siblings: named, primary: false }), at: 1, by: 'x', firstAt: 1, firstBy: 'x', meta: {} },
    }));
    const context = { closed, core: {}, refusal: async () => new Error('not refused') } as unknown as ClosureContext;
    const [urn] = knownUrns(model, [table]);
    if (!urn) throw new Error(table);
    const { versions } = await versionsOpen(async () => ({ aspect: siblings, total: 3, versions: history }), context)(urn, 'siblings', 0, 10);
    expect(versions.map(({ state }) => state.value.json)).to.deep.equal([
      { siblings: [shown], primary: false },
      { siblings: [shown], primary: false },
    ]);
  });

  it('close the fields of search that tell of them, and no others', () => {
    const fields = closedBy(NO_ENTITIES)?.inSearch().fields;
    for (const name of ['siblings', 'hasSiblings', 'hasOwnersShared', 'hasDescriptionShared']) expect(fields?.has(name), name).to.equal(true);
    expect([fields?.has('hasOwners'), fields?.has('owners')]).to.deep.equal([false, false]);
    expect(closedBy(undefined)?.inSearch().fields.has('hasSiblings') ?? false).to.equal(false);
  });
});
