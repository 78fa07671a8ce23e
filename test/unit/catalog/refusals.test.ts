import { expect } from 'chai';
import { refusedOpen } from '../../../src/catalog/access/closed-calls.ts';
import type { ClosureContext, PartContext } from '../../../src/catalog/access/contexts.ts';
import { refusedOfPart } from '../../../src/catalog/access/part-calls.ts';
import { type RefusedRow, refusedRow } from '../../../src/catalog/maintenance/refusals.ts';
import { model } from '../support/model.ts';

const SECRET = 'hunter2hunter2';
const ANN = 'urn:svc:corpuser:ann';

const dataset = (name: string): string => `urn:svc:dataset:(urn:svc:dataPlatform:hive,${name},PROD)`;

function kept(aspect: string): RefusedRow {
  const refusal = { code: 'unknown-aspect', message: `${SECRET} is wrong` } as const;
  return { ...refusedRow(model, { refusal, urn: ANN, aspect, value: JSON.stringify({ salt: SECRET }) }), by: ANN, at: 1 };
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
    const row = kept('corpUserInfo');
    const all = [row, { ...row, aspect: 'corpUserCredentials' }];
    const context = { core: { model }, closed: { concerns: () => false } } as unknown as ClosureContext;
    const { items } = await refusedOpen(async () => ({ total: 2, kept: 2, items: all }), context)('run', 0, 10);
    expect(items[0]).to.equal(row);
    expect(JSON.stringify(items[1])).not.to.include(SECRET);
  });
});

describe('What a sender who sees a part is told of what it was refused', () => {
  const [seen, hidden, gone] = ['seen', 'hidden', 'gone'].map(dataset) as [string, string, string];
  const sent = [seen, hidden, gone, 'no urn', null];
  const told = async (narrowed: boolean): Promise<unknown[]> => {
    const core = {
      model,
      exists: async (urns: readonly { text: string }[]) => urns.map(({ text }) => text !== gone),
      refusals: { ofSender: async () => sent.map((urn) => ({ ...kept('corpUserInfo'), urn })) },
    };
    const viewer = { user: ANN, narrowed, among: async (urns: readonly string[]) => new Set(urns.filter((urn) => urn === seen)) };
    const of = refusedOfPart(async () => ({ total: 0, kept: 0, items: [] }), { core, viewer } as unknown as PartContext);
    return (await of('run', 0, 10)).items.map(({ urn }) => urn);
  };

  it('leaves out what is about an entity that is there and hidden', async () => {
    expect(await told(false)).to.deep.equal([seen, gone, 'no urn', null]);
  });

  // SECURITY.md R16
  it('leaves out, for a narrowed token, all that is not about what the token is for', async () => {
    expect(await told(true)).to.deep.equal([seen]);
  });
});
