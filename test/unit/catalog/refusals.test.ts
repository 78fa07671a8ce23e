import { expect } from 'chai';
import { refusedOpen } from '../../../src/catalog/access/closed-calls.ts';
import type { ClosureContext } from '../../../src/catalog/access/contexts.ts';
import { type RefusedRow, refusedRow } from '../../../src/catalog/maintenance/refusals.ts';
import { model } from '../support/model.ts';

const SECRET = 'hunter2hunter2';
const ANN = 'urn:svc:corpuser:ann';

function kept(aspect: string): Omit<RefusedRow, 'at'> {
  const refusal = { code: 'unknown-aspect', message: `${SECRET} is wrong` } as const;
  return refusedRow(model, { refusal, urn: ANN, aspect, value: JSON.stringify({ salt: SECRET }) }, ANN);
}

describe('What is kept of a refused item', () => {
  // SECURITY.md C7
  it('has no value of an aspect that is secret or has a closed part, and no reason that could repeat it', () => {
    const hidden = [...model.aspects.values()].filter(({ secret, closed }) => secret || closed.length > 0);
    expect(hidden.map(({ name }) => name)).to.include.members(['corpUserCredentials', 'dataHubSecretValue']);
    for (const { name } of hidden) {
      expect(kept(name)).to.deep.include({ aspect: name, code: 'unknown-aspect', value: null });
      expect(JSON.stringify(kept(name)), name).not.to.include(SECRET);
    }
  });

  it('has the value of other aspects, but none of an aspect that the model does not know', () => {
    expect(kept('corpUserInfo')).to.deep.include({ value: JSON.stringify({ salt: SECRET }), message: `${SECRET} is wrong` });
    expect(kept('CorpUserCredentials').value).to.equal(null);
  });

  // SECURITY.md C7
  it('is shown without the value of a secret aspect, also if an earlier Cairn has kept it', async () => {
    const row = { ...kept('corpUserInfo'), at: 1 };
    const all = [row, { ...row, aspect: 'corpUserCredentials' }];
    const context = { core: { model }, closed: { concerns: () => false } } as unknown as ClosureContext;
    const { items } = await refusedOpen(async () => ({ total: 2, kept: 2, items: all }), context)('run', 0, 10);
    expect(items[0]).to.equal(row);
    expect(JSON.stringify(items[1])).not.to.include(SECRET);
  });
});
