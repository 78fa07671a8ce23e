/**
 * What a version set follows from its versions (docs/semantics.md 3.4).
 */
import { expect } from 'chai';
import { api } from '../support/client.ts';
import { ownNames, proposal, urns } from '../support/make.ts';
import { erase, values, write } from '../support/writes.ts';

const own = ownNames('versionsets');
const setOf = (): string => `urn:svc:versionSet:(${own()},dataset)`;
const version = (versionSet: string, sortId: string, more: object = {}) => ({ versionSet, version: { versionTag: sortId }, sortId, ...more });

async function latestOf(set: string): Promise<unknown> {
  return (await values(set)).versionSetProperties?.latest;
}
const marks = (...list: string[]): Promise<unknown[]> => Promise.all(list.map(async (urn) => (await values(urn)).versionProperties?.isLatest));

describe('A version set', () => {
  it('is made with its first version, and names the version with the greatest sort id', async () => {
    const [set, a, b, c] = [setOf(), urns.dataset(own()), urns.dataset(own()), urns.dataset(own())] as const;
    await write(
      b,
      'versionProperties',
      version(set, 'v2', { aliases: [{ versionTag: 'stable' }], versioningScheme: 'ALPHANUMERIC_GENERATED_BY_DATAHUB' }),
    );
    expect((await values(set)).versionSetProperties).to.deep.equal({ latest: b, versioningScheme: 'ALPHANUMERIC_GENERATED_BY_DATAHUB' });
    expect((await values(b)).versionProperties).to.deep.include({ isLatest: true, aliases: [{ versionTag: 'stable' }] });
    await write(a, 'versionProperties', version(set, 'v1'));
    expect([await latestOf(set), await marks(a, b)]).to.deep.equal([b, [false, true]]);
    await write(c, 'versionProperties', version(set, 'v3', { isLatest: false }));
    expect([await latestOf(set), await marks(a, b, c)]).to.deep.equal([c, [false, false, true]]);
    await write(c, 'versionProperties', version(set, 'v3', { comment: 'again' }));
    expect([await latestOf(set), await marks(a, b, c)]).to.deep.equal([c, [false, false, true]]);
  });

  it('is kept by a batch in any order, also beside other aspects of the versions, and by patches', async () => {
    const [set, a, b] = [setOf(), urns.dataset(own()), urns.dataset(own())] as const;
    const batch = [
      proposal(b, 'versionProperties', version(set, 'v2')),
      proposal(b, 'status', { removed: false }),
      proposal(a, 'versionProperties', version(set, 'v1')),
    ];
    expect((await api.ingestProposalBatch(batch)).status).to.equal(200);
    expect([await latestOf(set), await marks(a, b)]).to.deep.equal([b, [false, true]]);
    const value = JSON.stringify([{ op: 'add', path: '/sortId', value: 'v9' }]);
    const more = { changeType: 'PATCH', aspect: { value, contentType: 'application/json-patch+json' } };
    expect((await api.ingestProposal(proposal(a, 'versionProperties', {}, more))).status).to.equal(200);
    expect([await latestOf(set), await marks(a, b)]).to.deep.equal([a, [true, false]]);
  });

  it('names the newest that remains when the latest is soft-deleted, restored, falls back, changes its set, or is deleted', async () => {
    const [set, other, a, b, c] = [setOf(), setOf(), urns.dataset(own()), urns.dataset(own()), urns.dataset(own())] as const;
    for (const [at, urn] of [a, b, c].entries()) await write(urn, 'versionProperties', version(set, `v${at + 1}`));
    const expectLatest = async (latest: string): Promise<void> => {
      expect([await latestOf(set), await marks(a, b, c)]).to.deep.equal([latest, [a, b, c].map((urn) => urn === latest)]);
    };
    await write(c, 'status', { removed: true });
    await expectLatest(b);
    await write(c, 'status', { removed: false });
    await expectLatest(c);
    await write(c, 'versionProperties', version(set, 'v0'));
    await expectLatest(b);
    await write(b, 'versionProperties', version(other, 'v2'));
    expect([await latestOf(set), await latestOf(other), await marks(a, b, c)]).to.deep.equal([a, b, [true, true, false]]);
    await erase(a, 'datasetKey');
    expect([await latestOf(set), await marks(c)]).to.deep.equal([c, [true]]);
    await write(c, 'status', { removed: true });
    expect([await latestOf(set), await marks(c)]).to.deep.equal([c, [true]]);
    await erase(c, 'datasetKey');
    expect(await latestOf(set)).to.equal(undefined);
  });

  it('follows a batch that adds versions and deletes the newest of them', async () => {
    const [set, a, b, c] = [setOf(), urns.dataset(own()), urns.dataset(own()), urns.dataset(own())] as const;
    await write(a, 'versionProperties', version(set, 'v1'));
    const batch = [
      proposal(c, 'versionProperties', version(set, 'v3')),
      proposal(b, 'versionProperties', version(set, 'v2')),
      proposal(c, 'status', { removed: true }),
      proposal(b, 'status', { removed: true }),
      proposal(b, 'status', { removed: false }),
    ];
    expect((await api.ingestProposalBatch(batch)).status).to.equal(200);
    expect([await latestOf(set), await marks(a, b, c)]).to.deep.equal([b, [false, true, false]]);
  });
});
