/** What the log says of a write is what `verify` looks for: every aspect, secret ones included, and every type of entry. */
import { expect } from 'chai';
import { keptVersions, namedKey } from '../../../src/catalog/maintenance/verify/log.ts';
import type { Chain, VerifiedEntity } from '../../../src/graph/verify.ts';
import { urns } from '../../support/make.ts';
import { makeStore } from '../support/decided.ts';
import { model } from '../support/model.ts';
import { propose, unitsOf } from '../support/proposals.ts';

const CREDENTIALS = { hashedPassword: 'x', changedAt: 1 };

function verified(urn: string, type: string, aspects: Iterable<string>): VerifiedEntity {
  const chains = [...aspects].map((name): Chain => ['LATEST', name, null, null, [[0, 1, name, null, null, 1]]]);
  return {
    urn,
    type,
    labels: ['Entity', type],
    removed: null,
    toggled: 0,
    beingDeleted: false,
    forgotten: null,
    chains,
    latest: [],
    lost: [],
    malformed: [],
  };
}

describe('What verify looks for in the log', () => {
  it('is there after a write, of a secret too', async () => {
    const store = makeStore();
    const user = urns.user('signs-in');
    await store.commit(
      unitsOf([propose(user, 'corpUserEditableInfo', {}), propose(user, 'corpUserCredentials', CREDENTIALS, { secret: true })], true),
    );
    const stored = [...(store.nodes.get(user)?.aspects.keys() ?? [])];
    expect(stored).to.include('corpUserCredentials');
    const said = store.last().log.map(namedKey);
    expect(keptVersions(model, verified(user, 'corpuser', stored)).map(({ key }) => key)).to.satisfy((keys: string[]) =>
      keys.every((key) => said.includes(key)),
    );
  });

  it('is the entity alone for each secret aspect of the model, and the version for each other one', () => {
    const types = [...model.entityTypes.values()];
    expect(types.some(({ secrets }) => secrets.size > 0)).to.equal(true);
    for (const { name, key, aspects, secrets } of types) {
      const urn = urns.of(name, key.name);
      for (const { difference, key: sought } of keptVersions(model, verified(urn, name, [...aspects.keys(), ...secrets.keys()]))) {
        const aspect = difference.aspect ?? '';
        if (!aspects.has(aspect)) expect(sought).to.equal(namedKey({ urn, aspect: key.name, type: 'index', actor: '' }));
      }
    }
  });
});
